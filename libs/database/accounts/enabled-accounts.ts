import type { Repositories } from '../unit-of-work';

/**
 * Disables accounts without an enabled owner, and enables those that have one again: while disabled, their calls and
 * messages wait, and minutes are not charged. Call it after a change of owners, in its transaction, with the accounts
 * locked.
 */
export async function updateEnabledAccounts(
  { accounts, metering, waitingCalls }: Pick<Repositories, 'accounts' | 'metering' | 'waitingCalls'>,
  accountIds: readonly string[],
): Promise<void> {
  for (const { id, isActive } of await accounts.updateEnabled(accountIds)) {
    await metering[isActive ? 'chargeFromNow' : 'endOpenLedger'](id);
    await waitingCalls[isActive ? 'resume' : 'hold'](id);
  }
}
