import { act, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { identityConfirmation } from '../lib/session/identity-confirmation';
import type { fakeApi } from './fake-api';

/** Clicks an element that needs a recent sign-in, and confirms the user's identity in the dialog. */
export async function clickAndConfirm(
  api: Pick<ReturnType<typeof fakeApi>, 'set'>,
  element: HTMLElement,
  isConfirmed = true,
): Promise<void> {
  api.set('GET /api/auth/confirm', { isConfirmed: false });
  await userEvent.click(element);
  await waitFor(() => expect(identityConfirmation.get()).not.toBeNull());
  await act(async () => {
    identityConfirmation.get()?.settle(isConfirmed);
    await Promise.resolve();
  });
}
