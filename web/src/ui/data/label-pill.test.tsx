import { render, screen } from '@testing-library/react';

import { LabelPill } from './label-pill';

it.each([
  ['positive', 'Positive'],
  ['neutral', 'Neutral'],
  ['negative', 'Negative'],
  ['needs_review', 'Needs a listen'],
  [null, 'Not labeled'],
] as const)('shows an icon and text for the label %s: %s', (label, name) => {
  const { container } = render(<LabelPill label={label} />);
  expect(screen.getByText(name)).toBeVisible();
  expect(container.querySelector('svg[aria-hidden=true]')).not.toBeNull();
});
