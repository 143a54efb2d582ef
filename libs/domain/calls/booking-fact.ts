/**
 * Why a job in ServiceTitan belongs to a call, the surest first: the job names the call, or it was created for the
 * call's customer soon after the call, or for a customer with the same phone number.
 */
export const BOOKING_EVIDENCE = ['lead_call', 'customer', 'phone'] as const;
export type BookingEvidence = (typeof BOOKING_EVIDENCE)[number];

/** How far back jobs are read when an account connects ServiceTitan. */
export const JOBS_LOOKBACK_DAYS = 60;
