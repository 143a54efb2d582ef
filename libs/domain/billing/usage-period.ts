/** From `startsAt` (inclusive) to `endsAt` (exclusive). */
export interface UsagePeriod {
  startsAt: Date;
  endsAt: Date;
}

/** The billing periods of an account's subscription, as stored. All `null` until they have been read from Stripe. */
export interface BillingMonths {
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  billingAnchor: Date | null;
}

/**
 * Returns the billing period that contains `now`. If Stripe hasn't reported the next period yet, it's derived from the
 * billing anchor. Returns `undefined` until the periods have been read from Stripe.
 */
export function billingPeriod(
  { currentPeriodStart: startsAt, currentPeriodEnd: endsAt, billingAnchor }: BillingMonths,
  now: Date,
): UsagePeriod | undefined {
  if (!startsAt || !endsAt) return undefined;
  return startsAt <= now && now < endsAt ? { startsAt, endsAt } : monthContaining(now, billingAnchor ?? startsAt);
}

// The month that contains `now`. Months start on the anchor's day and time, or on the last day of a shorter month, as
// in Stripe: https://docs.stripe.com/billing/subscriptions/billing-cycle
function monthContaining(now: Date, anchor: Date): UsagePeriod {
  const months = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  const startMonth = now < addMonths(anchor, months) ? months - 1 : months;
  return { startsAt: addMonths(anchor, startMonth), endsAt: addMonths(anchor, startMonth + 1) };
}

function addMonths(anchor: Date, months: number): Date {
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const result = new Date(anchor);
  result.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay));
  return result;
}

/** Converts seconds to billed minutes: a decimal string with two places. */
export function usageMinutes(durationSeconds: number): string {
  return (Math.round((durationSeconds / 60) * 100) / 100).toFixed(2);
}
