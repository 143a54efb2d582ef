import type { CallDirection, SkipReason } from './call';

/** An account's settings that determine which calls are processed. Minimum lengths are in seconds. */
export interface EligibilityRules {
  inboundCallsEnabled: boolean;
  inboundMinCallTime: number;
  outboundCallsEnabled: boolean;
  outboundMinCallTime: number;
}

/**
 * Returns why an account's rules exclude a call, or `null` if they don't. Processing is billed, so eligibility is only
 * decided here. A call without a direction is always eligible. A call of exactly the minimum length is long enough.
 * @param durationSeconds `null` while unknown, in which case only the direction is checked
 */
export function findIneligibilityReason(
  rules: EligibilityRules,
  direction: CallDirection | null,
  durationSeconds: number | null,
): Extract<SkipReason, 'direction_disabled' | 'too_short'> | null {
  if (direction === null) return null;
  const [isEnabled, minimumSeconds] =
    direction === 'inbound'
      ? [rules.inboundCallsEnabled, rules.inboundMinCallTime]
      : [rules.outboundCallsEnabled, rules.outboundMinCallTime];
  if (!isEnabled) return 'direction_disabled';
  return durationSeconds !== null && durationSeconds < minimumSeconds ? 'too_short' : null;
}
