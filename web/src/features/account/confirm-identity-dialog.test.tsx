import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';

import { api } from '../../api/client';
import type { CurrentUser } from '../../api/types';
import { browserLocation } from '../../lib/browser/browser-location';
import { identityConfirmation } from '../../lib/session/identity-confirmation';
import { askForPasskey, PasskeyFailure } from '../../lib/session/passkeys';
import type * as passkeys from '../../lib/session/passkeys';
import { useStore } from '../../lib/store';
import { fakeApi, type FakeApi, FakeResponse, rejectField } from '../../testing/fake-api';
import { renderWithProviders } from '../../testing/render-with-providers';
import { TEST_USERS } from '../../testing/test-users';
import { ACCOUNT_COPY } from './account-copy';
import { ConfirmIdentityDialog } from './confirm-identity-dialog';

// The simulated browser doesn't have authenticators.
jest.mock('../../lib/session/passkeys', () => ({
  ...jest.requireActual<typeof passkeys>('../../lib/session/passkeys'),
  canUsePasskeys: () => true,
  askForPasskey: jest.fn(),
}));

const METHOD = 'GET /api/auth/confirm';
const CONFIRM = 'POST /api/auth/confirm';
const CHANGE = 'PUT /api/admin/users/u2';
const REJECTION = new FakeResponse(403, { code: 'REAUTHENTICATION_REQUIRED', message: "Confirm that it's you." });
const COPY = ACCOUNT_COPY.confirmation;

function PendingConfirmation(): ReactNode {
  const pendingConfirmation = useStore(identityConfirmation);
  return pendingConfirmation && <ConfirmIdentityDialog onSettle={pendingConfirmation.settle} />;
}

describe('a change that needs confirmation', () => {
  function renderDialog(
    responses: Record<string, unknown>,
    user: CurrentUser = TEST_USERS.admin,
  ): { fake: FakeApi; changeRole: () => Promise<string> } {
    const fake = fakeApi({
      [METHOD]: { method: 'password', needsCode: false, hasPasskey: false, signInName: 'email' },
      [CHANGE]: REJECTION,
      ...responses,
    });
    renderWithProviders(<PendingConfirmation />, { user });
    const changeRole = (): Promise<string> =>
      api.PUT('/api/admin/users/{id}', { params: { path: { id: 'u2' } }, body: { role: 'admin' } }).then(
        () => 'saved',
        (error: unknown) => String(error),
      );
    return { fake, changeRole };
  }
  const clickButton = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

  it('asks for the password once, explains why it was rejected, and retries all pending requests', async () => {
    const { fake, changeRole } = renderDialog({ [CONFIRM]: rejectField('password', 'Incorrect password.') });
    const changes = Promise.all([changeRole(), changeRole()]);
    const field = await screen.findByLabelText(COPY.label);
    await clickButton(COPY.confirm);
    expect(await screen.findByText(COPY.missing)).toBeVisible();
    await userEvent.type(field, 'four quiet copper kettles');
    await clickButton(COPY.confirm);
    expect(await screen.findByText('Incorrect password.')).toBeVisible();
    fake.set(CONFIRM, new FakeResponse(204));
    fake.set(CHANGE, TEST_USERS.user);
    await clickButton(COPY.confirm);
    expect(await changes).toEqual(['saved', 'saved']);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect([fake.count(CHANGE), fake.count(METHOD)]).toEqual([4, 1]);
    expect(new Set((await fake.bodies(CHANGE)).map((body) => JSON.stringify(body)))).toEqual(
      new Set(['{"role":"admin"}']),
    );
  });

  it('also asks for a code when two-step verification is on', async () => {
    const { fake, changeRole } = renderDialog({
      [METHOD]: { method: 'password', needsCode: true, hasPasskey: false, signInName: 'email' },
      [CONFIRM]: rejectField('code', 'Incorrect code.'),
    });
    const result = changeRole();
    await userEvent.type(await screen.findByLabelText(COPY.label), 'four quiet copper kettles');
    await clickButton(COPY.confirm);
    expect(await screen.findByText(COPY.codeMissing)).toBeVisible();
    await userEvent.type(screen.getByLabelText(COPY.code), '492039');
    await clickButton(COPY.confirm);
    expect(await screen.findByText('Incorrect code.')).toBeVisible();
    fake.set(CONFIRM, new FakeResponse(204));
    fake.set(CHANGE, TEST_USERS.user);
    await clickButton(COPY.confirm);
    expect(await result).toBe('saved');
    const body = { password: 'four quiet copper kettles', code: '492039' };
    expect(await fake.bodies(CONFIRM)).toEqual([body, body]);
  });

  it('accepts a passkey instead of a code, or a code instead of a passkey', async () => {
    const options = { challenge: 'ff2q' };
    const { fake, changeRole } = renderDialog({
      [METHOD]: { method: 'password', needsCode: true, hasPasskey: true, signInName: 'email' },
      'POST /api/auth/confirm/passkey': { options },
      [CONFIRM]: new FakeResponse(204),
    });
    jest.mocked(askForPasskey).mockRejectedValueOnce(new PasskeyFailure('It was canceled.'));
    const result = changeRole();
    await userEvent.type(await screen.findByLabelText(COPY.label), 'four quiet copper kettles');
    await clickButton(COPY.useCode);
    expect(screen.getByLabelText(COPY.code)).toBeVisible();
    await clickButton(COPY.usePasskey);
    await clickButton(COPY.confirmWithPasskey);
    expect(await screen.findByText('It was canceled.')).toBeVisible();
    jest.mocked(askForPasskey).mockResolvedValueOnce('{"id":"x"}');
    fake.set(CHANGE, TEST_USERS.user);
    await clickButton(COPY.confirmWithPasskey);
    expect(await result).toBe('saved');
    expect(askForPasskey).toHaveBeenLastCalledWith(options);
    expect(await fake.bodies(CONFIRM)).toEqual([{ password: 'four quiet copper kettles', credential: '{"id":"x"}' }]);
  });

  it('fails when the user cancels', async () => {
    const { fake, changeRole } = renderDialog({});
    const result = changeRole();
    await screen.findByLabelText(COPY.label);
    await clickButton('Cancel');
    expect(await result).toContain('REAUTHENTICATION_REQUIRED');
    expect(fake.count(CHANGE)).toBe(1);
  });

  it('asks users without a password to sign in again, and returns them to the page', async () => {
    jest.spyOn(browserLocation, 'page').mockReturnValue('/settings/connections?tab=a#slack');
    const { changeRole } = renderDialog({
      [METHOD]: { method: 'sign_in', needsCode: false, hasPasskey: false, signInName: 'Acme' },
    });
    const result = changeRole();
    expect(await screen.findByRole('link', { name: 'Sign in with Acme' })).toHaveAttribute(
      'href',
      `/api/login?returnTo=${encodeURIComponent('/settings/connections?tab=a#slack')}&again=true`,
    );
    await clickButton('Cancel');
    await result;
  });

  it('asks administrators viewing an account for their own password', async () => {
    const { changeRole } = renderDialog({}, { ...TEST_USERS.user, isImpersonated: true });
    const result = changeRole();
    expect(await screen.findByLabelText(COPY.ownPassword)).toBeVisible();
    await clickButton('Cancel');
    await result;
  });

  it('does not ask when the API rejects the change for another reason', async () => {
    const { changeRole } = renderDialog({ [CHANGE]: new FakeResponse(403, { code: 'ADMIN_ONLY', message: 'No.' }) });
    expect(await changeRole()).toContain('ADMIN_ONLY');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
