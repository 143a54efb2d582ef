export interface Brought {
  /** US cents. */
  cents: number;
  /** Whether this is the account's average job value, because the job's total is unknown. */
  isEstimate: boolean;
  /** The job in the account's job system, once found. */
  jobId: string | null;
}

/** @returns null for a follow-up without a known value */
export function broughtBy({
  broughtCents,
  ...job
}: Omit<Brought, 'cents'> & { broughtCents: number | null }): Brought | null {
  return broughtCents === null ? null : { cents: broughtCents, isEstimate: job.isEstimate, jobId: job.jobId };
}
