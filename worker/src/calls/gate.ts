import { SKIP_REASONS, type CallDirection, type CallSource, type SkipReason } from '@ringwell/domain/call';
import { findIneligibilityReason, type EligibilityRules } from '@ringwell/domain/call-eligibility';

/** What the gate reads of an account's settings. */
export interface GateSettings extends EligibilityRules {
  active: boolean;
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

/** Checks that need no recording. */
export function checkSwitches(settings: GateSettings, direction: CallDirection | null): void {
  if (!settings.active) throw new CallSkipped('account_inactive');
  checkEligibility(settings, direction, null);
}

/** @param usedMinutes recorded in the account's current month; calls in flight do not count, so a burst may overshoot */
export function checkMinuteLimit(settings: GateSettings, usedMinutes: number): void {
  if (settings.usageLimitEnabled && usedMinutes >= settings.monthlyMinuteLimit) throw new CallSkipped('minute_limit');
}

/** Checks that need the probe. */
export function checkRecording(
  settings: GateSettings,
  direction: CallDirection | null,
  probe: { durationSeconds: number; speechSeconds: number },
): void {
  checkEligibility(settings, direction, probe.durationSeconds);
  if (probe.speechSeconds === 0) throw new CallSkipped('no_speech');
}

function checkEligibility(
  settings: GateSettings,
  direction: CallDirection | null,
  durationSeconds: number | null,
): void {
  const reason = findIneligibilityReason(settings, direction, durationSeconds);
  if (reason) throw new CallSkipped(reason);
}
