import type { UsagePeriod } from './usage-period';

/** UTC days as `YYYY-MM-DD`, from `from` (inclusive) to `until` (exclusive). */
export interface DayRange {
  from: string;
  until: string;
}

export const DEFAULT_REPORT_DAYS = 30;
export const MAX_REPORT_DAYS = 3_650;

const DAY_MS = 86_400_000;

export function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Returns the start of the UTC hour, in ISO 8601. */
export function utcHour(time: Date): string {
  return `${time.toISOString().slice(0, 13)}:00:00Z`;
}

/** Returns the last `days` days, including today. */
export function lastDays(days: number, now: Date): DayRange {
  return {
    from: utcDay(new Date(now.getTime() - (days - 1) * DAY_MS)),
    until: utcDay(new Date(now.getTime() + DAY_MS)),
  };
}

/**
 * A usage period, split into whole UTC days, which are summed from the daily totals, and the partial days at both ends,
 * which are summed from the records.
 */
export interface PeriodParts {
  days: DayRange;
  /** From the period's start to the next midnight. Empty if it starts at midnight. */
  head: UsagePeriod;
  /** From the last midnight to the period's end. Empty if it ends at midnight. */
  tail: UsagePeriod;
}

export function splitPeriod({ startsAt, endsAt }: UsagePeriod): PeriodParts {
  const [firstMidnight, lastMidnight] = [
    new Date(Math.ceil(startsAt.getTime() / DAY_MS) * DAY_MS),
    new Date(Math.floor(endsAt.getTime() / DAY_MS) * DAY_MS),
  ];
  if (firstMidnight > lastMidnight) {
    return {
      days: { from: utcDay(firstMidnight), until: utcDay(firstMidnight) },
      head: { startsAt, endsAt },
      tail: { startsAt: endsAt, endsAt },
    };
  }
  return {
    days: { from: utcDay(firstMidnight), until: utcDay(lastMidnight) },
    head: { startsAt, endsAt: firstMidnight },
    tail: { startsAt: lastMidnight, endsAt },
  };
}

/**
 * Returns the weeks (starting on Monday) whose totals need the fewest daily corrections. They cover the days, except
 * for up to three at the start, which are cheaper to add than the rest of the week would be to subtract.
 */
export function nearestWeeks({ from, until }: DayRange): DayRange {
  const sinceMonday = daysSinceMonday(from);
  return {
    from: daysAfter(from, sinceMonday <= 3 ? -sinceMonday : 7 - sinceMonday),
    until: daysAfter(until, (7 - daysSinceMonday(until)) % 7),
  };
}

function daysAfter(day: string, days: number): string {
  return utcDay(new Date(Date.parse(day) + days * DAY_MS));
}

function daysSinceMonday(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}
