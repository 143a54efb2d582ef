/**
 * How a ServiceTitan job was matched to a call, strongest evidence first: the job names the call, or was created soon
 * after it for the same customer or for a customer with the same phone number.
 */
export const BOOKING_EVIDENCE = ['lead_call', 'customer', 'phone'] as const;
export type BookingEvidence = (typeof BOOKING_EVIDENCE)[number];

/** How far back to read jobs when an account connects ServiceTitan. */
export const JOBS_LOOKBACK_DAYS = 60;

/** How long jobs are kept after their last change. Later changes, such as a new total, no longer matter to calls. */
export const JOB_TTL_DAYS = 120;

/**
 * How certain it is that a call led to a job. `likely`: only the phone number matches. `unverified`: an outbound call
 * was judged as booked, but no new job was found; the job may predate the call.
 */
export const BOOKING_FACT_STATUSES = ['confirmed', 'likely', 'unverified'] as const;
export type BookingFactStatus = (typeof BOOKING_FACT_STATUSES)[number];

export const BOOKING_FACT_NAMES: Record<BookingFactStatus, string> = {
  confirmed: 'Confirmed',
  likely: 'Likely',
  unverified: 'Not verified',
};

/** The fact shown next to the judged booking. An unverified fact has no job. */
export interface BookingFactView {
  status: BookingFactStatus;
  evidence: BookingEvidence | null;
  jobId: string | null;
  jobNumber: string | null;
  jobTotalCents: number | null;
  jobCanceledAt: string | null;
  foundAt: string | null;
}

/** Converts timestamps as read from the database to ISO 8601. */
export function normalizeBookingFact({ jobCanceledAt, foundAt, ...fact }: BookingFactView): BookingFactView {
  const toIso = (time: string | null): string | null => time && new Date(time).toISOString();
  return { ...fact, jobCanceledAt: toIso(jobCanceledAt), foundAt: toIso(foundAt) };
}

export function jobUrl(jobId: string): string {
  return `https://go.servicetitan.com/#/Job/Index/${jobId}`;
}

/** Describes a fact on one line: `Confirmed: job 12345 in ServiceTitan, $420`. */
export function bookingFactLine(fact: BookingFactView): string {
  return `${BOOKING_FACT_NAMES[fact.status]}: ${describeJob(fact)}`;
}

function describeJob({ evidence, jobId, jobNumber, jobTotalCents, jobCanceledAt }: BookingFactView): string {
  if (jobId === null) return 'no job in ServiceTitan yet';
  return [
    `job ${jobNumber ?? jobId} in ServiceTitan`,
    ...(jobTotalCents === null ? [] : [formatDollars(jobTotalCents)]),
    ...(evidence === 'phone' ? ['matched by phone number'] : []),
    ...(jobCanceledAt === null ? [] : ['later canceled']),
  ].join(', ');
}

/** Formats an amount as `$420` or `$1,249.50`. */
export function formatDollars(cents: number): string {
  const minimumFractionDigits = cents % 100 === 0 ? 0 : 2;
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits });
}
