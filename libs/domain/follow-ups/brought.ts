export interface Brought {
  /** US cents. */
  cents: number;
  /** Whether this is the account's average job, because the job's total is unknown. */
  isEstimate: boolean;
  /** The job in the account's job system, once it is found. */
  jobId: string | null;
}

/** @returns null for a follow-up without a known value */
export function broughtBy({
  broughtCents,
  ...job
}: Omit<Brought, 'cents'> & { broughtCents: number | null }): Brought | null {
  return broughtCents === null ? null : { cents: broughtCents, isEstimate: job.isEstimate, jobId: job.jobId };
}
