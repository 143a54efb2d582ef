import type { CallDirection } from './call';

/**
 * What a call led to, in display order. Unbooked leads are distinguished only by reasons that different readers agree
 * on.
 */
export const BOOKINGS = [
  'booked',
  'not_booked_undecided',
  'not_booked_unreached',
  'not_booked_other',
  'not_a_lead',
  'unclear',
] as const;
export type Booking = (typeof BOOKINGS)[number];

/** Outcomes for customers who wanted new work and may still be won. */
export const UNBOOKED = [
  'not_booked_undecided',
  'not_booked_unreached',
  'not_booked_other',
] as const satisfies readonly Booking[];
export type Unbooked = (typeof UNBOOKED)[number];

export function isUnbooked(booking: Booking | null | undefined): booking is Unbooked {
  return (UNBOOKED as readonly (Booking | null | undefined)[]).includes(booking);
}

export const BOOKING_NAMES: Record<Booking, string> = {
  booked: 'Booked',
  not_booked_undecided: 'Not booked: still deciding',
  not_booked_unreached: 'Not booked: not reached',
  not_booked_other: 'Not booked',
  not_a_lead: 'Not a lead',
  unclear: 'Unclear',
};

/** Definitions of the bookings for people and language models. */
export const BOOKING_DEFINITIONS: Record<Booking, string> = {
  booked:
    'By the end of this call new work is in place: a visit, an estimate or a job with a day or time, or the customer has accepted a quote, a membership or a sale.',
  not_booked_undecided:
    'New work was wanted or offered, and the customer finds it too expensive, compares, thinks it over, or must ask somebody first.',
  not_booked_unreached:
    'New work was wanted or offered, but the caller hung up, was cut off, left or reached a voicemail, or reached nobody who could help.',
  not_booked_other:
    'New work was wanted or offered, and the call ended without it for any other reason, also when the company has to call back with a time or a price.',
  not_a_lead:
    'No new work was on the table: an existing job or visit (also when it is moved, or somebody comes back for the same job), billing, paperwork, praise, a vendor, a wrong number.',
  unclear: 'The words do not tell.',
};

/** The claim of the quote that supports a booking. */
export const BOOKING_CLAIM = 'Booked or not';

/** Whether the agent asked for the booking, or offered a day or time. */
export const ASKED_TO_BOOK = ['asked', 'not_asked', 'unclear'] as const;
export type AskedToBook = (typeof ASKED_TO_BOOK)[number];

export const ASKED_TO_BOOK_NAMES: Record<AskedToBook, string> = {
  asked: 'Asked',
  not_asked: 'Never asked',
  unclear: 'Unclear',
};

/** Bookings of calls in which the agent could ask: the customer stayed on the line, and did not book. */
export const ASKABLE_BOOKINGS = ['not_booked_undecided', 'not_booked_other'] as const satisfies readonly Unbooked[];

/**
 * Whether the agent asked; null for bookings other than `ASKABLE_BOOKINGS`, for example after the booking was
 * corrected.
 */
export function getAskedToBook({
  booking,
  asked,
}: {
  booking?: Booking | null;
  asked?: AskedToBook | null;
}): AskedToBook | null {
  return (ASKABLE_BOOKINGS as readonly (Booking | null | undefined)[]).includes(booking) ? (asked ?? null) : null;
}

/** Whether a person on the customer's side spoke with the company, in a call that the company made. */
export const REACHED = ['reached', 'not_reached', 'unclear'] as const;
export type Reached = (typeof REACHED)[number];

export const REACHED_NAMES: Record<Reached, string> = {
  reached: 'Reached',
  not_reached: 'Not reached',
  unclear: 'Unclear',
};

/**
 * Whether a person was reached; null unless the company made the call, for example after the direction was corrected.
 */
export function getReached(call: { direction: CallDirection | null; reached?: Reached | null }): Reached | null {
  return call.direction === 'outbound' ? (call.reached ?? null) : null;
}

/** The claims of the quotes that show whether the agent asked, and whether a person was reached. */
export const ASKED_TO_BOOK_CLAIM = 'Asked to book';
export const REACHED_CLAIM = 'Reached or not';

/** What a call led to, as decided by a language model or a person. */
export interface CallOutcome {
  booking: Booking | null;
  asked: AskedToBook | null;
  reached: Reached | null;
}

/** The fields of the outcome, with the names of their values. */
export const OUTCOME_NAMES: { [Field in keyof CallOutcome]: Record<NonNullable<CallOutcome[Field]>, string> } = {
  booking: BOOKING_NAMES,
  asked: ASKED_TO_BOOK_NAMES,
  reached: REACHED_NAMES,
};
export const OUTCOME_FIELDS = ['booking', 'asked', 'reached'] as const satisfies readonly (keyof CallOutcome)[];
