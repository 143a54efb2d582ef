import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';

import { ActivityRepository, type Actor } from '@ringwell/database/repositories/activity.repository';
import { UsersRepository } from '@ringwell/database/repositories/users.repository';
import { personName } from '@ringwell/domain/person-name';

import { StripeConnection } from './stripe-connection';
import { isMissingAtStripe } from './stripe-failure';
import { liveSubscriptions } from './stripe-subscriptions';

/** An account's subscriptions. What Stripe says counts; of them, the account knows one id at most. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly activity: ActivityRepository,
    private readonly stripe: StripeConnection,
  ) {}

  /** Whether the account pays, or is about to. @throws AppError as `StripeConnection.use` */
  async hasLive(userId: string): Promise<boolean> {
    return (await this.liveOf(userId)).length > 0;
  }

  /**
   * Ends all of the account's subscriptions at once, each with an entry in the activity log. Without one there is nothing to do.
   * Do not call it within a transaction: it waits for Stripe.
   * @throws AppError as `StripeConnection.use`; those without an entry may then still be live
   */
  async cancelFor(userId: string, actor: Actor): Promise<void> {
    for (const id of await this.liveOf(userId)) {
      if (await this.stripe.use((stripe) => cancel(stripe, id))) await this.recordCancelled(userId, id, actor);
    }
  }

  private async liveOf(userId: string): Promise<string[]> {
    const { stripeSubscriptionId: subscriptionId = null, stripeCustomerId: customerId = null } = await this.users.settings(userId) ?? {};
    // Where Stripe is not set up nothing can be bought; an id says that something was, while it still was.
    if (!this.stripe.isSetUp && subscriptionId === null && customerId === null) return [];
    return await this.stripe.use((stripe) => liveSubscriptions(stripe, { userId, subscriptionId, customerId }));
  }

  /** At once, not with what follows: that may fail, and the subscription is over all the same. */
  private async recordCancelled(userId: string, subscriptionId: string, actor: Actor): Promise<void> {
    const user = await this.users.findById(userId);
    await this.activity.record(actor, {
      action: 'Subscription cancelled', description: `A subscription of ${user ? personName(user) : 'a deleted user'} was cancelled.`,
      metadata: { targetUserId: userId, subscriptionId },
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
