import { Injectable } from '@nestjs/common';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { StripeEventsRepository } from '@ringwell/database/billing/stripe-events.repository';
import { SubscriptionsRepository } from '@ringwell/database/billing/subscriptions.repository';
import { effectiveSubscription, type Subscription } from '@ringwell/domain/subscription';
import { ownerOf, readSubscription } from '@ringwell/platform/stripe/read-subscription';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { findSubscriptions, retrieveSubscription } from '@ringwell/platform/stripe/stripe-subscriptions';

/** Whose subscription it is, and which one counts for the account now. */
export interface AccountSubscription {
  userId: string;
  subscription: Subscription;
}

/** All that Stripe knows of an account, and of them the one that counts. */
export interface AccountSubscriptionList {
  all: Subscription[];
  leading: Subscription | undefined;
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
    const userId = await this.subscriptions.findAccountId({ userId: ownerOf(changed), subscriptionId, customerId });
    if (userId === undefined) return undefined;
    const { leading } = await this.allOf(userId, { subscriptionId, customerId });
    return leading && { userId, subscription: leading };
  }

  /**
   * @param changed a subscription that something has happened to; without it, those are found that the account is known
   * by
   * @throws AppError as `StripeConnection.use`, of Stripe's faults alone
   */
  async allOf(
    userId: string,
    changed?: { subscriptionId: string; customerId: string },
  ): Promise<AccountSubscriptionList> {
    const [settings, reported] = await Promise.all([
      this.users.findSettings(userId),
      this.events.listRecentSubscriptionIds(userId),
    ]);
    const { stripeSubscriptionId: stored = null, stripeCustomerId: customer = null } = settings ?? {};
    const found = await this.stripe.use((stripe) =>
      findSubscriptions(stripe, {
        userId,
        subscriptionIds: [
          ...(changed ? [changed.subscriptionId] : []),
          ...(stored === null ? [] : [stored]),
          ...reported,
        ],
        customerIds: [...(changed ? [changed.customerId] : []), ...(customer === null ? [] : [customer])],
      }),
    );
    const all = found.map(readSubscription);
    return { all, leading: effectiveSubscription(all, stored) };
  }
}
