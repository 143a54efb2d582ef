/** One usage month: `startsAt` belongs to it, `endsAt` does not. Both are 00:00 UTC. */
export interface UsagePeriod {
  startsAt: Date;
  endsAt: Date;
}

/**
 * The usage month that `now` falls in. Months begin at 00:00 UTC on the anchor's day of the month; where a month is too
 * short for that day, on its last day.
 * @param anchor when the account was activated, or else created
 */
export function usagePeriod(anchor: Date, now: Date): UsagePeriod {
  const day = anchor.getUTCDate();
  const thisMonth = startOfPeriod(now.getUTCFullYear(), now.getUTCMonth(), day);
  if (now >= thisMonth) {
    return { startsAt: thisMonth, endsAt: startOfPeriod(now.getUTCFullYear(), now.getUTCMonth() + 1, day) };
  }
  return { startsAt: startOfPeriod(now.getUTCFullYear(), now.getUTCMonth() - 1, day), endsAt: thisMonth };
}

function startOfPeriod(year: number, month: number, day: number): Date {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, lastDay)));
}

/** Seconds as billed minutes: a decimal string with two places. */
export function usageMinutes(durationSeconds: number): string {
  return (Math.round((durationSeconds / 60) * 100) / 100).toFixed(2);
}
