import {
  checkAccount,
  checkMinuteLimit,
  checkRecording,
  checkSwitches,
  chooseGateSettings,
  type GateSettings,
} from './gate';

const settings: GateSettings = {
  active: true,
  inboundCallsEnabled: true,
  inboundMinCallTime: 60,
  outboundCallsEnabled: true,
  outboundMinCallTime: 90,
  usageLimitEnabled: false,
  monthlyMinuteLimit: 1_000,
};
const skippedError = (reason: string, limit: number | null = null): Error =>
  expect.objectContaining({ reason, limit }) as Error;

describe('gate', () => {
  it('skips every call of an account whose processing is turned off', () => {
    expect(() => checkSwitches({ ...settings, active: false }, null)).toThrow(skippedError('account_inactive'));
  });

  it('skips every call of a demo account, except demo calls', () => {
    expect(() => checkAccount({ source: 'n8n' }, { status: 'demo' })).toThrow(skippedError('account_inactive'));
    expect(() => checkAccount({ source: 'demo' }, { status: 'demo' })).not.toThrow();
    expect(() => checkAccount({ source: 'n8n' }, { status: 'active' })).not.toThrow();
  });

  it('only skips calls in the direction that is turned off', () => {
    const inboundOff = { ...settings, inboundCallsEnabled: false };
    expect(() => checkSwitches(inboundOff, 'inbound')).toThrow(skippedError('direction_disabled'));
    expect(() => checkSwitches(inboundOff, 'outbound')).not.toThrow();
    expect(() => checkSwitches({ ...settings, outboundCallsEnabled: false }, 'outbound')).toThrow(
      skippedError('direction_disabled'),
    );
    expect(() => checkSwitches(inboundOff, null)).not.toThrow();
  });

  it.each([
    ['inbound', 59.99, true],
    ['inbound', 60, false],
    ['outbound', 89, true],
    ['outbound', 90, false],
    [null, 1, false],
  ] as const)('checks the length of an %s call of %d s (too short: %s)', (direction, durationSeconds, isTooShort) => {
    const check = (): void => checkRecording(settings, direction, { durationSeconds, speechSeconds: 1 });
    if (isTooShort) expect(check).toThrow(skippedError('too_short', direction === 'outbound' ? 90 : 60));
    else expect(check).not.toThrow();
  });

  it('skips a recording without speech', () => {
    expect(() => checkRecording(settings, null, { durationSeconds: 300, speechSeconds: 0 })).toThrow(
      skippedError('no_speech'),
    );
  });

  it('skips calls over the monthly limit if the limit is on', () => {
    expect(() => checkMinuteLimit({ ...settings, usageLimitEnabled: true }, 1_000)).toThrow(
      skippedError('minute_limit', 1_000),
    );
    expect(() => checkMinuteLimit({ ...settings, usageLimitEnabled: true }, 999.99)).not.toThrow();
    expect(() => checkMinuteLimit(settings, 5_000)).not.toThrow();
  });

  it('accepts demo calls with speech, whatever the settings', () => {
    const closedSettings: GateSettings = {
      active: false,
      inboundCallsEnabled: false,
      inboundMinCallTime: 600,
      outboundCallsEnabled: false,
      outboundMinCallTime: 600,
      usageLimitEnabled: true,
      monthlyMinuteLimit: 0,
    };
    for (const openSettings of [
      chooseGateSettings({ source: 'demo', wasCounted: false, status: 'demo' }, closedSettings),
      chooseGateSettings({ source: 'n8n', wasCounted: true, status: 'active' }, closedSettings),
    ]) {
      for (const direction of ['inbound', 'outbound', null] as const) {
        expect(() => checkSwitches(openSettings, direction)).not.toThrow();
        expect(() => checkRecording(openSettings, direction, { durationSeconds: 1, speechSeconds: 1 })).not.toThrow();
      }
      expect(() => checkMinuteLimit(openSettings, 5_000)).not.toThrow();
      expect(() => checkRecording(openSettings, null, { durationSeconds: 1, speechSeconds: 0 })).toThrow(
        skippedError('no_speech'),
      );
    }
    const demoSettings = chooseGateSettings({ source: 'demo', wasCounted: false, status: 'active' }, closedSettings);
    expect(() => checkSwitches(demoSettings, null)).not.toThrow();
    expect(() => checkMinuteLimit(demoSettings, 5_000)).toThrow(skippedError('minute_limit', 0));
    const n8nSettings = chooseGateSettings({ source: 'n8n', wasCounted: false, status: 'active' }, closedSettings);
    expect(() => checkSwitches(n8nSettings, null)).toThrow(skippedError('account_inactive'));
  });
});
