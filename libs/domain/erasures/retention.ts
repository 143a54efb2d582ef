/** Maximum retention of recordings and transcripts that an account can choose, in days. */
export const MAX_RETENTION_DAYS = 36_500;

/** Returns the effective retention in days: the shorter of the account's and the installation's. Null means forever. */
export function shorterRetention(accountDays: number | null, installationDays: number | null): number | null {
  if (accountDays === null || installationDays === null) return accountDays ?? installationDays;
  return Math.min(accountDays, installationDays);
}
