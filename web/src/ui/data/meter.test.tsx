import { render, screen } from '@testing-library/react';

import { Meter } from './meter';

it('caps the value at the limit, but not the text', () => {
  render(<Meter label="Minutes" value={1_200} max={1_000} text="1,200 of 1,000 minutes" />);
  const meter = screen.getByRole('meter', { name: 'Minutes' });
  expect(meter).toHaveAttribute('aria-valuenow', '1000');
  expect(meter).toHaveAttribute('aria-valuetext', '1,200 of 1,000 minutes');
});
