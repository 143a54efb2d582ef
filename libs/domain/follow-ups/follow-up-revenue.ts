export interface FollowUpRevenue {
  /** US cents. */
  cents: number;
  /** Whether this is the account's average job value, because the job's total is unknown. */
  isEstimate: boolean;
  /** The job in the account's job system, once found. */
  jobId: string | null;
}

/** @returns null if the value is unknown */
export function toFollowUpRevenue({
  broughtCents,
  ...job
}: Omit<FollowUpRevenue, 'cents'> & { broughtCents: number | null }): FollowUpRevenue | null {
  return broughtCents === null ? null : { cents: broughtCents, isEstimate: job.isEstimate, jobId: job.jobId };
}
