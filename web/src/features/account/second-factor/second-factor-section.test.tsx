import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { MySecondFactor } from '../../../api/types';
import { createQueryClient } from '../../../lib/query-client';
import { userQuery } from '../../../lib/session';
import { fakeApi, FakeResponse } from '../../../testing/fake-api';
import { renderWithProviders } from '../../../testing/render-with-providers';
import { TEST_USERS } from '../../../testing/test-users';
import { SECOND_FACTOR_COPY as COPY } from './second-factor-copy';
import { SecondFactorSection } from './second-factor-section';

const STATE = 'GET /api/my/second-factor';
const START = 'POST /api/my/second-factor/totp';
const ACTIVATE = 'POST /api/my/second-factor/totp/activate';
const OFF: MySecondFactor = { isAvailable: true, isRequired: false, totp: null, recoveryCodesLeft: 0 };
const ON: MySecondFactor = {
  isAvailable: true,
  isRequired: false,
  totp: { activatedAt: '2026-03-30T09:00:00.000Z', lastUsedAt: null },
  recoveryCodesLeft: 10,
};
const SETUP = { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Ringwell:sam?secret=GEZDGNBVGY3TQOJQ' };
const RECOVERY_CODES = ['aaaaa-11111', 'bbbbb-22222'];

describe('SecondFactorSection', () => {
  function open(responses: Record<string, unknown>): ReturnType<typeof fakeApi> {
    const api = fakeApi(responses);
    const client = createQueryClient();
    client.setQueryData(userQuery.queryKey, TEST_USERS.user);
    renderWithProviders(<SecondFactorSection />, client);
    return api;
  }
  const click = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));

  it('is turned on with a code, and shows the recovery codes until the person says that they are saved', async () => {
    const wrong = { code: 'VALIDATION_FAILED', errors: [{ field: 'code', message: 'This code is wrong.' }] };
    const api = open({ [STATE]: OFF, [START]: SETUP, [ACTIVATE]: new FakeResponse(400, wrong) });
    await click(COPY.turnOn);
    expect(await screen.findByRole('img', { name: COPY.setup.qrCode })).toBeVisible();
    expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeVisible();
    const activate = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: COPY.setup.activate }));
    await activate();
    expect(await screen.findByText(COPY.setup.missing)).toBeVisible();
    await userEvent.type(screen.getByLabelText(COPY.setup.code), '492 039');
    await activate();
    expect(await screen.findByText('This code is wrong.')).toBeVisible();
    api.set(ACTIVATE, { recoveryCodes: RECOVERY_CODES });
    api.set(STATE, ON);
    await activate();
    expect(await screen.findByText('bbbbb-22222')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: COPY.codes.title })).toBeVisible();
    await click(COPY.codes.saved);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText(/^On since Mar 30, 2026/)).toBeVisible();
    expect(await api.bodies(ACTIVATE)).toEqual([{ code: '492 039' }, { code: '492 039' }]);
  });

  it('replaces the recovery codes, and says how many are left', async () => {
    open({
      [STATE]: { ...ON, recoveryCodesLeft: 1 },
      'POST /api/my/second-factor/recovery-codes': { recoveryCodes: RECOVERY_CODES },
    });
    expect(await screen.findByText(COPY.codesLeft(1))).toBeVisible();
    await click(COPY.codes.renew);
    expect(await screen.findByText(COPY.codes.renewQuestion)).toBeVisible();
    await click(COPY.codes.renew);
    expect(await screen.findByText('aaaaa-11111')).toBeVisible();
  });

  it('is turned off', async () => {
    const api = open({ [STATE]: ON, 'DELETE /api/my/second-factor/totp': new FakeResponse(204) });
    await click(COPY.remove.action);
    api.set(STATE, OFF);
    await userEvent.click(await screen.findByRole('button', { name: COPY.remove.confirm }));
    expect(await screen.findByText(COPY.off)).toBeVisible();
  });

  it('cannot be turned off by people who need it', async () => {
    open({ [STATE]: { ...ON, isRequired: true } });
    expect(await screen.findByText(COPY.required)).toBeVisible();
    expect(screen.queryByRole('button', { name: COPY.remove.action })).not.toBeInTheDocument();
  });

  it('says why there is none for people who sign in elsewhere', async () => {
    open({ [STATE]: { ...OFF, isAvailable: false } });
    expect(await screen.findByText(COPY.unavailable)).toBeVisible();
    expect(screen.queryByRole('button', { name: COPY.turnOn })).not.toBeInTheDocument();
  });
});
