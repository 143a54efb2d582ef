import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';

import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { isEnded } from '@ringwell/domain/billing/subscription';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { isMissingInStripe } from '@ringwell/platform/stripe/stripe-failure';
import { findSubscriptions } from '@ringwell/platform/stripe/stripe-subscriptions';

import { AccountsRepository } from '../accounts/accounts.repository';
import type { Actor } from '../accounts/security/activity.repository';
import { UnitOfWork } from '../unit-of-work';
import { StripeEventsRepository } from './stripe-events.repository';

/** An account's subscriptions. Stripe is the source of truth; the account stores at most one ID. */
@Injectable()
export class LiveSubscriptionsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly events: StripeEventsRepository,
    private readonly stripe: StripeConnection,
  ) {}

  /** Whether the account has a live subscription. @throws the AppErrors from `StripeConnection.use` */
  async hasLiveSubscription(accountId: string): Promise<boolean> {
    return (await this.findLiveIds(accountId)).length > 0;
  }

  /**
   * Cancels all of the account's subscriptions immediately, each with an activity log entry. Don't call it in a
   * transaction, because it waits for Stripe. The cancellation request is stored first, and the caller's transaction
   * must settle it (`finishCancellation`). If that never happens, the leader reverts the account to a demo account, or
   * withdraws the request if a subscription is still being charged.
   * @throws the AppErrors from `StripeConnection.use`; subscriptions without an entry may then still be live
   */
  async cancelAll(accountId: string, actor: Actor): Promise<void> {
    const liveIds = await this.findLiveIds(accountId);
    if (liveIds.length > 0)
      await this.unitOfWork.run(({ subscriptions }) => subscriptions.requestCancellation(accountId));
    for (const id of liveIds) {
      if (await this.stripe.use((stripe) => cancel(stripe, id))) await this.recordCancellation(accountId, id, actor);
    }
  }

  private async findLiveIds(accountId: string): Promise<string[]> {
    const {
      stripeSubscriptionId: storedId = null,
      stripeCustomerId: customerId = null,
      subscriptionStatus: status = null,
    } = (await this.accounts.findSettings(accountId)) ?? {};
    // Without Stripe there's nothing to cancel, unless a stored id shows that Stripe used to be set up.
    if (!this.stripe.isSetUp && (isEnded(status) || (storedId === null && customerId === null))) return [];
    const recentIds = await this.events.listRecentSubscriptionIds(accountId);
    const subscriptions = await this.stripe.use((stripe) =>
      findSubscriptions(stripe, {
        accountId,
        subscriptionIds: [...(storedId === null ? [] : [storedId]), ...recentIds],
        customerIds: customerId === null ? [] : [customerId],
      }),
    );
    return subscriptions.filter((subscription) => !isEnded(subscription.status)).map(({ id }) => id);
  }

  // Uses its own transaction, because the subscription has ended even if a later step fails.
  private recordCancellation(accountId: string, subscriptionId: string, actor: Actor): Promise<void> {
    return this.unitOfWork.run(async ({ accounts, subscriptions, activity }) => {
      await accounts.lock(accountId);
      const owner = await accounts.findOwner(accountId);
      await subscriptions.markCanceled(accountId, subscriptionId);
      await activity.record(actor, {
        action: 'Subscription canceled',
        description: `A subscription for ${owner ? userDisplayName(owner) : 'a deleted user'} was canceled.`,
        accountId,
        metadata: { subscriptionId },
      });
    });
  }
}

// Returns false if the subscription had already ended.
async function cancel(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await stripe.subscriptions.cancel(id);
    return true;
  } catch (error) {
    if (isMissingInStripe(error)) return false;
    throw error;
  }
}
