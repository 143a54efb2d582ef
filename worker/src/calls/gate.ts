import { SKIP_REASONS, type CallDirection, type CallSource, type SkipReason } from '@ringwell/domain/call';

/** What the gate reads of an account's settings. Minimum lengths are seconds. */
export interface GateSettings {
  active: boolean;
  inboundCallsEnabled: boolean;
  inboundMinCallTime: number;
  outboundCallsEnabled: boolean;
  outboundMinCallTime: number;
  usageLimitEnabled: boolean;
  monthlyMinuteLimit: number;
}

/** No switch, minimum or limit of the account stands in the way. */
const OPEN_GATE: GateSettings = {
  active: true,
  inboundCallsEnabled: true,
  inboundMinCallTime: 0,
  outboundCallsEnabled: true,
  outboundMinCallTime: 0,
  usageLimitEnabled: false,
  monthlyMinuteLimit: 0,
};

/**
 * What the gate goes by for a call. It is open to demos, which show what the product can do, and to a call that was counted
 * before: processing it again costs its owner nothing, and a skip would only hide the result that is there.
 */
export function gateSettingsFor(
  call: { source: CallSource; wasCounted: boolean },
  settings: GateSettings,
): GateSettings {
  return call.source === 'demo' || call.wasCounted ? OPEN_GATE : settings;
}

/** Signals that a call is not to be processed. Not an error: the run ends as `skipped`. */
export class CallSkipped extends Error {
  constructor(readonly reason: SkipReason) {
    super(SKIP_REASONS[reason]);
    this.name = 'CallSkipped';
  }
}

/** Checks that need no recording. Without a direction there is no direction switch. */
export function checkSwitches(settings: GateSettings, direction: CallDirection | null): void {
  if (!settings.active) throw new CallSkipped('account_inactive');
  if (direction === 'inbound' && !settings.inboundCallsEnabled) throw new CallSkipped('direction_disabled');
  if (direction === 'outbound' && !settings.outboundCallsEnabled) throw new CallSkipped('direction_disabled');
}

/** @param usedMinutes recorded in the account's current month; calls in flight do not count, so a burst may overshoot */
export function checkMinuteLimit(settings: GateSettings, usedMinutes: number): void {
  if (settings.usageLimitEnabled && usedMinutes >= settings.monthlyMinuteLimit) throw new CallSkipped('minute_limit');
}

/** Checks that need the probe. Without a direction there is no minimum length. */
export function checkRecording(
  settings: GateSettings,
  direction: CallDirection | null,
  probe: { durationSeconds: number; speechSeconds: number },
): void {
  const minimum =
    direction === 'inbound' ? settings.inboundMinCallTime : direction === 'outbound' ? settings.outboundMinCallTime : 0;
  if (probe.durationSeconds < minimum) throw new CallSkipped('too_short');
  if (probe.speechSeconds === 0) throw new CallSkipped('no_speech');
}
