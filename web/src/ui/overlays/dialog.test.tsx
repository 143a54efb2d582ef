import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Dialog } from './dialog';

it('ignores Escape and has no close button when it is not dismissable', async () => {
  const onOpenChange = jest.fn();
  render(
    <Dialog open onOpenChange={onOpenChange} title="Choose Your Plan" dismissable={false}>
      Words
    </Dialog>,
  );
  await userEvent.keyboard('{Escape}');
  expect(onOpenChange).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});
