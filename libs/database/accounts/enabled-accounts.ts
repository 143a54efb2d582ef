import type { Repositories } from '../unit-of-work';

/**
 * Disables accounts without an enabled owner, and enables those that have one. While an account is disabled, its calls
 * and messages wait, and its minutes aren't charged. Call this after owners change, in the same transaction, with the
 * accounts locked.
 */
export async function updateEnabledAccounts(
  { accounts, metering, waitingCalls }: Pick<Repositories, 'accounts' | 'metering' | 'waitingCalls'>,
  accountIds: readonly string[],
): Promise<void> {
  for (const { id, isActive } of await accounts.updateEnabled(accountIds)) {
    await metering[isActive ? 'startCharging' : 'endOpenLedger'](id);
    if (!isActive) await waitingCalls.pause(id);
  }
}
