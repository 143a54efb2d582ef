import { INCLUDED_MINUTES } from './plans';
import { isLive } from './subscription';

/** Percent of an account's minutes at which it is told of its usage, in rising order. */
export const NOTICE_LEVELS = [50, 80, 100] as const;
export type NoticeLevel = (typeof NOTICE_LEVELS)[number];

/** The minutes of a month that an account goes by: a limit, beyond which calls are not processed, or what its plan includes. */
export interface MinuteAllowance {
  kind: 'limit' | 'included';
  minutes: number;
}

/** `undefined` for accounts without a limit and without a plan, and where the limit lets nothing through anyway. */
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

/** The levels that usage has reached. */
export function reachedLevels(usedMinutes: number, allowedMinutes: number): NoticeLevel[] {
  return NOTICE_LEVELS.filter((level) => usedMinutes * 100 >= allowedMinutes * level);
}
