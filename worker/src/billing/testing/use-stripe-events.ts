import { randomUUID } from 'node:crypto';

import { Account } from '@ringwell/database/accounts/account.entity';
import { AccountsRepository, type AccountChanges } from '@ringwell/database/accounts/accounts.repository';
import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { StripeEvent } from '@ringwell/database/billing/stripe-event.entity';
import { StripeEventsRepository } from '@ringwell/database/billing/stripe-events.repository';
import { SubscriptionsRepository } from '@ringwell/database/billing/subscriptions.repository';
import { readStripeEvent } from '@ringwell/platform/stripe/read-stripe-event';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { makeStripeEvent, makeStripeSignature } from '@ringwell/testing/stripe-events';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

import { fakeLeader } from '../../leader/testing/fake-leader';
import { AccountSubscriptionsService } from '../account-subscriptions.service';
import { StripeEventLoop } from '../stripe-event.loop';

const SECRET = 'whsec_test';

export const TEAM = ['ringwell_base', 'ringwell_overage', 'ringwell_team_chat'];
export const PERIOD = { created: 1_790_000_000, periodStart: 1_790_000_000, periodEnd: 1_792_592_000 };
export const STARTS_AT = new Date(PERIOD.periodStart * 1_000);

/** Sets up a database with one demo account, a fake Stripe, and the loop that processes Stripe's events. */
export class StripeEventsHarness {
  accountId = '';
  ownerId = '';
  sub = '';
  customer = '';

  constructor(
    readonly stripe: ReturnType<typeof useStripe>,
    readonly database: ReturnType<typeof useTestDatabase>,
  ) {}

  get events(): StripeEventsRepository {
    return this.database.repositories.stripeEvents;
  }

  get accounts(): AccountsRepository {
    return new AccountsRepository(this.database.manager);
  }

  get subscriptions(): SubscriptionsRepository {
    return this.database.repositories.subscriptions;
  }

  async reset(): Promise<void> {
    this.stripe.subscriptions.clear();
    await this.database.query('delete from stripe_events');
    await this.createAccount({ status: 'demo', activatedAt: null });
    [this.sub, this.customer] = [`sub_${randomUUID()}`, `cus_${randomUUID()}`];
  }

  async createAccount(account: AccountChanges, settings: Partial<AccountSettings> = {}): Promise<void> {
    const testAccount = await this.database.makeAccount({ account, settings });
    [this.accountId, this.ownerId] = [testAccount.account.id, testAccount.user.id];
  }

  accountSubscriptions(timeoutMs?: number): AccountSubscriptionsService {
    return new AccountSubscriptionsService(
      this.accounts,
      this.subscriptions,
      this.events,
      this.createConnection(timeoutMs),
    );
  }

  createLoop(timeoutMs = 60_000, isLeader = true, accounts = this.accountSubscriptions(timeoutMs)): StripeEventLoop {
    return new StripeEventLoop(
      fakeLeader(isLeader),
      this.events,
      accounts,
      this.database.unitOfWork,
      this.createConnection(timeoutMs),
    );
  }

  async sendEvent(type: string, object: object, overrides?: { id?: string }): Promise<boolean> {
    const body = makeStripeEvent(type, object, overrides);
    const event = readStripeEvent(Buffer.from(body), makeStripeSignature(body, SECRET), [SECRET]);
    return event !== undefined && (await this.events.store(event));
  }

  sendUpdate(id = this.sub): Promise<boolean> {
    return this.sendEvent('customer.subscription.updated', this.stripe.buildSubscription(id));
  }

  // Changes the status in Stripe and processes the event.
  async changeStatus(status: string, id = this.sub): Promise<void> {
    this.stripe.subscriptions.set(id, status);
    await this.sendUpdate(id);
    await this.createLoop().pass();
  }

  subscribe(prices?: string[], addOns = ''): void {
    const { sub, customer, accountId } = this;
    const metadata = { userId: accountId, plan: prices ? 'team' : 'base', addOns };
    this.stripe.subscribe(sub, { customer, metadata, prices, ...PERIOD });
  }

  async readAccount(): Promise<Record<string, unknown>> {
    const { accountId } = this;
    const { manager } = this.database;
    const { status, activatedAt } = await manager.findOneByOrFail(Account, { id: accountId });
    const settings = await manager.findOneByOrFail(AccountSettings, { accountId });
    const {
      stripeSubscriptionId,
      stripeCustomerId,
      subscriptionStatus,
      subscriptionPlan,
      addOns,
      monthlyMinuteLimit,
      currentPeriodEnd,
    } = settings;
    return {
      status,
      activatedAt,
      stripeSubscriptionId,
      stripeCustomerId,
      subscriptionStatus,
      subscriptionPlan,
      addOns,
      monthlyMinuteLimit,
      currentPeriodEnd,
    };
  }

  // Replaces the account's email with X.
  async listActivity(): Promise<string[]> {
    const entries = await this.database.manager.find(ActivityLog, { order: { createdAt: 'ASC' } });
    return entries
      .filter(({ accountId }) => accountId === this.accountId)
      .map(({ action, description }) => `${action}: ${description.replace(/account-[\w-]+@example\.com/, 'X')}`);
  }

  listEvents(): Promise<StripeEvent[]> {
    return this.database.manager.find(StripeEvent, { order: { receivedAt: 'ASC' } });
  }

  async listStates(): Promise<string[]> {
    return (await this.listEvents()).map(({ state }) => state);
  }

  makeDue(): Promise<unknown> {
    return this.database.query(`update stripe_events set run_after = now() where state = 'pending'`);
  }

  private createConnection(timeoutMs = 60_000): StripeConnection {
    return new StripeConnection({ secretKey: this.stripe.secretKey, baseUrl: this.stripe.origin, timeoutMs });
  }
}

export function useStripeEvents(): StripeEventsHarness {
  const harness = new StripeEventsHarness(useStripe(), useTestDatabase());
  beforeEach(() => harness.reset());
  return harness;
}
