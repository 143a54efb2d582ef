import { INCLUDED_MINUTES } from './plans';
import { isLive } from './subscription';

/** Percentages of an account's minutes at which it's notified of its usage, in ascending order. */
export const USAGE_NOTICE_LEVELS = [50, 80, 100] as const;
export type UsageNoticeLevel = (typeof USAGE_NOTICE_LEVELS)[number];

/**
 * An account's minutes per month: the limit after which calls aren't processed, or the minutes included in its plan.
 */
export interface MinuteAllowance {
  kind: 'limit' | 'included';
  minutes: number;
}

/** Returns `undefined` if there's neither a limit nor a plan, or if the limit is 0. */
export function minuteAllowance({
  usageLimitEnabled,
  monthlyMinuteLimit,
  subscriptionStatus,
}: {
  usageLimitEnabled: boolean;
  monthlyMinuteLimit: number;
  subscriptionStatus: string | null;
}): MinuteAllowance | undefined {
  if (usageLimitEnabled) return monthlyMinuteLimit > 0 ? { kind: 'limit', minutes: monthlyMinuteLimit } : undefined;
  return isLive(subscriptionStatus) ? { kind: 'included', minutes: INCLUDED_MINUTES } : undefined;
}

export function reachedNoticeLevels(usedMinutes: number, allowedMinutes: number): UsageNoticeLevel[] {
  return USAGE_NOTICE_LEVELS.filter((level) => usedMinutes * 100 >= allowedMinutes * level);
}
