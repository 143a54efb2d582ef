import { DateTime } from 'luxon';

import { isLive } from '@ringwell/domain/billing/subscription';
import { billingPeriod, type BillingMonths, type UsagePeriod } from '@ringwell/domain/billing/usage-period';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

/** Determines when usage periods start for an account without a subscription. */
export interface Activation {
  activatedAt: Date | null;
  createdAt: Date;
}

/** The stored usage period in which an account changed its time zone. */
export interface MovedPeriod {
  /** The activation that the periods were counted from. A later activation makes this period obsolete. */
  anchor: string;
  startsAt: string;
  /** The next boundary, counted in the new time zone. */
  endsAt: string;
}

interface ZoneSettings {
  timeZone: string | null;
  movedPeriod: MovedPeriod | null;
}

/**
 * Returns the usage period that contains `now`, used everywhere minutes are counted: the number shown to users, the
 * limit, the notices and the reports to Stripe. With a live subscription, it's the billing period, to the second.
 * Without one, it's counted from the account's activation, or else from its creation.
 */
export function currentUsagePeriod(
  activation: Activation,
  settings: BillingMonths & ZoneSettings & { subscriptionStatus: string | null },
  now: Date,
): UsagePeriod {
  const period = isLive(settings.subscriptionStatus) ? billingPeriod(settings, now) : undefined;
  return period ?? periodSinceActivation(activation, settings, now);
}

/**
 * Returns the period for an account without a subscription: from midnight in the account's time zone on the
 * activation's day of the month, or on the last day of a shorter month.
 */
export function periodSinceActivation(activation: Activation, settings: ZoneSettings, now: Date): UsagePeriod {
  const { timeZone, movedPeriod } = settings;
  const anchor = getAnchor(activation);
  const period = getMonthAround(anchor, timeZone, now);
  if (movedPeriod?.anchor !== anchor.toISOString()) return period;
  const [movedStart, movedEnd] = [new Date(movedPeriod.startsAt), new Date(movedPeriod.endsAt)];
  if (movedEnd <= period.startsAt) return period;
  return now < movedEnd ? { startsAt: movedStart, endsAt: movedEnd } : { startsAt: movedEnd, endsAt: period.endsAt };
}

/**
 * Returns the current period when an account changes its time zone. Its start stays the same, so that every minute
 * counts exactly once. Its end moves to midnight in the new zone, or to now if that midnight has passed.
 */
export function movePeriod(
  current: UsagePeriod,
  activation: Activation,
  timeZone: string | null,
  now: Date,
): MovedPeriod {
  const anchor = getAnchor(activation);
  const { startsAt, endsAt } = getMonthAround(anchor, timeZone, current.endsAt);
  const isStartNearer = current.endsAt.getTime() - startsAt.getTime() < endsAt.getTime() - current.endsAt.getTime();
  const end = isStartNearer ? startsAt : endsAt;
  return {
    anchor: anchor.toISOString(),
    startsAt: current.startsAt.toISOString(),
    endsAt: (end < now ? now : end).toISOString(),
  };
}

function getAnchor({ activatedAt, createdAt }: Activation): Date {
  return activatedAt ?? createdAt;
}

function getMonthAround(anchor: Date, timeZone: string | null, now: Date): UsagePeriod {
  const zone = timeZone ?? DEFAULT_TIME_ZONE;
  const [first, local] = [DateTime.fromJSDate(anchor, { zone }), DateTime.fromJSDate(now, { zone })];
  // `startOf` returns the first moment of the day if daylight saving time skips midnight.
  const getBoundary = (months: number): Date => first.plus({ months }).startOf('day').toJSDate();
  const months = (local.year - first.year) * 12 + local.month - first.month;
  const index = now < getBoundary(months) ? months - 1 : months;
  return { startsAt: getBoundary(index), endsAt: getBoundary(index + 1) };
}
