import { isLive } from './subscription';

/** One usage month: `startsAt` belongs to it, `endsAt` does not. */
export interface UsagePeriod {
  startsAt: Date;
  endsAt: Date;
}

/** What an account knows of the months that its subscription is charged by; all null before Stripe was asked. */
export interface BillingMonths {
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  billingAnchor: Date | null;
}

/**
 * The usage month that `now` falls in, for everything that counts minutes: the figure that people see, the limit, the
 * notices and what is reported to Stripe. With a live subscription it is the month that is charged, to the second;
 * without one it is counted from when the account was activated, or else created.
 */
export function usagePeriodOf(
  { activatedAt, createdAt }: { activatedAt: Date | null; createdAt: Date },
  subscription: BillingMonths & { subscriptionStatus: string | null },
  now: Date,
): UsagePeriod {
  const billed = isLive(subscription.subscriptionStatus) ? billingPeriod(subscription, now) : undefined;
  return billed ?? usagePeriod(activatedAt ?? createdAt, now);
}

/**
 * The month that a subscription is charged by at `now`: the one that Stripe named, or, where its next one was not
 * reported yet, the month by the anchor. `undefined` before Stripe was asked.
 */
export function billingPeriod(
  { currentPeriodStart: startsAt, currentPeriodEnd: endsAt, billingAnchor }: BillingMonths,
  now: Date,
): UsagePeriod | undefined {
  if (!startsAt || !endsAt) return undefined;
  return startsAt <= now && now < endsAt ? { startsAt, endsAt } : monthAround(now, billingAnchor ?? startsAt);
}

/**
 * The usage month of an account without a subscription. Months begin at 00:00 UTC on the anchor's day of the month;
 * where a month is too short for that day, on its last day.
 * @param anchor when the account was activated, or else created
 */
export function usagePeriod(anchor: Date, now: Date): UsagePeriod {
  return monthAround(now, new Date(Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth(), anchor.getUTCDate())));
}

/**
 * The month that `now` falls in. Each begins on the anchor's day at its time, in months too short for that day on their
 * last day: as Stripe does it. https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
function monthAround(now: Date, anchor: Date): UsagePeriod {
  const months = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  const first = now < monthsAfter(anchor, months) ? months - 1 : months;
  return { startsAt: monthsAfter(anchor, first), endsAt: monthsAfter(anchor, first + 1) };
}

function monthsAfter(anchor: Date, months: number): Date {
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(anchor);
  moved.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay));
  return moved;
}

/** Seconds as billed minutes: a decimal string with two places. */
export function usageMinutes(durationSeconds: number): string {
  return (Math.round((durationSeconds / 60) * 100) / 100).toFixed(2);
}
