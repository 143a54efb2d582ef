import type { Repositories } from '../unit-of-work';

/**
 * Disables accounts that have no enabled owner left, and enables those that have one again: their calls and messages
 * wait meanwhile, and minutes are not charged. Call it after a change of owners, in its transaction, with the accounts
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
