import { Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { Actor, NewActivity } from '@ringwell/database/accounts/activity.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { ClaimedStripeEvent } from '@ringwell/database/billing/stripe-events.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { entitlementChange, isLive, type EntitlementChange, type Subscription } from '@ringwell/domain/subscription';
import { currentUsagePeriod } from '@ringwell/domain/usage-period';
import { userDisplayName } from '@ringwell/domain/user-display-name';

import type { AccountSubscription } from './account-subscriptions';

/** Nobody sent a request. */
export const STRIPE: Actor = { userId: null, ipAddress: null, userAgent: null };

/** Gives an account what it pays for, or takes it back. */
@Injectable()
export class ApplySubscription {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Account, activity and event change together or not at all. Nothing changes for an account that is deleted by now, or whose
   * subscription somebody has looked at later than this event was claimed: what was read for it may be out of date.
   */
  async run(event: ClaimedStripeEvent, found: AccountSubscription): Promise<void> {
    await this.unitOfWork.run(async (repositories) => {
      await applySubscription(repositories, found, event.claimedAt);
      await repositories.stripeEvents.markDone(event);
    });
  }
}

/**
 * Stores what follows from an account's leading subscription, with its entry in the activity log. An account whose
 * deactivation was begun and whose subscriptions are over loses its tokens, too. Run it in a transaction.
 * @param lookedAt when Stripe was asked, by the database's clock; what is older than a later look changes nothing
 */
export async function applySubscription(
  repositories: Repositories,
  { userId, subscription }: AccountSubscription,
  lookedAt: Date,
): Promise<void> {
  const { users, subscriptions, activity, usageNotices } = repositories;
  const user = await users.lock(userId);
  const settings = user && (await users.findSettings(userId));
  if (!user || !settings || isNewer(settings.subscriptionCheckedAt, lookedAt)) return;
  // Subscribers of earlier releases were told of usage in months counted from their activation.
  const isPeriodFound =
    settings.currentPeriodStart === null && isLive(settings.subscriptionStatus) && isLive(subscription.status);
  if (isPeriodFound)
    await usageNotices.movePeriod(
      userId,
      currentUsagePeriod(user, settings, lookedAt).startsAt,
      subscription.periodStart,
    );
  const change = entitlementChange({ ...settings, role: user.role, status: user.status }, subscription, lookedAt);
  await subscriptions.saveEntitlement(userId, change.settings, lookedAt);
  if (change.user.status) await users.update(userId, change.user);
  const entry = entryAbout(user, settings, subscription, change);
  if (entry) await activity.record(STRIPE, entry);
  if (settings.cancellationRequestedAt !== null && !isLive(subscription.status)) await revokeTokens(repositories, user);
}

/** Ends a deactivation that a request has begun and not finished. */
export async function revokeTokens({ tokens, activity }: Repositories, user: User): Promise<void> {
  const count = await tokens.deleteByUser(user.id);
  if (count === 0) return;
  await activity.record(STRIPE, {
    action: 'Tokens revoked',
    description: `The bearer tokens of ${userDisplayName(user)} were revoked.`,
    metadata: { targetUserId: user.id, count },
  });
}

function isNewer(checkedAt: Date | null, claimedAt: Date): boolean {
  return checkedAt !== null && checkedAt > claimedAt;
}

/** What administrators read of it; nothing when nothing changed but the month. */
function entryAbout(
  user: User,
  before: AccountSettings,
  { id, status, plan }: Subscription,
  change: EntitlementChange,
): NewActivity | undefined {
  const {
    user: { status: becomes },
    settings,
  } = change;
  const metadata = {
    targetUserId: user.id,
    subscriptionId: id,
    subscriptionStatus: status,
    plan,
    addOns: settings.addOns ?? before.addOns,
  };
  const name = userDisplayName(user);
  if (becomes === 'active')
    return {
      action: 'User activated',
      description: `${name} was activated by subscribing to the ${plan} plan.`,
      metadata,
    };
  if (becomes === 'demo')
    return {
      action: 'User deactivated',
      description: `${name} was reverted to a demo account: the subscription is ${inWords(status)}.`,
      metadata,
    };
  const isSame =
    before.stripeSubscriptionId === id &&
    before.subscriptionStatus === status &&
    before.subscriptionPlan === plan &&
    (settings.addOns ?? before.addOns).toSorted().join() === before.addOns.toSorted().join();
  if (isSame) return undefined;
  return {
    action: 'Subscription updated',
    description: `The subscription of ${name} to the ${plan} plan is ${inWords(status)}.`,
    metadata,
  };
}

function inWords(status: string): string {
  return status === 'canceled' ? 'cancelled' : status.replaceAll('_', ' ');
}
