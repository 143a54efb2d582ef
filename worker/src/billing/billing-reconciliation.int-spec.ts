import { randomUUID } from 'node:crypto';

import type Stripe from 'stripe';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import { ActivityLog } from '@ringwell/database/accounts/activity-log.entity';
import { BearerToken } from '@ringwell/database/accounts/bearer-token.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { StripeEventsRepository } from '@ringwell/database/billing/stripe-events.repository';
import { SubscriptionsRepository } from '@ringwell/database/billing/subscriptions.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { readSubscription } from '@ringwell/platform/stripe/read-subscription';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import { makeAccount } from '@ringwell/testing/make-account';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

import type { LeaderElection } from '../leader/leader-election';
import { AccountSubscriptionsService } from './account-subscriptions.service';
import { applySubscription } from './subscriptions.service';
import { BillingReconciliationLoop } from './billing-reconciliation.loop';

const LATER = `interval '6 minutes'`;

describe('the upkeep of billing', () => {
  const stripe = useStripe();
  const database = useTestDatabase();
  let [userId, sub, customer] = ['', '', ''];

  beforeEach(async () => {
    stripe.subscriptions.clear();
    stripe.pausedCollections.clear();
    await database.dataSource.query('delete from users');
    [sub, customer] = [`sub_${randomUUID()}`, `cus_${randomUUID()}`];
    await account({
      stripeSubscriptionId: sub,
      stripeCustomerId: customer,
      subscriptionStatus: 'active',
      subscriptionPlan: 'base',
    });
    stripe.subscribe(sub, { customer, metadata: { userId } });
    await upkeep().reconcileDue();
  });

  async function account(settings: Partial<AccountSettings>, user: Partial<User> = {}): Promise<void> {
    ({
      user: { id: userId },
    } = await makeAccount(database.dataSource, { user, settings }));
  }
  const subscriptions = (): SubscriptionsRepository => new SubscriptionsRepository(database.dataSource.manager);
  const users = (): UsersRepository => new UsersRepository(database.dataSource.manager);
  function upkeep(isLeader = true): BillingReconciliationLoop {
    const { manager } = database.dataSource;
    const connection = new StripeConnection({ secretKey: stripe.secretKey, baseUrl: stripe.origin, timeoutMs: 2_000 });
    const accounts = new AccountSubscriptionsService(
      users(),
      subscriptions(),
      new StripeEventsRepository(manager),
      connection,
    );
    return new BillingReconciliationLoop(
      { isLeader } as LeaderElection,
      subscriptions(),
      accounts,
      new UnitOfWork(database.dataSource),
      connection,
      createLogger({ service: 'test', level: 'fatal' }),
    );
  }
  /** All of that comes to pass a while later. */
  async function settleLater(): Promise<number> {
    await database.dataSource.query(`
      update account_settings set billing_tried_at = billing_tried_at - ${LATER},
        cancellation_requested_at = cancellation_requested_at - ${LATER}`);
    return upkeep().reconcileDue();
  }
  /** The daily look at its subscription is due. */
  async function aDayLater(): Promise<void> {
    await database.dataSource.query(
      `update account_settings set subscription_checked_at = now() - interval '25 hours'`,
    );
  }
  async function applyAsAfterAnEvent(): Promise<void> {
    const subscription = readSubscription(stripe.subscriptionObject(sub) as unknown as Stripe.Subscription);
    await new UnitOfWork(database.dataSource).run((repositories) =>
      applySubscription(repositories, { userId, subscription }, new Date()),
    );
  }
  const state = async (): Promise<unknown> => [
    (await database.dataSource.manager.findOneByOrFail(User, { id: userId })).status,
    (await subscriptions().billingStates()).get(userId) ?? null,
  ];
  const activity = async (): Promise<string[]> => {
    const entries = await database.dataSource.manager.find(ActivityLog, { order: { createdAt: 'ASC' } });
    return entries.filter(({ metadata }) => metadata?.['targetUserId'] === userId).map(({ action }) => action);
  };
  const tokens = (): Promise<number> => database.dataSource.manager.countBy(BearerToken, { userId });
  const writes = (): string[] =>
    stripe.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

  describe('after a deactivation that was not finished', () => {
    it('makes an account whose subscription was cancelled a demo account without tokens', async () => {
      await subscriptions().requestCancellation(userId);
      stripe.subscriptions.set(sub, 'canceled');
      await subscriptions().markCancelled(userId, sub);
      expect(await state()).toEqual(['active', 'canceling']);
      expect(await settleLater()).toBe(1);
      expect(await state()).toEqual(['demo', null]);
      expect(await tokens()).toBe(0);
      expect((await activity()).toSorted()).toEqual(['Tokens revoked', 'User deactivated']); // one transaction, one time
      expect(await settleLater()).toBe(0);
    });

    it('does the same when the process died before it noted the cancellation, or Stripe has forgotten it', async () => {
      const { subscriptions: all } = stripe;
      const ends: (() => unknown)[] = [() => all.set(sub, 'canceled'), () => all.delete(sub)];
      for (const end of ends) {
        await users().change(userId, { status: 'active' });
        await users().changeSettings(userId, { subscriptionStatus: 'active' });
        await subscriptions().requestCancellation(userId);
        end();
        await settleLater();
        expect(await database.dataSource.manager.findOneByOrFail(User, { id: userId })).toMatchObject({
          status: 'demo',
        });
        expect(await tokens()).toBe(0);
      }
    });

    it('keeps an account that is still charged, and says so', async () => {
      await subscriptions().requestCancellation(userId);
      expect(await settleLater()).toBe(1);
      expect(await state()).toEqual(['active', 'charged']);
      expect(await tokens()).toBe(1);
      expect(await activity()).toEqual(['Deactivation failed']);
      expect(writes()).toEqual([]);
    });

    it('keeps an account of two subscriptions of which one was cancelled', async () => {
      stripe.subscribe('sub_second', { customer, metadata: { userId } });
      await subscriptions().requestCancellation(userId);
      stripe.subscriptions.set(sub, 'canceled');
      await subscriptions().markCancelled(userId, sub);
      await settleLater();
      expect(await state()).toEqual(['active', 'charged']);
      expect(await users().settings(userId)).toMatchObject({
        stripeSubscriptionId: 'sub_second',
        subscriptionStatus: 'active',
      });
    });

    it('leaves a deactivation alone that is still under way', async () => {
      await subscriptions().requestCancellation(userId);
      expect(await upkeep().reconcileDue()).toBe(0);
      await users().change(userId, { isActive: false }); // something else is due
      await database.dataSource.query('update account_settings set billing_tried_at = null');
      expect(await upkeep().reconcileDue()).toBe(1);
      expect(await state()).toEqual(['active', 'canceling']);
    });

    it('tries again when Stripe fails', async () => {
      await subscriptions().requestCancellation(userId);
      stripe.subscriptions.set(sub, 'canceled');
      stripe.reply = () => FakeStripeServer.failing(400, { type: 'invalid_request_error', message: 'No.' });
      await settleLater();
      expect(await state()).toEqual(['active', 'canceling']);
      stripe.reply = stripe.usualReply;
      expect(await upkeep().reconcileDue()).toBe(0); // not at once
      await settleLater();
      expect(await state()).toEqual(['demo', null]);
    });
  });

  it('makes an account a demo account whose subscription ended a day ago without an event', async () => {
    stripe.subscriptions.set(sub, 'canceled');
    expect(await settleLater()).toBe(0);
    await database.dataSource.query(
      `update account_settings set subscription_checked_at = now() - interval '25 hours'`,
    );
    expect(await settleLater()).toBe(1);
    expect(await state()).toEqual(['demo', null]);
  });

  it('leaves accounts alone that were activated by hand, also after a subscription', async () => {
    for (const settings of [{}, { stripeSubscriptionId: 'sub_earlier', subscriptionStatus: 'canceled' }]) {
      await account(settings);
      await users().change(userId, { isActive: false });
      expect(await settleLater()).toBe(0);
      expect(await state()).toEqual(['active', null]);
    }
  });

  it('closes no account that Stripe does not know at all, and asks again a day later', async () => {
    stripe.subscriptions.delete(sub);
    await database.dataSource.query('update account_settings set subscription_checked_at = null');
    expect(await settleLater()).toBe(1);
    expect(await state()).toEqual(['active', 'charged']);
    expect(await settleLater()).toBe(0);
  });

  describe('of a disabled account', () => {
    const enable = (isActive: boolean): Promise<void> => users().change(userId, { isActive });

    it('has Stripe void its invoices until it is enabled again', async () => {
      await enable(false);
      expect(await state()).toEqual(['active', 'pausing']);
      expect(await settleLater()).toBe(1);
      expect([...stripe.pausedCollections]).toEqual([[sub, 'void']]);
      expect(await state()).toEqual(['active', 'paused']);
      expect(await settleLater()).toBe(0);

      await enable(true);
      expect(await state()).toEqual(['active', 'resuming']);
      await settleLater();
      expect(stripe.pausedCollections.size).toBe(0);
      expect(await state()).toEqual(['active', 'charged']);
      expect(await activity()).toEqual(['Billing paused', 'Billing resumed']);
    });

    it('pauses all of its live subscriptions, and one that is bought meanwhile', async () => {
      stripe.subscribe('sub_second', { customer, metadata: { userId } });
      stripe.subscribe('sub_over', { customer, metadata: { userId } }, 'canceled');
      await enable(false);
      await settleLater();
      expect([...stripe.pausedCollections.keys()].toSorted()).toEqual([sub, 'sub_second'].toSorted());
      stripe.subscribe('sub_third', { customer, metadata: { userId } });
      await database.dataSource.query(
        `update account_settings set subscription_checked_at = now() - interval '25 hours'`,
      );
      await settleLater();
      expect(stripe.pausedCollections.get('sub_third')).toBe('void');
    });

    it.each<[string, boolean]>([
      ['before Stripe has paused', false],
      ['after Stripe has paused, without an answer', true],
    ])('pauses once more when it failed %s', async (_when, hasPaused) => {
      await enable(false);
      stripe.reply = (request) => {
        if (request.method === 'GET') return stripe.usualReply(request);
        if (hasPaused) stripe.usualReply(request);
        return FakeStripeServer.failing(400, { type: 'invalid_request_error', message: 'No.' });
      };
      await settleLater();
      expect(await state()).toEqual(['active', 'pausing']);
      stripe.reply = stripe.usualReply;
      await settleLater();
      expect(await state()).toEqual(['active', 'paused']);
      expect(stripe.pausedCollections.get(sub)).toBe('void');
      expect(await activity()).toEqual(['Billing paused']);
    });

    it('is resumed when it was enabled while Stripe was asked to pause', async () => {
      await enable(false);
      let enabling: Promise<void> | undefined;
      stripe.reply = (request) => {
        if (request.method === 'POST') enabling = enable(true);
        return stripe.usualReply(request);
      };
      await settleLater();
      await enabling;
      stripe.reply = stripe.usualReply;
      await settleLater();
      expect(await state()).toEqual(['active', 'charged']);
      expect(stripe.pausedCollections.size).toBe(0);
    });

    it('is resumed when the response to the pause was lost and it is enabled before the next try', async () => {
      await enable(false);
      stripe.reply = (request) => {
        const reply = stripe.usualReply(request);
        return request.method === 'POST'
          ? FakeStripeServer.failing(400, { type: 'invalid_request_error', message: 'No.' })
          : reply;
      };
      await settleLater();
      expect(stripe.pausedCollections.size).toBe(1);
      stripe.reply = stripe.usualReply;
      await enable(true);
      await aDayLater();
      await settleLater();
      await settleLater();
      expect(stripe.pausedCollections.size).toBe(0);
      expect(await state()).toEqual(['active', 'charged']);
    });

    it('is resumed when it went unpaid while it was paused, and is paid after it was enabled', async () => {
      await enable(false);
      await settleLater();
      stripe.subscriptions.set(sub, 'unpaid');
      await aDayLater();
      await settleLater();
      await enable(true);
      stripe.subscriptions.set(sub, 'active');
      await applyAsAfterAnEvent();
      await settleLater();
      expect(stripe.pausedCollections.size).toBe(0);
      expect(await state()).toEqual(['active', 'charged']);
    });

    it('is asked about once an hour, and not each minute, while Stripe does not know its subscription', async () => {
      await enable(false);
      stripe.subscriptions.delete(sub);
      expect(await settleLater()).toBe(1);
      expect(await settleLater()).toBe(0);
      expect(await state()).toEqual(['active', 'pausing']);
    });

    it('does not resume what was paused by hand at Stripe', async () => {
      stripe.pausedCollections.set(sub, 'keep_as_draft');
      await database.dataSource.query(
        `update account_settings set subscription_checked_at = now() - interval '25 hours'`,
      );
      expect(await settleLater()).toBe(1);
      expect(stripe.pausedCollections.get(sub)).toBe('keep_as_draft');
      expect(await state()).toEqual(['active', 'charged']);
    });

    it('pauses again what was resumed by hand at Stripe', async () => {
      await enable(false);
      await settleLater();
      stripe.pausedCollections.delete(sub);
      await database.dataSource.query(
        `update account_settings set subscription_checked_at = now() - interval '25 hours'`,
      );
      await settleLater();
      expect(stripe.pausedCollections.get(sub)).toBe('void');
      expect(await state()).toEqual(['active', 'paused']);
    });
  });

  it('is left to a worker that leads', async () => {
    await users().change(userId, { isActive: false });
    await database.dataSource.query('update account_settings set billing_tried_at = null');
    for (const [isLeader, expected] of [
      [false, 'pausing'],
      [true, 'paused'],
    ] as const) {
      const worker = upkeep(isLeader);
      worker.onApplicationBootstrap();
      if (isLeader) while (stripe.pausedCollections.size === 0) await new Promise(setImmediate);
      await worker.onModuleDestroy();
      expect(await state()).toEqual(['active', expected]);
    }
  });
});
