import { wilsonInterval } from './accuracy';
import { UNBOOKED, type Booking } from './booking';
import { toPercentagePoints } from './happiness';

/** With fewer leads, the rate would mostly reflect chance. */
export const MIN_LEADS = 20;

/** All bookings except `unclear`, in display order. */
export const COUNTED_BOOKINGS = ['booked', ...UNBOOKED, 'not_a_lead'] as const satisfies readonly Booking[];

/** Calls with a ServiceTitan job, by judged booking. */
export const CONFIRMED_BOOKINGS = ['confirmed_booked', 'confirmed_not_booked', 'confirmed_not_a_lead'] as const;

/** Unbooked calls, by whether the agent asked to book. */
export const ASKED_COUNTS = ['asked', 'not_asked'] as const;

/** Outbound calls, by whether they reached a person. */
export const REACHED_COUNTS = ['reached', 'not_reached'] as const;

export const BOOKING_COUNTS = [...COUNTED_BOOKINGS, ...CONFIRMED_BOOKINGS, ...ASKED_COUNTS, ...REACHED_COUNTS] as const;

export type BookingCounts = Record<(typeof BOOKING_COUNTS)[number], number>;

/** A percentage, with the bounds of its 95% confidence interval. */
export interface BookingRate {
  rate: number;
  low: number;
  high: number;
}

export const NO_BOOKINGS = Object.fromEntries(BOOKING_COUNTS.map((name) => [name, 0])) as Readonly<BookingCounts>;

export function sumBookings(counts: readonly BookingCounts[]): BookingCounts {
  const sums = BOOKING_COUNTS.map((name) => [name, counts.reduce((sum, item) => sum + item[name], 0)]);
  return Object.fromEntries(sums) as BookingCounts;
}

export function countUnbooked(counts: BookingCounts): number {
  return UNBOOKED.reduce((sum, name) => sum + counts[name], 0);
}

export function countLeads(counts: BookingCounts): number {
  return counts.booked + countUnbooked(counts);
}

export function bookingRate(counts: BookingCounts): BookingRate | null {
  return computeRate(counts.booked, countLeads(counts));
}

/** Returns a percentage with its Wilson interval, or `null` if the total is below `MIN_LEADS`. */
export function computeRate(part: number, total: number): BookingRate | null {
  if (total < MIN_LEADS) return null;
  const { low, high } = wilsonInterval(part, total);
  return { rate: toPercentagePoints(part / total), low: toPercentagePoints(low), high: toPercentagePoints(high) };
}

/**
 * Returns the change in the booking rate in points, with Newcombe's interval (1998, method 10), or `null` if there were
 * too few leads.
 */
export function bookingChange(previous: BookingCounts, current: BookingCounts): BookingRate | null {
  const [previousRate, currentRate] = [bookingRate(previous), bookingRate(current)];
  if (!previousRate || !currentRate) return null;
  const [earlier, later] = [previous, current].map((counts) => {
    const fraction = counts.booked / countLeads(counts);
    const { low, high } = wilsonInterval(counts.booked, countLeads(counts));
    return { fraction, below: fraction - low, above: high - fraction };
  }) as [RateSpread, RateSpread];
  const change = later.fraction - earlier.fraction;
  return {
    rate: currentRate.rate - previousRate.rate,
    low: toPercentagePoints(change - Math.hypot(later.below, earlier.above)),
    high: toPercentagePoints(change + Math.hypot(later.above, earlier.below)),
  };
}

/**
 * Describes the rate in words: "54% of 120 leads were booked, better than in the previous 30 days".
 * @param change null omits the comparison
 * @param reference completes "better than"
 */
export function describeRate(
  { rate, leads: leadCount }: { rate: number | null; leads: number },
  change: { points: number; isClear: boolean } | null,
  reference: string,
): string {
  const sentence = `${rate}% of ${leadCount.toLocaleString('en-US')} leads were booked`;
  if (change === null) return sentence;
  if (!change.isClear) return `${sentence}, about the same as ${reference}`;
  return `${sentence}, ${change.points > 0 ? 'better' : 'worse'} than ${reference}`;
}

interface RateSpread {
  fraction: number;
  below: number;
  above: number;
}
