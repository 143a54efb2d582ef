import { randomUUID } from 'node:crypto';

import { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import { ActivityLog } from '@ringwell/database/accounts/activity-log.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { StripeEvent } from '@ringwell/database/billing/stripe-event.entity';
import { StripeEventsRepository, type ClaimedStripeEvent } from '@ringwell/database/billing/stripe-events.repository';
import { SubscriptionsRepository } from '@ringwell/database/billing/subscriptions.repository';
import { UsageNoticesRepository } from '@ringwell/database/billing/usage-notices.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { usagePeriod } from '@ringwell/domain/usage-period';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { readStripeEvent } from '@ringwell/platform/stripe/stripe-webhook';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import { makeAccount } from '@ringwell/testing/make-account';
import { stripeEvent, stripeSignature } from '@ringwell/testing/stripe-events';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

import type { LeaderElection } from '../leader/leader-election';
import { AccountSubscriptionsService, type AccountSubscription } from './account-subscriptions.service';
import { SubscriptionsService } from './subscriptions.service';
import { StripeEventLoop } from './stripe-event.loop';

const SECRET = 'whsec_test';
const TEAM = ['ringwell_base', 'ringwell_overage', 'ringwell_team_chat'];
const PERIOD = { created: 1_790_000_000, periodStart: 1_790_000_000, periodEnd: 1_792_592_000 };
const STARTS_AT = new Date(PERIOD.periodStart * 1_000);

describe('what Stripe reports', () => {
  const stripe = useStripe();
  const database = useTestDatabase();
  let userId: string;
  let sub: string;
  let customer: string;

  beforeEach(async () => {
    stripe.subscriptions.clear();
    await database.dataSource.query('delete from stripe_events');
    await newAccount({ status: 'demo', activatedAt: null });
    [sub, customer] = [`sub_${randomUUID()}`, `cus_${randomUUID()}`];
  });

  async function newAccount(user: Partial<User>, settings: Partial<AccountSettings> = {}): Promise<void> {
    ({
      user: { id: userId },
    } = await makeAccount(database.dataSource, { user, settings }));
  }
  const events = (): StripeEventsRepository => new StripeEventsRepository(database.dataSource.manager);
  const connection = (timeoutMs = 5_000): StripeConnection =>
    new StripeConnection({ secretKey: stripe.secretKey, baseUrl: stripe.origin, timeoutMs });
  const accounts = (timeoutMs?: number): AccountSubscriptionsService => {
    const { manager } = database.dataSource;
    return new AccountSubscriptionsService(
      new UsersRepository(manager),
      new SubscriptionsRepository(manager),
      events(),
      connection(timeoutMs),
    );
  };
  function loop(timeoutMs = 5_000, isLeader = true): StripeEventLoop {
    const unitOfWork = new UnitOfWork(database.dataSource);
    return new StripeEventLoop(
      { isLeader } as LeaderElection,
      events(),
      accounts(timeoutMs),
      new SubscriptionsService(unitOfWork),
      unitOfWork,
      connection(timeoutMs),
      createLogger({ service: 'test', level: 'fatal' }),
    );
  }
  /** As the API stores it. */
  async function report(type: string, object: object, facts?: { id?: string }): Promise<boolean> {
    const body = stripeEvent(type, object, facts);
    const event = readStripeEvent(Buffer.from(body), stripeSignature(body, SECRET), [SECRET]);
    return event !== undefined && (await events().store(event));
  }
  const updated = (id = sub): Promise<boolean> =>
    report('customer.subscription.updated', stripe.subscriptionObject(id));
  /** What happens at Stripe, and that it is reported and worked off. */
  async function becomes(status: string, id = sub): Promise<void> {
    stripe.subscriptions.set(id, status);
    await updated(id);
    await loop().processDue();
  }
  function buys(prices?: string[], addOns = '', id = sub): void {
    stripe.subscribe(id, { customer, metadata: { userId, plan: prices ? 'team' : 'base', addOns }, prices, ...PERIOD });
  }
  const account = async (): Promise<Record<string, unknown>> => {
    const { status, activatedAt } = await database.dataSource.manager.findOneByOrFail(User, { id: userId });
    const settings = await database.dataSource.manager.findOneByOrFail(AccountSettings, { userId });
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
  };
  const activity = async (): Promise<string[]> =>
    (await database.dataSource.manager.find(ActivityLog, { order: { createdAt: 'ASC' } }))
      .filter(({ metadata }) => metadata?.['targetUserId'] === userId)
      .map(({ action, description }) => `${action}: ${description.replace(/account-[\w-]+@example\.com/, 'X')}`);
  const stored = (): Promise<StripeEvent[]> =>
    database.dataSource.manager.find(StripeEvent, { order: { receivedAt: 'ASC' } });
  const states = async (): Promise<string[]> => (await stored()).map(({ state }) => state);
  const makeDue = (): Promise<unknown> =>
    database.dataSource.query(`update stripe_events set run_after = now() where state = 'pending'`);

  describe('of a purchase', () => {
    it('opens the account with what was bought, and is noted', async () => {
      buys(TEAM, 'slack,teams');
      await report('checkout.session.completed', {
        id: 'cs_1',
        object: 'checkout.session',
        subscription: sub,
        customer,
        client_reference_id: userId,
        metadata: { userId },
      });
      expect(await loop().processDue()).toBe(1);
      expect(await account()).toEqual({
        status: 'active',
        activatedAt: new Date(PERIOD.periodStart * 1_000),
        stripeSubscriptionId: sub,
        stripeCustomerId: customer,
        subscriptionStatus: 'active',
        subscriptionPlan: 'team',
        addOns: ['slack', 'teams'],
        monthlyMinuteLimit: 3_000,
        currentPeriodEnd: new Date(PERIOD.periodEnd * 1_000),
      });
      expect(await activity()).toEqual(['User activated: X was activated by subscribing to the team plan.']);
      expect(await states()).toEqual(['done']);
    });

    it('stores the month that is charged and its anchor, to the second', async () => {
      stripe.subscribe(sub, { customer, metadata: { userId }, ...PERIOD, billingAnchor: PERIOD.created - 7 });
      await becomes('active');
      expect(await database.dataSource.manager.findOneByOrFail(AccountSettings, { userId })).toMatchObject({
        currentPeriodStart: STARTS_AT,
        currentPeriodEnd: new Date(PERIOD.periodEnd * 1_000),
        billingAnchor: new Date((PERIOD.created - 7) * 1_000),
      });
    });

    it('raises the default limit, and not one of 1,000 that was chosen', async () => {
      await newAccount(
        { status: 'demo', activatedAt: null },
        { monthlyMinuteLimit: 1_000, monthlyMinuteLimitChosen: true },
      );
      buys();
      await becomes('active');
      expect(await account()).toMatchObject({ status: 'active', monthlyMinuteLimit: 1_000 });
    });

    it('takes along what a subscriber of an earlier release was told of the month', async () => {
      await newAccount(
        { activatedAt: new Date() },
        { subscriptionStatus: 'active', stripeSubscriptionId: sub, stripeCustomerId: customer },
      );
      const { startsAt } = usagePeriod(new Date(), new Date());
      const notices = new UsageNoticesRepository(database.dataSource.manager);
      await notices.replace({ userId, period: { startsAt, endsAt: startsAt } }, [50, 80]);
      buys();
      await becomes('active');
      expect(await notices.usage([{ userId, period: { startsAt: STARTS_AT, endsAt: STARTS_AT } }])).toMatchObject([
        { levels: [50, 80] },
      ]);
    });

    it('of the base plan brings no add-ons, whatever the metadata say', async () => {
      buys(undefined, 'slack');
      await becomes('active');
      expect(await account()).toMatchObject({ status: 'active', subscriptionPlan: 'base', addOns: [] });
    });

    it('of team chat that nobody chose chats for opens all, also at a price that was replaced since', async () => {
      stripe.catalog.put('prices', { id: 'price_older', metadata: { ringwell_price: 'ringwell_team_chat' } });
      buys(['ringwell_base', 'price_older']);
      await becomes('active');
      expect(await account()).toMatchObject({ subscriptionPlan: 'team', addOns: ['slack', 'teams', 'googleChat'] });
    });

    it('is believed about nothing but which subscription to look at', async () => {
      buys();
      stripe.subscriptions.set(sub, 'incomplete');
      await report('customer.subscription.updated', { ...stripe.subscriptionObject(sub), status: 'active' });
      await loop().processDue();
      expect(await account()).toMatchObject({
        status: 'demo',
        subscriptionStatus: 'incomplete',
        addOns: [],
        monthlyMinuteLimit: 1_000,
      });
    });

    it('comes twice, late and in any order to the same end', async () => {
      buys();
      const [created, cancelled] = [
        stripe.subscriptionObject(sub),
        { ...stripe.subscriptionObject(sub), status: 'canceled' },
      ];
      await becomes('active');
      await becomes('canceled');
      const end = await account();
      expect(end).toMatchObject({ status: 'demo', subscriptionStatus: 'canceled' });
      await report('customer.subscription.deleted', cancelled);
      await report('customer.subscription.created', created);
      await report('invoice.paid', {
        id: 'in_1',
        object: 'invoice',
        customer,
        parent: { subscription_details: { subscription: sub, metadata: { userId } } },
      });
      await loop().processDue();
      expect(await account()).toEqual(end);
      expect(await activity()).toHaveLength(2);
    });

    it('is worked off together with all that came of it before', async () => {
      buys();
      for (const type of ['customer.subscription.created', 'customer.subscription.updated'])
        await report(type, stripe.subscriptionObject(sub));
      expect(await loop().processDue()).toBe(1);
      expect(await states()).toEqual(['done', 'done']);
    });
  });

  describe('of an account', () => {
    beforeEach(async () => {
      buys(TEAM, 'slack');
      await becomes('active');
    });

    it('whose payment is due takes nothing away, and shows it', async () => {
      await becomes('past_due');
      expect(await account()).toMatchObject({ status: 'active', subscriptionStatus: 'past_due', addOns: ['slack'] });
      expect((await activity()).at(-1)).toBe(
        'Subscription updated: The subscription of X to the team plan is past due.',
      );
    });

    it.each(['canceled', 'unpaid', 'incomplete_expired'])(
      'whose subscription is %s makes it a demo account',
      async (status) => {
        await becomes(status);
        expect(await account()).toMatchObject({
          status: 'demo',
          subscriptionStatus: status,
          addOns: [],
          stripeCustomerId: customer,
        });
        expect((await activity()).at(-1)).toMatch(/^User deactivated: X was reverted to a demo account/);
      },
    );

    it('that pays at last opens it again', async () => {
      await becomes('unpaid');
      await becomes('active');
      expect(await account()).toMatchObject({ status: 'active', addOns: ['slack'] });
    });

    it('that only begins another month is not worth an entry', async () => {
      const before = await activity();
      stripe.subscribe(sub, {
        customer,
        metadata: { userId, addOns: 'slack' },
        prices: TEAM,
        ...PERIOD,
        periodEnd: PERIOD.periodEnd + 86_400,
      });
      await becomes('active');
      expect(await account()).toMatchObject({ currentPeriodEnd: new Date((PERIOD.periodEnd + 86_400) * 1_000) });
      expect(await activity()).toEqual(before);
    });

    it('with two subscriptions leaves it open while one is live, known or not', async () => {
      const other = `sub_${randomUUID()}`;
      stripe.subscribe(other, {
        customer: 'cus_other',
        metadata: { userId, addOns: 'teams' },
        prices: TEAM,
        ...PERIOD,
      });
      await becomes('canceled');
      expect(await account()).toMatchObject({
        status: 'active',
        stripeSubscriptionId: other,
        stripeCustomerId: 'cus_other',
        addOns: ['teams'],
      });
      await becomes('canceled', other);
      expect(await account()).toMatchObject({ status: 'demo', subscriptionStatus: 'canceled' });
    });

    it('finds it by the stored subscription or customer when nobody is named', async () => {
      stripe.subscribe(sub, { customer, ...PERIOD });
      await becomes('past_due');
      expect(await account()).toMatchObject({ subscriptionStatus: 'past_due' });
      const byHand = `sub_${randomUUID()}`;
      stripe.subscriptions.set(sub, 'canceled');
      stripe.subscribe(byHand, { customer, ...PERIOD });
      await becomes('active', byHand);
      expect(await account()).toMatchObject({
        status: 'active',
        stripeSubscriptionId: byHand,
        subscriptionPlan: 'base',
      });
    });

    it("keeps add-ons of a live subscription as they were bought, and an administrator's grant where none is live", async () => {
      const grant = (): Promise<unknown> =>
        new UsersRepository(database.dataSource.manager).changeSettings(userId, { addOns: ['googleChat'] });
      await grant();
      await becomes('active');
      expect(await account()).toMatchObject({ addOns: ['slack'] });
      await becomes('canceled');
      await grant();
      await updated();
      await loop().processDue();
      expect(await account()).toMatchObject({ status: 'demo', addOns: ['googleChat'] });
    });

    it('that was activated by hand since the subscription ended stays active', async () => {
      await becomes('unpaid');
      await new UsersRepository(database.dataSource.manager).change(userId, { status: 'active' });
      await becomes('canceled');
      expect(await account()).toMatchObject({ status: 'active', subscriptionStatus: 'canceled' });
    });

    it('whose deactivation was cut off after the cancellation is noted becomes a demo account', async () => {
      const subscriptions = new SubscriptionsRepository(database.dataSource.manager);
      await subscriptions.requestCancellation(userId);
      await subscriptions.markCancelled(userId, sub);
      await becomes('canceled');
      expect(await account()).toMatchObject({ status: 'demo', subscriptionStatus: 'canceled', addOns: [] });
      // Both in one transaction, and so at one time.
      const entries = (await activity()).map((entry) => entry.split(':')[0]);
      expect(entries).toEqual(expect.arrayContaining(['Tokens revoked', 'User deactivated']));
    });

    it('of an administrator stays active', async () => {
      await new UsersRepository(database.dataSource.manager).change(userId, { role: 'admin' });
      await becomes('canceled');
      expect(await account()).toMatchObject({ status: 'active', subscriptionStatus: 'canceled' });
    });

    it('that is deleted meanwhile changes nothing, for nobody', async () => {
      const { user: other } = await makeAccount(database.dataSource, {
        user: { status: 'demo' },
        settings: { stripeCustomerId: customer },
      });
      await updated();
      await new UnitOfWork(database.dataSource).run(({ users }) => users.delete(userId));
      expect(await loop().processDue()).toBe(1);
      expect((await stored()).at(-1)).toMatchObject({ state: 'done', userId: null });
      expect(await database.dataSource.manager.findOneByOrFail(User, { id: other.id })).toMatchObject({
        status: 'demo',
      });
      expect(await updated()).toBe(true);
      await loop().processDue();
      expect(await database.dataSource.manager.findOneByOrFail(User, { id: other.id })).toMatchObject({
        status: 'demo',
      });
    });
  });

  it('of an account that was activated by hand, and of a subscription that was never paid, changes neither status nor add-ons', async () => {
    await newAccount({ status: 'active' }, { addOns: ['teams'] });
    buys();
    await becomes('incomplete_expired');
    expect(await account()).toMatchObject({
      status: 'active',
      addOns: ['teams'],
      subscriptionStatus: 'incomplete_expired',
    });
  });

  it.each(['nobody', '00000000-0000-4000-8000-000000000000'])(
    'of accounts that are not ours (%s), or that Stripe does not know, is done with',
    async (name) => {
      stripe.subscribe(sub, { customer, metadata: { userId: name } });
      await updated();
      await report('customer.subscription.updated', { id: 'sub_unknown', object: 'subscription', customer });
      await report('invoice.paid', { id: 'in_1', object: 'invoice', customer, parent: null });
      expect(await loop().processDue()).toBe(3);
      expect(new Set(await states())).toEqual(new Set(['done']));
      expect(await account()).toMatchObject({ status: 'demo', stripeSubscriptionId: null });
    },
  );

  describe('while Stripe has trouble', () => {
    beforeEach(async () => {
      buys();
      await updated();
    });

    it.each<[string, () => ReturnType<typeof stripe.usualReply>, string]>([
      [
        'asks for fewer requests',
        () =>
          FakeStripeServer.failing(429, {
            type: 'invalid_request_error',
            code: 'rate_limit',
            message: 'Too many requests',
          }),
        'BILLING_BUSY',
      ],
      ['is broken', () => FakeStripeServer.failing(500, { type: 'api_error', message: 'Oops' }), 'BILLING_FAILED'],
      ['does not answer', () => 'hang', 'BILLING_FAILED'],
      [
        'refuses our key',
        () => FakeStripeServer.failing(401, { type: 'invalid_request_error', message: 'Invalid API Key' }),
        'BILLING_KEY_REFUSED',
      ],
    ])('and %s, is tried again later, and changes nothing until then', async (_what, reply, code) => {
      stripe.reply = reply;
      await loop(100).processDue();
      const [event] = await stored();
      expect(event).toMatchObject({ state: 'pending', attempts: 1, errorCode: code });
      expect(event?.runAfter.getTime()).toBeGreaterThan(event?.receivedAt.getTime() ?? Infinity);
      expect(await account()).toMatchObject({ status: 'demo', subscriptionStatus: null });
      expect(await loop().processDue()).toBe(0);
      stripe.reply = stripe.usualReply;
      await makeDue();
      await loop().processDue();
      expect(await stored()).toMatchObject([{ state: 'done', attempts: 2, errorCode: null }]);
      expect(await account()).toMatchObject({ status: 'active' });
    });

    it('half-way, changes nothing', async () => {
      stripe.reply = (request) =>
        request.path.endsWith('/search')
          ? FakeStripeServer.failing(400, { type: 'invalid_request_error', message: 'No.' })
          : stripe.serve(request);
      await loop().processDue();
      expect(await states()).toEqual(['pending']);
      expect(await account()).toMatchObject({ status: 'demo', stripeSubscriptionId: null });
    });

    it('for about a day, is given up where administrators see it, and taken up again when Stripe sends it again', async () => {
      stripe.reply = () => FakeStripeServer.failing(400, { type: 'invalid_request_error', message: 'No.' });
      const waits: number[] = [];
      for (let tries = 0; tries < 20 && (await states())[0] === 'pending'; tries += 1) {
        await makeDue();
        await loop().processDue();
        const [{ wait } = { wait: 0 }] = await database.dataSource.query<{ wait: number }[]>(
          'select extract(epoch from run_after - now())::float8 as wait from stripe_events',
        );
        waits.push(wait);
      }
      const [event] = await stored();
      expect(event).toMatchObject({ state: 'failed', attempts: 11, errorCode: 'BILLING_REFUSED' });
      expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(20 * 3_600);
      const [entry] = await database.dataSource.manager.find(ActivityLog, {
        where: { action: 'Payment event failed' },
      });
      expect(entry).toMatchObject({
        metadata: { eventId: event?.id },
        description: expect.stringMatching(/Resend it in Stripe's dashboard\.$/) as string,
      });
      stripe.reply = stripe.usualReply;
      expect(await loop().processDue()).toBe(0);
      expect(await report('customer.subscription.updated', stripe.subscriptionObject(sub), { id: event?.id })).toBe(
        true,
      );
      await loop().processDue();
      expect(await states()).toEqual(['done']);
      expect(await account()).toMatchObject({ status: 'active' });
    });
  });

  it('is worked off again when its worker died in the middle', async () => {
    buys();
    await updated();
    expect(await events().claimDue()).toMatchObject({ attempts: 1 });
    expect(await loop().processDue()).toBe(0); // it may still be alive
    await makeDue();
    expect(await loop().processDue()).toBe(1);
    expect(await account()).toMatchObject({ status: 'active' });
    expect(await stored()).toMatchObject([{ state: 'done', attempts: 2 }]);
  });

  it('changes the account and is done, or neither', async () => {
    buys();
    await updated();
    await database.dataSource.query('alter table activity_logs rename to activity_logs_away');
    try {
      await loop().processDue();
    } finally {
      await database.dataSource.query('alter table activity_logs_away rename to activity_logs');
    }
    expect(await states()).toEqual(['pending']);
    expect(await account()).toMatchObject({ status: 'demo', stripeSubscriptionId: null, monthlyMinuteLimit: 1_000 });
  });

  it('of what was read before somebody looked later is dropped', async () => {
    buys();
    await updated();
    const early = (await events().claimDue()) as ClaimedStripeEvent;
    const read = (await accounts().findBySubscription(sub)) as AccountSubscription;
    await new SubscriptionsRepository(database.dataSource.manager).markCancelled(userId, sub); // an administrator was faster
    await new SubscriptionsService(new UnitOfWork(database.dataSource)).applyEvent(early, read);
    expect(await account()).toMatchObject({ status: 'demo', subscriptionStatus: null });
    expect(await states()).toEqual(['done']);
  });

  it('is taken by one of two leaders', async () => {
    for (let number = 0; number < 6; number += 1) {
      stripe.subscribe(`sub_${number}`, { customer: `cus_${number}`, metadata: { userId: 'nobody' } });
      await updated(`sub_${number}`);
    }
    const tried = await Promise.all([loop().processDue(), loop().processDue()]);
    expect(tried[0] + tried[1]).toBe(6);
    expect((await stored()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 6 }, () => ['done', 1]),
    );
  });

  it('waits for a worker that leads', async () => {
    buys();
    await updated();
    for (const [isLeader, state] of [
      [false, 'pending'],
      [true, 'done'],
    ] as const) {
      const worker = loop(5_000, isLeader);
      worker.onApplicationBootstrap();
      await worker.onModuleDestroy();
      expect(await states()).toEqual([state]);
    }
  });
});
