import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { StripeEventsRepository } from '@ringwell/database/billing/stripe-events.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { isEnded } from '@ringwell/domain/subscription';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { isMissingAtStripe } from '@ringwell/platform/stripe/stripe-failure';
import { findSubscriptions } from '@ringwell/platform/stripe/stripe-subscriptions';

/** An account's subscriptions. What Stripe says counts; of them, the account knows one id at most. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly events: StripeEventsRepository,
    private readonly stripe: StripeConnection,
  ) {}

  /** Whether the account pays, or is about to. @throws AppError as `StripeConnection.use` */
  async hasLive(userId: string): Promise<boolean> {
    return (await this.liveOf(userId)).length > 0;
  }

  /**
   * Ends all of the account's subscriptions at once, each with an entry in the activity log. Without one there is
   * nothing to do. That it was begun is stored first: should this process die, or the account not follow, the leading
   * worker reverts it to a demo account, or takes the cancellation back if a subscription is still charged. The
   * caller's transaction settles it (`settleCancellation`). Do not call it within a transaction: it waits for Stripe.
   * @throws AppError as `StripeConnection.use`; those without an entry may then still be live
   */
  async cancelFor(userId: string, actor: Actor): Promise<void> {
    const live = await this.liveOf(userId);
    if (live.length > 0) await this.unitOfWork.run(({ subscriptions }) => subscriptions.requestCancellation(userId));
    for (const id of live) {
      if (await this.stripe.use((stripe) => cancel(stripe, id))) await this.recordCancelled(userId, id, actor);
    }
  }

  /** Those that are charged, or will be. */
  private async liveOf(userId: string): Promise<string[]> {
    const {
      stripeSubscriptionId: stored = null,
      stripeCustomerId: customer = null,
      subscriptionStatus: status = null,
    } = (await this.users.findSettings(userId)) ?? {};
    // Where Stripe is not set up nothing can be bought; an id says that something was, while it still was.
    if (!this.stripe.isSetUp && (isEnded(status) || (stored === null && customer === null))) return [];
    const reported = await this.events.listRecentSubscriptionIds(userId);
    const subscriptions = await this.stripe.use((stripe) =>
      findSubscriptions(stripe, {
        userId,
        subscriptionIds: [...(stored === null ? [] : [stored]), ...reported],
        customerIds: customer === null ? [] : [customer],
      }),
    );
    return subscriptions.filter((subscription) => !isEnded(subscription.status)).map(({ id }) => id);
  }

  /** At once, not with what follows: that may fail, and the subscription is over all the same. */
  private recordCancelled(userId: string, subscriptionId: string, actor: Actor): Promise<void> {
    return this.unitOfWork.run(async ({ users, subscriptions, activity }) => {
      const user = await users.lock(userId);
      await subscriptions.markCanceled(userId, subscriptionId);
      await activity.record(actor, {
        action: 'Subscription cancelled',
        description: `A subscription of ${user ? userDisplayName(user) : 'a deleted user'} was cancelled.`,
        metadata: { targetUserId: userId, subscriptionId },
      });
    });
  }
}

/** @returns false when it was over already */
async function cancel(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await stripe.subscriptions.cancel(id);
    return true;
  } catch (error) {
    if (isMissingAtStripe(error)) return false;
    throw error;
  }
}
