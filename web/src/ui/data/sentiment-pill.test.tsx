import { render, screen } from '@testing-library/react';

import { SentimentPill } from './sentiment-pill';

it.each([
  ['positive', 'Positive'],
  ['neutral', 'Neutral'],
  ['negative', 'Negative'],
  [null, 'Not labeled'],
] as const)('shows an icon and a label for sentiment %s: %s', (sentiment, label) => {
  const { container } = render(<SentimentPill sentiment={sentiment} />);
  expect(screen.getByText(label)).toBeVisible();
  expect(container.querySelector('svg[aria-hidden=true]')).not.toBeNull();
});
