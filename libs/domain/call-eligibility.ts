import type { CallDirection, SkipReason } from './call';

/** What an account sets for the calls it wants processed. Minimum lengths are seconds. */
export interface EligibilityRules {
  inboundCallsEnabled: boolean;
  inboundMinCallTime: number;
  outboundCallsEnabled: boolean;
  outboundMinCallTime: number;
}

/**
 * Why an account's rules exclude a call; `null` when they do not. Processing a call is billed, so only this function
 * decides it. A call without a direction is subject to neither switches nor minimum lengths. A call of exactly the
 * minimum length is long enough.
 * @param durationSeconds `null` while the length is unknown; then only the direction counts
 */
export function ineligibilityOf(
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
