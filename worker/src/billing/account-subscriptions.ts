import { Injectable } from '@nestjs/common';

import { StripeEventsRepository } from '@ringwell/database/repositories/stripe-events.repository';
import { SubscriptionsRepository } from '@ringwell/database/repositories/subscriptions.repository';
import { UsersRepository } from '@ringwell/database/repositories/users.repository';
import { leadingSubscription, type Subscription } from '@ringwell/domain/subscription';
import { ownerOf, readSubscription } from '@ringwell/platform/stripe/read-subscription';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { findSubscriptions, retrieveSubscription } from '@ringwell/platform/stripe/stripe-subscriptions';

/** Whose subscription it is, and which one counts for the account now. */
export interface AccountSubscription {
  userId: string;
  subscription: Subscription;
}

/** Looks at Stripe which subscription an account has now. What events say is not relied on: they come twice, late, and in any order. */
@Injectable()
export class AccountSubscriptions {
  constructor(
    private readonly users: UsersRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly events: StripeEventsRepository,
    private readonly stripe: StripeConnection,
  ) {}

  /**
   * @param subscriptionId one that something has happened to
   * @returns `undefined` when Stripe does not know it, or it belongs to no account of ours
   * @throws AppError as `StripeConnection.use`, of Stripe's faults alone
   */
  async around(subscriptionId: string): Promise<AccountSubscription | undefined> {
    const changed = await this.stripe.use((stripe) => retrieveSubscription(stripe, subscriptionId));
    if (!changed) return undefined;
    const { customerId } = readSubscription(changed);
    const userId = await this.subscriptions.accountOf({ userId: ownerOf(changed), subscriptionId, customerId });
    if (userId === undefined) return undefined;
    const subscription = await this.leadingOf(userId, { subscriptionId, customerId });
    return subscription && { userId, subscription };
  }

  private async leadingOf(userId: string, changed: { subscriptionId: string; customerId: string }): Promise<Subscription | undefined> {
    const [settings, reported] = await Promise.all([this.users.settings(userId), this.events.recentSubscriptions(userId)]);
    const { stripeSubscriptionId: stored = null, stripeCustomerId: customer = null } = settings ?? {};
    const all = await this.stripe.use((stripe) => findSubscriptions(stripe, {
      userId,
      subscriptionIds: [changed.subscriptionId, ...(stored === null ? [] : [stored]), ...reported],
      customerIds: [changed.customerId, ...(customer === null ? [] : [customer])],
    }));
    return leadingSubscription(all.map(readSubscription), stored);
  }
}
