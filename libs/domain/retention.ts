/** The longest that an account can keep recordings and transcripts for, in days. */
export const MAX_RETENTION_DAYS = 36_500;

/**
 * The days that apply: the shorter of the account's and the installation's. Null keeps forever, for either and as the
 * result.
 */
export function shorterRetention(accountDays: number | null, installationDays: number | null): number | null {
  if (accountDays === null || installationDays === null) return accountDays ?? installationDays;
  return Math.min(accountDays, installationDays);
}

/** Whether calls that were kept may have to be deleted now. */
export function shortensRetention(before: number | null, after: number | null): boolean {
  return after !== null && (before === null || after < before);
}
