import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { StripeEventsRepository } from '@ringwell/database/billing/stripe-events.repository';
import { SubscriptionsRepository } from '@ringwell/database/billing/subscriptions.repository';
import { effectiveSubscription, type Subscription } from '@ringwell/domain/billing/subscription';
import { readAccountId, readSubscription } from '@ringwell/platform/stripe/read-subscription';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { findSubscriptions, retrieveSubscription } from '@ringwell/platform/stripe/stripe-subscriptions';

export interface AccountSubscription {
  accountId: string;
  subscription: Subscription;
}

export interface AccountSubscriptionList {
  all: Subscription[];
  effective: Subscription | undefined;
}

/** Reads subscriptions from Stripe instead of relying on its events, which may be duplicated, late or out of order. */
@Injectable()
export class AccountSubscriptionsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly events: StripeEventsRepository,
    private readonly stripe: StripeConnection,
  ) {}

  /**
   * @returns `undefined` if Stripe doesn't have the subscription, or it doesn't belong to an account
   * @throws AppError like `StripeConnection.use`, only for errors from Stripe
   */
  async findBySubscription(subscriptionId: string): Promise<AccountSubscription | undefined> {
    const changedSubscription = await this.stripe.use((stripe) => retrieveSubscription(stripe, subscriptionId));
    if (!changedSubscription) return undefined;
    const { customerId } = readSubscription(changedSubscription);
    const accountId = await this.subscriptions.findAccountId({
      accountId: readAccountId(changedSubscription),
      subscriptionId,
      customerId,
    });
    if (accountId === undefined) return undefined;
    const { effective } = await this.list(accountId, { subscriptionId, customerId });
    return effective && { accountId, subscription: effective };
  }

  /**
   * @param changed a subscription that may not be stored for the account yet
   * @throws AppError like `StripeConnection.use`, only for errors from Stripe
   */
  async list(
    accountId: string,
    changed?: { subscriptionId: string; customerId: string },
  ): Promise<AccountSubscriptionList> {
    const [settings, reportedIds] = await Promise.all([
      this.accounts.findSettings(accountId),
      this.events.listRecentSubscriptionIds(accountId),
    ]);
    const { stripeSubscriptionId: storedId = null, stripeCustomerId: storedCustomerId = null } = settings ?? {};
    const stripeSubscriptions = await this.stripe.use((stripe) =>
      findSubscriptions(stripe, {
        accountId,
        subscriptionIds: [
          ...(changed ? [changed.subscriptionId] : []),
          ...(storedId === null ? [] : [storedId]),
          ...reportedIds,
        ],
        customerIds: [
          ...(changed ? [changed.customerId] : []),
          ...(storedCustomerId === null ? [] : [storedCustomerId]),
        ],
      }),
    );
    const all = stripeSubscriptions.map(readSubscription);
    return { all, effective: effectiveSubscription(all, storedId) };
  }
}
