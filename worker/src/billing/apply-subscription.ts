import type { OwnedAccount } from '@ringwell/database/accounts/accounts.repository';
import type { Actor, NewActivity } from '@ringwell/database/accounts/security/activity.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { endMemberSessions } from '@ringwell/database/accounts/sign-in/stopped-impersonations';
import type { Repositories } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import {
  entitlementChange,
  isLive,
  type EntitlementChange,
  type Subscription,
} from '@ringwell/domain/billing/subscription';

import type { AccountSubscription } from './account-subscriptions.service';

export const STRIPE_ACTOR: Actor = { userId: null, ipAddress: null, userAgent: null };

/**
 * Stores the status and entitlements from an account's effective subscription, and removes all access if a requested
 * deactivation is complete. Must run in a transaction.
 * @param readAt database time when Stripe was read; nothing changes if a later reading is already stored
 */
export async function applySubscription(
  repositories: Repositories,
  { accountId, subscription }: AccountSubscription,
  readAt: Date,
): Promise<void> {
  const { accounts, callImports, subscriptions, activity } = repositories;
  const accountWithOwner = await accounts.lockWithOwner(accountId);
  const settings = accountWithOwner && (await accounts.findSettings(accountId));
  if (!accountWithOwner || !settings || isNewer(settings.subscriptionCheckedAt, readAt)) return;
  const { account, owner } = accountWithOwner;
  const change = entitlementChange({ ...settings, role: owner.role, status: account.status }, subscription, readAt);
  await subscriptions.saveEntitlement(accountId, change.settings, readAt);
  if (change.account.status) await accounts.update(accountId, change.account);
  if (change.account.status === 'demo') await callImports.cancel(accountId); // would cost minutes in a later subscription
  const entry = toActivity(accountWithOwner, settings, subscription, change);
  if (entry) await activity.record(STRIPE_ACTOR, entry);
  if (settings.cancellationRequestedAt !== null && !isLive(subscription.status))
    await removeAccess(repositories, accountWithOwner);
}

/** Completes a deactivation: ends the sessions, revokes the tokens and skips the waiting calls. */
export async function removeAccess(repositories: Repositories, { account, owner }: OwnedAccount): Promise<void> {
  const { tokens, waitingCalls, activity } = repositories;
  await endMemberSessions(repositories, STRIPE_ACTOR, account.id);
  await waitingCalls.skip(account.id, 'account_inactive');
  const count = await tokens.deleteByAccount(account.id);
  if (count === 0) return;
  await activity.record(STRIPE_ACTOR, {
    action: 'Tokens revoked',
    description: `${userDisplayName(owner)}'s bearer tokens were revoked.`,
    accountId: account.id,
    metadata: { count },
  });
}

function isNewer(checkedAt: Date | null, claimedAt: Date): boolean {
  return checkedAt !== null && checkedAt > claimedAt;
}

function toActivity(
  { account, owner }: OwnedAccount,
  previous: AccountSettings,
  { id, status, plan }: Subscription,
  change: EntitlementChange,
): NewActivity | undefined {
  const {
    account: { status: newStatus },
    settings,
  } = change;
  const details = {
    accountId: account.id,
    metadata: { subscriptionId: id, subscriptionStatus: status, plan, addOns: settings.addOns ?? previous.addOns },
  };
  const name = userDisplayName(owner);
  if (newStatus === 'active')
    return {
      action: 'User activated',
      description: `${name} was activated by subscribing to the ${plan} plan.`,
      ...details,
    };
  if (newStatus === 'demo')
    return {
      action: 'User deactivated',
      description: `${name} was reverted to a demo account: the subscription is ${formatStatus(status)}.`,
      ...details,
    };
  const isSame =
    previous.stripeSubscriptionId === id &&
    previous.subscriptionStatus === status &&
    previous.subscriptionPlan === plan &&
    (settings.addOns ?? previous.addOns).toSorted().join() === previous.addOns.toSorted().join();
  if (isSame) return undefined;
  return {
    action: 'Subscription updated',
    description: `${name}'s subscription to the ${plan} plan is ${formatStatus(status)}.`,
    ...details,
  };
}

function formatStatus(status: string): string {
  return status.replaceAll('_', ' ');
}
