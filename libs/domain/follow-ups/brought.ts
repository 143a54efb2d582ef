/** What a lead that was won back has brought. */
export interface Brought {
  /** US cents. */
  cents: number;
  /** Whether it is the account's average job, because the total of this one is unknown. */
  isEstimate: boolean;
  /** The job in the account's job system, once it is found. */
  jobId: string | null;
}

/** @returns null for a follow-up that brought nothing, as far as is known */
export function broughtBy({
  broughtCents,
  ...job
}: Omit<Brought, 'cents'> & { broughtCents: number | null }): Brought | null {
  return broughtCents === null ? null : { cents: broughtCents, isEstimate: job.isEstimate, jobId: job.jobId };
}
