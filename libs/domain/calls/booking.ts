/**
 * What a call led to, in display order. Leads that weren't booked are only distinguished by reasons that readers agree
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
