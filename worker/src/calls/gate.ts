import type { AccountStatus } from '@ringwell/database/accounts/account.entity';
import { SKIP_REASONS, type CallDirection, type CallSource, type SkipReason } from '@ringwell/domain/calls/call';
import { findIneligibilityReason, type EligibilityRules } from '@ringwell/domain/calls/call-eligibility';
import { EarlyEnd } from '@ringwell/domain/errors/early-end';

export interface GateSettings extends EligibilityRules {
  active: boolean;
  usageLimitEnabled: boolean;
  monthlyMinuteLimit: number;
}

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
 * Demo calls and calls whose minutes were already counted aren't checked: reprocessing is free, and skipping would only
 * hide the existing result. Demo calls that count are still subject to the minute limit.
 */
export function chooseGateSettings(
  call: { source: CallSource; wasCounted: boolean; status: AccountStatus },
  settings: GateSettings,
): GateSettings {
  if (call.wasCounted) return OPEN_GATE;
  if (call.source !== 'demo') return settings;
  const { usageLimitEnabled, monthlyMinuteLimit } = settings;
  return countsMinutes(call, call) ? { ...OPEN_GATE, usageLimitEnabled, monthlyMinuteLimit } : OPEN_GATE;
}

/** Whether a call counts toward its account's minutes. Only demo accounts' demo uploads don't. */
export function countsMinutes({ source }: { source: CallSource }, { status }: { status: AccountStatus }): boolean {
  return source !== 'demo' || status === 'active';
}

/** Thrown for a call that isn't processed. This isn't an error; the run ends as `skipped`. */
export class CallSkipped extends EarlyEnd {
  /** @param limit the limit that stopped the call: minimum seconds or monthly minutes */
  constructor(
    readonly reason: SkipReason,
    readonly limit: number | null = null,
    readonly durationSeconds: number | null = null,
  ) {
    super(SKIP_REASONS[reason]);
    this.name = 'CallSkipped';
  }
}

/** Demo accounts can only process demo calls. The account may have been active when the call arrived. */
export function checkAccount({ source }: { source: CallSource }, { status }: { status: AccountStatus }): void {
  if (status !== 'active' && source !== 'demo') throw new CallSkipped('account_inactive');
}

/** Skips calls that went unanswered according to ServiceTitan. They're stored because they may be leads. */
export function assertAnswered({ skipReason }: { skipReason: SkipReason | null }): void {
  if (skipReason === 'abandoned') throw new CallSkipped('abandoned');
}

export function checkSwitches(settings: GateSettings, direction: CallDirection | null): void {
  if (!settings.active) throw new CallSkipped('account_inactive');
  checkEligibility(settings, direction, null);
}

/** @param usedMinutes in the account's current month; excludes calls in progress, so a burst can exceed the limit */
export function checkMinuteLimit(settings: GateSettings, usedMinutes: number): void {
  if (settings.usageLimitEnabled && usedMinutes >= settings.monthlyMinuteLimit)
    throw new CallSkipped('minute_limit', settings.monthlyMinuteLimit);
}

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
  const minimum = reason === 'too_short' ? minimumSeconds(settings, direction) : null;
  if (reason) throw new CallSkipped(reason, minimum, durationSeconds);
}

function minimumSeconds(settings: GateSettings, direction: CallDirection | null): number {
  return direction === 'outbound' ? settings.outboundMinCallTime : settings.inboundMinCallTime;
}
