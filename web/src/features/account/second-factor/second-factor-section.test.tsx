import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { MySecondFactor } from '../../../api/types';
import { createPasskey, PasskeyFailure } from '../../../lib/session/passkeys';
import type * as passkeys from '../../../lib/session/passkeys';
import { fakeApi, type FakeApi, FakeResponse, rejectField } from '../../../testing/fake-api';
import { renderWithProviders } from '../../../testing/render-with-providers';
import { TEST_USERS } from '../../../testing/test-users';
import { ACCOUNT_COPY } from '../account-copy';
import { SECOND_FACTOR_COPY as COPY } from './second-factor-copy';
import { SecondFactorSection } from './second-factor-section';

// The simulated browser doesn't have authenticators.
jest.mock('../../../lib/session/passkeys', () => ({
  ...jest.requireActual<typeof passkeys>('../../../lib/session/passkeys'),
  canUsePasskeys: () => true,
  createPasskey: jest.fn(),
}));

const STATE = 'GET /api/my/second-factor';
const SESSIONS = 'GET /api/my/sessions';
const START = 'POST /api/my/second-factor/totp';
const ACTIVATE = 'POST /api/my/second-factor/totp/activate';
const OPTIONS = 'POST /api/my/second-factor/passkeys/options';
const ADD_PASSKEY = 'POST /api/my/second-factor/passkeys';
const NO_FACTORS: MySecondFactor = {
  isAvailable: true,
  isRequired: false,
  arePasskeysAvailable: true,
  totp: null,
  passkeys: [],
  recoveryCodesLeft: 0,
};
const ONE_FACTOR: MySecondFactor = {
  ...NO_FACTORS,
  totp: { activatedAt: '2026-03-30T09:00:00.000Z', lastUsedAt: null },
  recoveryCodesLeft: 10,
};
const MAC_PASSKEY = { id: 'p1', name: 'Chrome on Mac', createdAt: '2026-03-30T09:00:00.000Z', lastUsedAt: null };
const SETUP = { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Ringwell:sam?secret=GEZDGNBVGY3TQOJQ' };
const RECOVERY_CODES = ['aaaaa-11111', 'bbbbb-22222'];

describe('SecondFactorSection', () => {
  function renderSection(responses: Record<string, unknown>): FakeApi {
    const api = fakeApi(responses);
    renderWithProviders(<SecondFactorSection />, { user: TEST_USERS.user });
    return api;
  }
  const clickButton = async (name: string): Promise<void> =>
    userEvent.click(await screen.findByRole('button', { name }));

  it('turns on with a code, and shows the recovery codes until the user confirms that they are saved', async () => {
    const api = renderSection({
      [STATE]: NO_FACTORS,
      [START]: SETUP,
      [ACTIVATE]: rejectField('code', 'Incorrect code.'),
    });
    await clickButton(COPY.turnOn);
    expect(await screen.findByRole('img', { name: COPY.setup.qrCode })).toBeVisible();
    expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeVisible();
    const clickActivate = (): Promise<void> =>
      userEvent.click(screen.getByRole('button', { name: COPY.setup.activate }));
    await clickActivate();
    expect(await screen.findByText(COPY.setup.missing)).toBeVisible();
    await userEvent.type(screen.getByLabelText(COPY.setup.code), '492 039');
    await clickActivate();
    expect(await screen.findByText('Incorrect code.')).toBeVisible();
    api.set(ACTIVATE, { recoveryCodes: RECOVERY_CODES });
    api.set(STATE, ONE_FACTOR);
    await clickActivate();
    expect(await screen.findByText('bbbbb-22222')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: COPY.codes.title })).toBeVisible();
    await clickButton(COPY.codes.saved);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText('Added Mar 30, 2026, not used yet')).toBeVisible();
    expect(await api.bodies(ACTIVATE)).toEqual([{ code: '492 039' }, { code: '492 039' }]);
  });

  it.each([
    ['ends', true],
    ['keeps', false],
  ])('%s the other sessions after a factor is added, as the user chooses', async (_case, shouldEnd) => {
    const session = {
      id: 's1',
      isCurrent: true,
      signedInWith: 'password',
      createdAt: '2026-03-30T09:00:00.000Z',
      lastUsedAt: '2026-03-30T09:00:00.000Z',
      ipAddress: null,
      userAgent: null,
    };
    const api = renderSection({
      [STATE]: NO_FACTORS,
      [START]: SETUP,
      [ACTIVATE]: { recoveryCodes: RECOVERY_CODES },
      [SESSIONS]: [session, { ...session, id: 's2', isCurrent: false }],
      'DELETE /api/my/sessions': () => {
        api.set(SESSIONS, [session]);
        return new FakeResponse(204);
      },
    });
    await clickButton(COPY.turnOn);
    await userEvent.type(await screen.findByLabelText(COPY.setup.code), '492039');
    await clickButton(COPY.setup.activate);
    const { signOutOthersTitle: name, signOutOthers } = ACCOUNT_COPY.sessions;
    expect(screen.queryByRole('alertdialog', { name })).not.toBeInTheDocument();
    await clickButton(COPY.codes.saved);
    expect(await screen.findByRole('alertdialog', { name })).toBeVisible();
    await clickButton(shouldEnd ? signOutOthers : 'Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(api.requests().includes('DELETE /api/my/sessions')).toBe(shouldEnd);
  });

  it('adds a named passkey, and explains a failure to create one', async () => {
    jest.mocked(createPasskey).mockRejectedValueOnce(new PasskeyFailure('It was canceled.'));
    const options = { challenge: 'ff2q' };
    const api = renderSection({
      [STATE]: ONE_FACTOR,
      [OPTIONS]: { options },
      [ADD_PASSKEY]: { recoveryCodes: null },
    });
    await clickButton(COPY.passkeys.add);
    const name = await screen.findByLabelText(COPY.passkeys.name);
    await userEvent.clear(name);
    await clickButton(COPY.passkeys.create);
    expect(await screen.findByText(COPY.passkeys.missing)).toBeVisible();
    await userEvent.type(name, 'Chrome on Mac{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('It was canceled.');
    jest.mocked(createPasskey).mockResolvedValueOnce('{"id":"x"}');
    api.set(STATE, { ...ONE_FACTOR, passkeys: [MAC_PASSKEY] });
    await clickButton(COPY.passkeys.create);
    expect(await screen.findByText(COPY.passkey('Chrome on Mac'))).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(createPasskey).toHaveBeenLastCalledWith(options);
    expect(await api.bodies(ADD_PASSKEY)).toEqual([{ name: 'Chrome on Mac', credential: '{"id":"x"}' }]);
  });

  it.each([
    [ACTIVATE, COPY.turnOn, COPY.setup.activate],
    [ADD_PASSKEY, COPY.passkeys.add, COPY.passkeys.create],
  ])('shows the recovery codes even if Escape is pressed during %s', async (request, startButton, finishButton) => {
    jest.mocked(createPasskey).mockResolvedValue('{"id":"x"}');
    const api = renderSection({ [STATE]: NO_FACTORS, [START]: SETUP, [OPTIONS]: { options: {} } });
    const respond = api.hold(request);
    await clickButton(startButton);
    await userEvent.type(await screen.findByRole('textbox'), '492039');
    await clickButton(finishButton);
    await userEvent.keyboard('{Escape}');
    respond({ recoveryCodes: RECOVERY_CODES });
    expect(await screen.findByText('aaaaa-11111')).toBeVisible();
  });

  it('does not offer passkeys if they are unavailable', async () => {
    renderSection({ [STATE]: { ...NO_FACTORS, arePasskeysAvailable: false } });
    expect(await screen.findByRole('button', { name: COPY.turnOn })).toBeVisible();
    expect(screen.queryByRole('button', { name: COPY.passkeys.add })).not.toBeInTheDocument();
  });

  it('replaces the recovery codes, and says how many are left', async () => {
    renderSection({
      [STATE]: { ...ONE_FACTOR, recoveryCodesLeft: 1 },
      'POST /api/my/second-factor/recovery-codes': { recoveryCodes: RECOVERY_CODES },
    });
    expect(await screen.findByText(COPY.codesLeft(1))).toBeVisible();
    await clickButton(COPY.codes.renew);
    expect(await screen.findByText(COPY.codes.renewQuestion)).toBeVisible();
    await clickButton(COPY.codes.renew);
    expect(await screen.findByText('aaaaa-11111')).toBeVisible();
  });

  it('removes one of several factors, and turns off when the last one is removed', async () => {
    const api = renderSection({
      [STATE]: { ...ONE_FACTOR, passkeys: [MAC_PASSKEY] },
      'DELETE /api/my/second-factor/passkeys/p1': new FakeResponse(204),
      'DELETE /api/my/second-factor/totp': new FakeResponse(204),
    });
    const removeFactor = async (factor: string, title: string, remainingState: MySecondFactor): Promise<void> => {
      await clickButton(`${COPY.remove.action} ${factor}`);
      const dialog = await screen.findByRole('alertdialog', { name: title });
      api.set(STATE, remainingState);
      await userEvent.click(within(dialog).getByRole('button', { name: COPY.remove.confirm }));
    };
    const passkey = COPY.passkey('Chrome on Mac');
    await removeFactor(passkey, COPY.remove.title(passkey), ONE_FACTOR);
    await waitFor(() => expect(api.requests()).toContain('DELETE /api/my/second-factor/passkeys/p1'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.queryByText(passkey)).not.toBeInTheDocument());
    await removeFactor(COPY.app, COPY.remove.titleLast, NO_FACTORS);
    expect(await screen.findByText(COPY.off)).toBeVisible();
  });

  it('does not offer to remove the last factor when one is required', async () => {
    renderSection({ [STATE]: { ...ONE_FACTOR, isRequired: true } });
    expect(await screen.findByText(COPY.required)).toBeVisible();
    expect(screen.queryByRole('button', { name: `${COPY.remove.action} ${COPY.app}` })).not.toBeInTheDocument();
  });

  it('explains why it is unavailable to users who sign in elsewhere', async () => {
    renderSection({ [STATE]: { ...NO_FACTORS, isAvailable: false } });
    expect(await screen.findByText(COPY.unavailable)).toBeVisible();
    expect(screen.queryByRole('button', { name: COPY.turnOn })).not.toBeInTheDocument();
  });
});
