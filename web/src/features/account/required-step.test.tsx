import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { fakeApi, FakeResponse } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { responsesFor, TEST_USERS } from '../../testing/test-users';

const CHANGE = 'POST /api/my/password';

describe('A password set by someone else', () => {
  it('must be replaced before the page is shown', async () => {
    const api = fakeApi({
      ...responsesFor({ ...TEST_USERS.user, requiredStep: 'change_password' }),
      [CHANGE]: new FakeResponse(204),
    });
    renderApp('/');
    expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeVisible();
    expect(api.requests()).not.toContain('GET /api/my/usage');
    await userEvent.type(screen.getByLabelText('Current password'), 'temporary password');
    await userEvent.type(screen.getByLabelText('New password'), 'four quiet copper kettles');
    api.set('GET /api/auth/user', TEST_USERS.user);
    await userEvent.click(screen.getByRole('button', { name: 'Change Password' }));
    await waitFor(() => expect(api.requests()).toContain('GET /api/my/usage'));
    expect(screen.queryByRole('heading', { name: 'Choose your own password' })).not.toBeInTheDocument();
  });
});

describe('Two-step verification required for administrators', () => {
  it('must be set up before the page is shown, and keeps the recovery codes visible across windows', async () => {
    const administrator = { ...TEST_USERS.admin, status: 'demo' } as const;
    const state = {
      isAvailable: true,
      isRequired: true,
      arePasskeysAvailable: true,
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    };
    const api = fakeApi({
      ...responsesFor({ ...administrator, requiredStep: 'set_up_second_factor' }),
      'GET /api/my/second-factor': state,
      'POST /api/my/second-factor/totp': { secret: 'GEZDGNBV', uri: 'otpauth://totp/Ringwell:dana?secret=GEZDGNBV' },
      'POST /api/my/second-factor/totp/activate': { recoveryCodes: ['aaaaa-11111'] },
    });
    renderApp('/');
    expect(await screen.findByRole('heading', { name: 'Set up a second step' })).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Set up an app' }));
    await userEvent.type(await screen.findByLabelText('Code'), '492039{Enter}');
    expect(await screen.findByText('aaaaa-11111')).toBeVisible();
    for (const path of ['/api/admin/usage/system', '/api/admin/system-health'])
      expect(api.requests()).not.toContain(`GET ${path}`);
    api.set('GET /api/auth/user', administrator);
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    expect(api.count('GET /api/auth/user')).toBe(1);
    expect(screen.getByText('aaaaa-11111')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: "I've saved them" }));
    await waitFor(() => expect(api.requests()).toContain('GET /api/admin/usage/system'));
    expect(screen.queryByRole('heading', { name: 'Set up a second step' })).not.toBeInTheDocument();
  });
});

describe('A password that is easy to guess', () => {
  it('triggers a notice that stays until the user dismisses it', async () => {
    fakeApi(responsesFor({ ...TEST_USERS.user, hasWeakPassword: true }));
    renderApp('/');
    const notice = await screen.findByRole('region', { name: 'Your password' });
    expect(notice).toHaveTextContent('Your password is easy to guess.');
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(notice).not.toBeInTheDocument();
  });
});
