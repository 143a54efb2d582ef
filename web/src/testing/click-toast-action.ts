import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Clicks a button of the toast once the toast area accepts clicks, which it does shortly after showing the toast. */
export async function clickToastAction(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).not.toHaveStyle({ pointerEvents: 'none' }));
  await userEvent.click(button);
}
