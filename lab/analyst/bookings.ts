import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { getAskedToBook, BOOKINGS, type AskedToBook, type Booking } from '@ringwell/domain/calls/booking';

import { roundToThousandths } from './measurement/scores';

// Maps readers' reasons to bookings. Merges reasons that are rare or that mean the same thing to the office.
const NOT_BOOKED_BY_REASON = {
  price: 'not_booked_undecided',
  thinking: 'not_booked_undecided',
  must_ask: 'not_booked_undecided',
  not_reached: 'not_booked_unreached',
  no_slot: 'not_booked_other',
  outside_area: 'not_booked_other',
  not_offered: 'not_booked_other',
  agent_did_not_ask: 'not_booked_other',
  other: 'not_booked_other',
} as const satisfies Record<string, Booking>;

const bookingLabelShape = {
  booking: z.enum(['booked', 'not_booked', 'not_a_lead', 'unclear']),
  reason: z.enum(Object.keys(NOT_BOOKED_BY_REASON) as (keyof typeof NOT_BOOKED_BY_REASON)[]).nullable(),
};
const labeledBookingSchema = z.strictObject({
  id: z.string(),
  ...bookingLabelShape,
  /** Whether the agent asked the customer to book. */
  asked: z.boolean().nullable(),
  /** The turn that best shows the booking. */
  turn: z.int(),
  /** A second reader's answer, given without seeing the first. */
  second: z.strictObject(bookingLabelShape).optional(),
});

interface Pair {
  predicted: Booking;
  actual: Booking;
}

/** Readers' bookings for training calls, by call ID. */
export function loadBookings(path = join(__dirname, 'bookings.jsonl')): ReadonlyMap<string, Booking> {
  return new Map(readCalls(path).map((call) => [call.id, toBooking(call)]));
}

/**
 * One reader's answers to whether the agent asked the customer to book, by call ID. Includes only calls on which the
 * agent could have asked.
 */
export function loadAskedLabels(path = join(__dirname, 'bookings.jsonl')): ReadonlyMap<string, AskedToBook> {
  const labels = readCalls(path).map(
    (call) =>
      [call.id, getAskedToBook({ booking: toBooking(call), asked: call.asked ? 'asked' : 'not_asked' })] as const,
  );
  return new Map(labels.filter((label): label is [string, AskedToBook] => label[1] !== null));
}

/** `clear`: fraction of calls that say whether the agent asked. `correct`: fraction of those that are correct. */
export function scoreAsked(pairs: readonly { predicted: AskedToBook; actual: AskedToBook }[]): {
  calls: number;
  clear: number;
  correct: number;
} {
  const clearPairs = pairs.filter(({ predicted }) => predicted !== 'unclear');
  const correctPairs = clearPairs.filter((pair) => pair.predicted === pair.actual);
  return {
    calls: pairs.length,
    clear: computeFraction(clearPairs, pairs),
    correct: computeFraction(correctPairs, clearPairs),
  };
}

/** Measures how often two readers of the same calls agree, which is the best score we can expect from a judge. */
export function measureReaderAgreement(path = join(__dirname, 'bookings.jsonl')): ReturnType<typeof scoreBookings> {
  return scoreBookings(
    readCalls(path).flatMap((call) =>
      call.second ? [{ predicted: toBooking(call.second), actual: toBooking(call) }] : [],
    ),
  );
}

/**
 * `correct`: fraction of clear answers (booked, not booked or not a lead) that are correct. `reasonCorrect`: fraction
 * of correct "not booked" answers with the correct reason. `predictions`: how often each answer was predicted, by the
 * reader's answer.
 */
export function scoreBookings(pairs: readonly Pair[]): {
  calls: number;
  clear: number;
  correct: number;
  reasonCorrect: number;
  predictions: Partial<Record<Booking, Partial<Record<Booking, number>>>>;
} {
  const clearPairs = pairs.filter(({ predicted }) => predicted !== 'unclear');
  const correctPairs = clearPairs.filter((pair) => withoutReason(pair.predicted) === withoutReason(pair.actual));
  const correctNotBooked = correctPairs.filter(({ actual }) => withoutReason(actual) === 'not_booked');
  return {
    calls: pairs.length,
    clear: computeFraction(clearPairs, pairs),
    correct: computeFraction(correctPairs, clearPairs),
    reasonCorrect: computeFraction(
      correctNotBooked.filter((pair) => pair.predicted === pair.actual),
      correctNotBooked,
    ),
    predictions: Object.fromEntries(
      BOOKINGS.map((actual) => [actual, countBookings(pairs.filter((pair) => pair.actual === actual))]).filter(
        ([, counts]) => Object.keys(counts as object).length > 0,
      ),
    ) as Partial<Record<Booking, Partial<Record<Booking, number>>>>,
  };
}

function computeFraction(part: readonly unknown[], total: readonly unknown[]): number {
  return roundToThousandths(part.length / Math.max(1, total.length));
}

function countBookings(pairs: readonly Pair[]): Partial<Record<Booking, number>> {
  const counts: Partial<Record<Booking, number>> = {};
  for (const { predicted } of pairs) counts[predicted] = (counts[predicted] ?? 0) + 1;
  return counts;
}

function withoutReason(booking: Booking): string {
  return booking.startsWith('not_booked') ? 'not_booked' : booking;
}

function toBooking({ booking, reason }: z.infer<typeof labeledBookingSchema>['second'] & object): Booking {
  return booking === 'not_booked' ? NOT_BOOKED_BY_REASON[reason ?? 'other'] : booking;
}

function readCalls(path: string): z.infer<typeof labeledBookingSchema>[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => labeledBookingSchema.parse(JSON.parse(line)));
}
