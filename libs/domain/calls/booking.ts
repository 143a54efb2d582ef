import type { CallDirection } from './call';

/** Call outcomes, in display order. Unbooked leads are only split by reasons that independent readers agree on. */
export const BOOKINGS = [
  'booked',
  'not_booked_undecided',
  'not_booked_unreached',
  'not_booked_other',
  'not_a_lead',
  'unclear',
] as const;
export type Booking = (typeof BOOKINGS)[number];

/** Outcomes for customers who wanted new work and may still book it. */
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

/** Definitions in the language model's prompt. */
export const BOOKING_DEFINITIONS: Record<Booking, string> = {
  booked:
    'By the end of this call new work is in place: a visit, an estimate or a job with a day or time, or the customer has accepted a quote, a membership or a sale.',
  not_booked_undecided:
    'New work was wanted or offered, and the customer finds it too expensive, compares, thinks it over, or has to ask someone first.',
  not_booked_unreached:
    'New work was wanted or offered, but the caller hung up, was cut off, left or reached a voicemail, or reached nobody who could help.',
  not_booked_other:
    'New work was wanted or offered, and the call ended without it for any other reason, including when the company has to call back with a time or a price.',
  not_a_lead:
    'No new work was on the table: an existing job or visit (including when it is moved, or someone comes back for the same job), billing, paperwork, praise, a vendor, a wrong number.',
  unclear: 'The transcript does not show it.',
};

export const BOOKING_CLAIM = 'Booked or not';

/** Whether the agent asked for the booking, or offered a day or time. */
export const ASKED_TO_BOOK = ['asked', 'not_asked', 'unclear'] as const;
export type AskedToBook = (typeof ASKED_TO_BOOK)[number];

export const ASKED_TO_BOOK_NAMES: Record<AskedToBook, string> = {
  asked: 'Asked',
  not_asked: 'Never asked',
  unclear: 'Unclear',
};

/** Bookings in which the agent had a chance to ask: the customer stayed on the line but didn't book. */
export const ASKABLE_BOOKINGS = ['not_booked_undecided', 'not_booked_other'] as const satisfies readonly Unbooked[];

/** Returns null for bookings not in `ASKABLE_BOOKINGS`, for example after the booking was corrected. */
export function getAskedToBook({
  booking,
  asked,
}: {
  booking?: Booking | null;
  asked?: AskedToBook | null;
}): AskedToBook | null {
  return (ASKABLE_BOOKINGS as readonly (Booking | null | undefined)[]).includes(booking) ? (asked ?? null) : null;
}

/** Whether the company spoke to a person in an outbound call. */
export const REACHED = ['reached', 'not_reached', 'unclear'] as const;
export type Reached = (typeof REACHED)[number];

export const REACHED_NAMES: Record<Reached, string> = {
  reached: 'Reached',
  not_reached: 'Not reached',
  unclear: 'Unclear',
};

/** Returns null unless the call is outbound, for example after the direction was corrected. */
export function getReached(call: { direction: CallDirection | null; reached?: Reached | null }): Reached | null {
  return call.direction === 'outbound' ? (call.reached ?? null) : null;
}

export const ASKED_TO_BOOK_CLAIM = 'Asked to book';
export const REACHED_CLAIM = 'Reached or not';

/** What a call led to, as decided by a language model or a person. */
export interface CallOutcome {
  booking: Booking | null;
  asked: AskedToBook | null;
  reached: Reached | null;
}

/** Display names of each field's values. */
export const OUTCOME_NAMES: { [Field in keyof CallOutcome]: Record<NonNullable<CallOutcome[Field]>, string> } = {
  booking: BOOKING_NAMES,
  asked: ASKED_TO_BOOK_NAMES,
  reached: REACHED_NAMES,
};
export const OUTCOME_FIELDS = ['booking', 'asked', 'reached'] as const satisfies readonly (keyof CallOutcome)[];
