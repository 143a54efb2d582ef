import type { UsagePeriod } from './usage-period';

/** UTC days, written `YYYY-MM-DD`: `from` belongs to the range, `until` does not. */
export interface DayRange {
  from: string;
  until: string;
}

/** Days that a report looks back when nobody says how many. */
export const DEFAULT_REPORT_DAYS = 30;
/** The longest report: ten years. */
export const MAX_REPORT_DAYS = 3_650;

/** Every day that anything can be recorded on. */
export const ALL_DAYS: DayRange = { from: '0001-01-01', until: '9999-12-31' };

const DAY_MS = 86_400_000;

/** The UTC day of a moment. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The day of `now` and those before it. @param days how many in all, from 1 */
export function lastDays(days: number, now: Date): DayRange {
  return {
    from: utcDay(new Date(now.getTime() - (days - 1) * DAY_MS)),
    until: utcDay(new Date(now.getTime() + DAY_MS)),
  };
}

/**
 * Where a usage month is counted: its whole UTC days by the day, and what it has of the days at its ends by the record.
 */
export interface PeriodParts {
  days: DayRange;
  /** From the begin of the month to the next midnight; empty when it begins at midnight. */
  head: UsagePeriod;
  /** From the last midnight to the end of the month; empty when it ends at midnight. */
  tail: UsagePeriod;
}

export function partsOf({ startsAt, endsAt }: UsagePeriod): PeriodParts {
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

/** The weeks, from Monday, that cover the days, but for up to three days at the start that are cheaper added than a week's others taken off. */
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
