import { randomUUID } from 'node:crypto';

import type Stripe from 'stripe';

import { Account } from '@ringwell/database/accounts/account.entity';
import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { BearerToken } from '@ringwell/database/accounts/tokens/bearer-token.entity';
import { StripeEventsRepository } from '@ringwell/database/billing/stripe-events.repository';
import { SubscriptionsRepository } from '@ringwell/database/billing/subscriptions.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { readSubscription } from '@ringwell/platform/stripe/read-subscription';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

import { fakeLeader } from '../../leader/testing/fake-leader';
import { AccountSubscriptionsService } from '../account-subscriptions.service';
import { applySubscription } from '../apply-subscription';
import { BillingReconciliationLoop } from '../billing-reconciliation.loop';

const RECONCILE_DELAY = `interval '6 minutes'`;

/** Sets up a database with one subscribed account that matches a fake Stripe. */
export class BillingReconciliationHarness {
  accountId = '';
  ownerId = '';
  sub = '';
  customer = '';

  constructor(
    readonly stripe: ReturnType<typeof useStripe>,
    readonly database: ReturnType<typeof useTestDatabase>,
  ) {}

  get subscriptions(): SubscriptionsRepository {
    return this.database.repositories.subscriptions;
  }

  get accounts(): AccountsRepository {
    return this.database.repositories.accounts;
  }

  async reset(): Promise<void> {
    this.stripe.subscriptions.clear();
    this.stripe.pausedCollections.clear();
    await this.database.query('truncate accounts, users cascade');
    const [sub, customer] = [`sub_${randomUUID()}`, `cus_${randomUUID()}`];
    Object.assign(this, { sub, customer });
    await this.createAccount({
      stripeSubscriptionId: sub,
      stripeCustomerId: customer,
      subscriptionStatus: 'active',
      subscriptionPlan: 'base',
    });
    this.subscribe(sub);
    await this.createLoop().pass();
  }

  async createAccount(settings: Partial<AccountSettings>): Promise<void> {
    const { account, user } = await this.database.makeAccount({ settings });
    [this.accountId, this.ownerId] = [account.id, user.id];
  }

  subscribe(id: string, status?: string): void {
    this.stripe.subscribe(id, { customer: this.customer, metadata: { userId: this.accountId } }, status);
  }

  createLoop(isLeader = true): BillingReconciliationLoop {
    const { database } = this;
    const connection = new StripeConnection({
      secretKey: this.stripe.secretKey,
      baseUrl: this.stripe.origin,
      timeoutMs: 60_000,
    });
    const accounts = new AccountSubscriptionsService(
      this.accounts,
      this.subscriptions,
      new StripeEventsRepository(database.manager),
      connection,
    );
    return new BillingReconciliationLoop(
      fakeLeader(isLeader),
      this.subscriptions,
      accounts,
      new UnitOfWork(database.dataSource),
      connection,
    );
  }

  // Reconciles as if six minutes had passed.
  async reconcileLater(): Promise<number> {
    await this.database.query(`
      update account_settings set billing_tried_at = billing_tried_at - ${RECONCILE_DELAY},
        cancellation_requested_at = cancellation_requested_at - ${RECONCILE_DELAY}`);
    return this.createLoop().pass();
  }

  async makeDailyCheckDue(): Promise<void> {
    await this.database.query(`update account_settings set subscription_checked_at = now() - interval '25 hours'`);
  }

  async applyEvent(): Promise<void> {
    const { accountId } = this;
    const subscription = readSubscription(this.stripe.buildSubscription(this.sub) as unknown as Stripe.Subscription);
    await this.database.unitOfWork.run((repositories) =>
      applySubscription(repositories, { accountId, subscription }, new Date()),
    );
  }

  async readState(): Promise<unknown> {
    const { status } = await this.database.manager.findOneByOrFail(Account, { id: this.accountId });
    return [status, (await this.subscriptions.findBillingStates()).get(this.accountId) ?? null];
  }

  async listActivity(): Promise<string[]> {
    const entries = await this.database.manager.find(ActivityLog, { order: { createdAt: 'ASC' } });
    return entries.filter(({ accountId }) => accountId === this.accountId).map(({ action }) => action);
  }

  countTokens(): Promise<number> {
    return this.database.manager.countBy(BearerToken, { accountId: this.accountId });
  }

  // Write requests to Stripe.
  listWrites(): string[] {
    return this.stripe.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  }
}

export function useBillingReconciliation(): BillingReconciliationHarness {
  const harness = new BillingReconciliationHarness(useStripe(), useTestDatabase());
  beforeEach(() => harness.reset());
  return harness;
}
