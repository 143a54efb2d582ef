import { randomUUID } from 'node:crypto';

import { ActivityLog } from '@ringwell/database/accounts/activity-log.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { MeterOutboxRepository } from '@ringwell/database/billing/meter-outbox.repository';
import { MeterEvent, MeterLedger } from '@ringwell/database/billing/metering.entity';
import { MeteringRepository } from '@ringwell/database/billing/metering.repository';
import { SubscriptionsRepository } from '@ringwell/database/billing/subscriptions.repository';
import { UsageRepository } from '@ringwell/database/billing/usage.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { BAD_BODIES, type ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import { makeAccount } from '@ringwell/testing/make-account';
import { recordUsage } from '@ringwell/testing/record-usage';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';
import { whileLocked } from '@ringwell/testing/while-locked';

import type { LeaderElection } from '../../leader/leader-election';
import { MeteringStartService } from './metering-start.service';
import { MeteringLoop } from './metering.loop';
import { MeterOutboxService } from './meter-outbox.service';

const LOGGER = createLogger({ service: 'test', level: 'fatal' });
const METER = {
  id: 'mtr_1',
  event_name: 'ringwell_minutes',
  display_name: 'Minutes',
  default_aggregation: { formula: 'sum' },
};
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number): Date => new Date(Date.now() - ms);
const refused = () => FakeStripeServer.failing(400, { type: 'invalid_request_error', message: 'No.' });
const busy = () =>
  FakeStripeServer.failing(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' });
const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000);

describe('metering', () => {
  const stripe = useStripe();
  const database = useTestDatabase();
  let userId: string;
  let customer: string;

  beforeEach(async () => {
    stripe.meter.clear();
    stripe.catalog.put('billing/meters', METER);
    for (const table of ['meter_outbox', 'meter_ledgers', 'activity_logs', 'users'])
      await database.dataSource.query(`delete from ${table}`);
    ({ userId, customer } = await subscriber());
  });

  /** An account whose subscription is live, by default since ten days. */
  async function subscriber(
    since = ago(10 * DAY_MS),
  ): Promise<{ userId: string; customer: string; subscription: string }> {
    const { user } = await makeAccount(database.dataSource);
    return { userId: user.id, ...(await subscribe(user.id, since)) };
  }
  async function subscribe(id: string, since: Date): Promise<{ customer: string; subscription: string }> {
    const [subscription, owner] = [`sub_${randomUUID()}`, `cus_${randomUUID()}`];
    stripe.subscribe(subscription, {
      customer: owner,
      metadata: { userId: id },
      created: seconds(since),
      periodStart: seconds(since),
    });
    await users().changeSettings(id, {
      stripeSubscriptionId: subscription,
      stripeCustomerId: owner,
      subscriptionStatus: 'active',
    });
    return { customer: owner, subscription };
  }
  const users = (): UsersRepository => new UsersRepository(database.dataSource.manager);
  const outbox = (): MeterOutboxRepository => new MeterOutboxRepository(database.dataSource.manager);
  function loop(
    options: { timeoutMs?: number; isLeader?: boolean; baseUrl?: string; secretKey?: string } = {},
  ): MeteringLoop {
    const {
      timeoutMs = 5_000,
      isLeader = true,
      baseUrl,
      secretKey,
    } = { baseUrl: stripe.origin, secretKey: stripe.secretKey, ...options };
    const { manager } = database.dataSource;
    const [unitOfWork, metering] = [new UnitOfWork(database.dataSource), new MeteringRepository(manager)];
    const connection = new StripeConnection({ secretKey, baseUrl, timeoutMs });
    return new MeteringLoop(
      { isLeader } as LeaderElection,
      new MeteringStartService(metering, unitOfWork, connection),
      metering,
      unitOfWork,
      new MeterOutboxService(outbox(), unitOfWork, connection, LOGGER),
      connection,
      LOGGER,
    );
  }
  const uses = (minutes: number, at?: Date, id = userId): Promise<void> =>
    recordUsage(database.dataSource, id, minutes, at);
  const pass = (options?: Parameters<typeof loop>[0]): Promise<void> => loop(options).pass();
  const stored = (): Promise<MeterEvent[]> =>
    database.dataSource.manager.find(MeterEvent, { order: { createdAt: 'ASC', usedAt: 'ASC' } });
  const states = async (): Promise<string[]> => (await stored()).map(({ state }) => state);
  const ledgers = (): Promise<MeterLedger[]> =>
    database.dataSource.manager.find(MeterLedger, { where: { userId }, order: { beganAt: 'ASC' } });
  const makeDue = (): Promise<unknown> =>
    database.dataSource.query(`update meter_outbox set run_after = now() where state in ('pending', 'sending')`);
  const values = (of = customer): number[] =>
    stripe.meter.events.filter((event) => event.customer === of).map(({ value }) => Number(value));
  const total = (of = customer): number => values(of).reduce((sum, value) => sum + value, 0);

  describe('counts', () => {
    it('whole minutes as they come together, and keeps what is left until it makes one', async () => {
      await uses(0.5);
      await pass();
      expect(values()).toEqual([]);
      await uses(2.35);
      await pass();
      await uses(0.14);
      await pass();
      expect(values()).toEqual([2]);
      await uses(0.01);
      await pass();
      await pass();
      expect(values()).toEqual([2, 1]);
      expect(await ledgers()).toMatchObject([{ reportedMinutes: 3, endedAt: null }]);
      expect(await states()).toEqual(['sent', 'sent']);
    });

    it('from the begin of the month that is being paid for: not an hour of the day before it', async () => {
      const since = new Date(Math.floor(ago(12 * DAY_MS).getTime() / DAY_MS) * DAY_MS + 12 * HOUR_MS);
      ({ userId, customer } = await subscriber(since));
      await uses(100, new Date(since.getTime() - DAY_MS));
      await uses(100, new Date(since.getTime() - 1));
      await uses(1, since);
      await uses(2, new Date(since.getTime() + HOUR_MS));
      await uses(4, new Date(since.getTime() + 12 * HOUR_MS));
      await uses(8, new Date(since.getTime() + 3 * DAY_MS));
      await uses(16);
      await pass();
      expect(total()).toBe(31);
    });

    it('what people see as minutes: that of calls, and that which clients posted', async () => {
      const usage = new UsageRepository(database.dataSource.manager);
      const common = { instanceRuns: 1, apiCalls: 0, metadata: null };
      await usage.record(userId, { ...common, callId: null, minutes: '3.25', source: 'n8n', callData: null });
      await usage.post(userId, {
        ...common,
        minutes: '4.75',
        source: 'manual',
        idempotencyKey: null,
        requestHash: null,
      });
      await pass();
      expect(values()).toEqual([8]);
    });

    it('a record that is committed after later ones', async () => {
      await pass();
      const late = database.dataSource.createQueryRunner();
      await late.startTransaction();
      await new UsageRepository(late.manager).record(userId, {
        callId: null,
        minutes: '5.00',
        instanceRuns: 1,
        apiCalls: 0,
        source: 'n8n',
        metadata: null,
        callData: null,
      });
      await pass();
      expect(values()).toEqual([]);
      await late.commitTransaction();
      await late.release();
      await pass();
      expect(values()).toEqual([5]);
    });

    it('nothing for accounts without a live subscription', async () => {
      await users().changeSettings(userId, { subscriptionStatus: 'unpaid' });
      await uses(10);
      await pass();
      expect(await ledgers()).toEqual([]);
      expect(stripe.meter.events).toEqual([]);
    });

    it('nothing for a subscription that Stripe says is not live', async () => {
      stripe.subscriptions.set((await users().settings(userId))?.stripeSubscriptionId ?? '', 'canceled');
      await uses(10);
      await pass();
      expect(await ledgers()).toEqual([]);
    });

    it('to the end of the subscription, also what is recorded just before', async () => {
      await uses(1);
      await pass();
      await uses(2);
      await new SubscriptionsRepository(database.dataSource.manager).markCancelled(
        userId,
        (await users().settings(userId))?.stripeSubscriptionId ?? '',
      );
      await pass();
      await uses(4);
      await pass();
      expect(values()).toEqual([1, 2]);
      expect((await ledgers())[0]?.endedAt).toBeInstanceOf(Date);
    });

    it('nothing twice when another subscription takes over, and nothing of the time between two', async () => {
      await uses(3);
      await pass();
      const next = await subscribe(userId, ago(5 * DAY_MS)); // both are live: what was used in these days is reported already
      await uses(4);
      await pass();
      await uses(5);
      await pass();
      expect(total() + total(next.customer)).toBe(12);
      expect(total(next.customer)).toBeGreaterThanOrEqual(5);

      await users().changeSettings(userId, { subscriptionStatus: 'canceled' });
      await pass();
      await uses(100, ago(-1));
      const last = await subscribe(userId, new Date(Date.now() + 2_000));
      await uses(6, new Date(Date.now() + 3_000));
      await pass();
      expect(total() + total(next.customer)).toBe(12);
      expect(values(last.customer)).toEqual([6]);
      expect(await ledgers()).toHaveLength(3);
    });

    it('nothing that is recorded while the account is disabled, and what follows it again', async () => {
      await uses(1, ago(HOUR_MS));
      await pass();
      const metering = new MeteringRepository(database.dataSource.manager);
      await users().change(userId, { isActive: false });
      await metering.suspend(userId);
      await database.dataSource.query('update meter_ledgers set ended_at = $1 where ended_at is not null', [
        ago(60_000),
      ]);
      await uses(100, ago(30_000));
      await pass();
      await users().change(userId, { isActive: true });
      await metering.resume(userId);
      await uses(2, ago(-1_000));
      await pass();
      expect(values()).toEqual([1, 2]);
      expect(await ledgers()).toMatchObject([{ endedAt: expect.any(Date) as Date }, { endedAt: null }]);
    });

    it('nothing for a subscription that was bought while the account was disabled, until it is enabled', async () => {
      const { user } = await makeAccount(database.dataSource, { user: { isActive: false } });
      const { customer: of } = await subscribe(user.id, ago(HOUR_MS));
      await uses(100, undefined, user.id);
      await pass();
      await users().change(user.id, { isActive: true });
      await new MeteringRepository(database.dataSource.manager).resume(user.id);
      await uses(2, ago(-1_000), user.id);
      await pass();
      expect(values(of)).toEqual([2]);
    });

    it("last month's minutes as of last month", async () => {
      const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1));
      ({ userId, customer } = await subscriber(new Date(month.getTime() - 2 * DAY_MS)));
      await uses(1.75, new Date(month.getTime() - HOUR_MS));
      await uses(2.5, new Date(month.getTime() + 1));
      await pass();
      expect(
        stripe.meter.events
          .filter((event) => event.customer === customer)
          .map(({ value, timestamp }) => [value, timestamp]),
      ).toEqual(
        expect.arrayContaining([
          ['1', seconds(month) - 1],
          ['3', seconds(month)],
        ]),
      );
    });

    it('minutes as of the newest record', async () => {
      await uses(1, ago(3 * HOUR_MS));
      const newest = ago(2 * HOUR_MS);
      await uses(1, newest);
      await pass();
      expect(Math.max(...stripe.meter.events.map(({ timestamp }) => timestamp))).toBe(seconds(newest));
    });
  });

  describe('loses nothing and reports nothing twice', () => {
    it('with two workers at once', async () => {
      const others = await Promise.all(Array.from({ length: 6 }, () => subscriber()));
      for (const { userId: id } of others) await uses(7, undefined, id);
      await Promise.all([pass(), pass(), pass()]);
      for (const { userId: id } of others) await uses(5.5, undefined, id);
      await Promise.all([pass(), pass(), pass()]);
      await pass();
      expect(others.map(({ customer: of }) => total(of))).toEqual(others.map(() => 12));
      expect(new Set(stripe.meter.events.map(({ identifier }) => identifier)).size).toBe(stripe.meter.events.length);
    });

    it('when one worker waits for the ledgers of another', async () => {
      await pass();
      await uses(9);
      const report = (): Promise<number> =>
        new UnitOfWork(database.dataSource).run(({ metering }) => metering.report());
      expect(
        await Promise.all([report(), report(), report()]).then((counts) =>
          counts.reduce((sum, count) => sum + count, 0),
        ),
      ).toBe(1);
      expect(await ledgers()).toMatchObject([{ reportedMinutes: 9 }]);
    });

    it('when the worker dies before it has committed', async () => {
      await pass();
      await uses(3);
      await expect(
        new UnitOfWork(database.dataSource).run(async ({ metering }) => {
          expect(await metering.report()).toBe(1);
          throw new Error('killed');
        }),
      ).rejects.toThrow('killed');
      expect(await ledgers()).toMatchObject([{ reportedMinutes: 0 }]);
      await pass();
      expect(values()).toEqual([3]);
    });

    it.each([
      ['before the request has left', false],
      ['after Stripe has taken it', true],
    ])('when the worker dies %s', async (_when, hasLeft) => {
      await uses(3);
      await pass({ baseUrl: 'http://127.0.0.1:1' });
      await reported();
      const [claimed] = await outbox().claimDue(1);
      if (hasLeft) {
        stripe.serve({
          method: 'POST',
          path: '/v1/billing/meter_events',
          authorization: `Bearer ${stripe.secretKey}`,
          fields: {
            event_name: METER.event_name,
            identifier: claimed?.id ?? '',
            timestamp: String(seconds(new Date())),
            'payload[stripe_customer_id]': customer,
            'payload[value]': '3',
          },
        });
      }
      await pass(); // the worker may still be alive
      expect(await states()).toEqual(['sending']);
      await makeDue();
      await pass();
      expect(values()).toEqual([3]);
      expect(await stored()).toMatchObject([
        { id: claimed?.id, state: 'sent', attempts: 2, errorCode: null, uncertainSince: null },
      ]);
    });

    it('when the account is deleted before its minutes are sent', async () => {
      await uses(3);
      await reported();
      await new UnitOfWork(database.dataSource).run(({ users: all }) => all.delete(userId));
      await pass();
      expect(values()).toEqual([3]);
      expect(await stored()).toMatchObject([{ userId: null, ledgerId: null, state: 'sent' }]);
    });

    it('when the account is being deleted meanwhile', async () => {
      await uses(3);
      await pass();
      await uses(3);
      await whileLocked(database.dataSource, 'delete from users where id = $1', [userId], async () => {
        await pass(); // leaves the account out and waits for nothing
        return users().change(userId, { firstName: 'Nobody' });
      });
      expect(values()).toEqual([3]);
    });

    it('when an earlier answer comes late', async () => {
      await uses(3);
      await reported();
      const [late] = await outbox().claimDue(1);
      await makeDue();
      await pass();
      if (late) await outbox().settle(late, { result: 'refused', error: { code: 'X', message: 'x' } });
      expect(await states()).toEqual(['sent']);
    });
  });

  /** Minutes are in the outbox and were not tried. */
  async function reported(): Promise<void> {
    const { manager } = database.dataSource;
    const connection = new StripeConnection({ secretKey: stripe.secretKey, baseUrl: stripe.origin });
    const begin = new MeteringStartService(new MeteringRepository(manager), new UnitOfWork(database.dataSource), connection);
    for (const subscription of await begin.unmetered()) await begin.start(subscription);
    await new UnitOfWork(database.dataSource).run(({ metering }) => metering.report());
    await makeDue();
  }

  describe('while Stripe has trouble', () => {
    beforeEach(async () => {
      await uses(3);
      await reported();
    });
    const waitSeconds = async (): Promise<number> => {
      const [{ wait } = { wait: 0 }] = await database.dataSource.query<{ wait: number }[]>(
        'select extract(epoch from run_after - now())::float8 as wait from meter_outbox',
      );
      return wait;
    };

    it.each<[string, () => ReturnType<typeof stripe.usualReply>, string, string]>([
      ['asks for fewer requests', busy, 'pending', 'BILLING_BUSY'],
      [
        'refuses our key',
        () => FakeStripeServer.failing(401, { type: 'invalid_request_error', message: 'Invalid API Key' }),
        'pending',
        'BILLING_KEY_REFUSED',
      ],
      ['has no such meter', refused, 'pending', 'BILLING_REFUSED'],
      [
        'is broken',
        () => FakeStripeServer.failing(500, { type: 'api_error', message: 'Oops' }),
        'sending',
        'BILLING_FAILED',
      ],
      ['closes the connection', () => 'break', 'sending', 'BILLING_FAILED'],
      ['does not answer', () => 'hang', 'sending', 'BILLING_FAILED'],
    ])('and %s, is asked again later, not at once', async (_what, reply, state, code) => {
      stripe.requests.length = 0;
      stripe.reply = reply;
      await pass({ timeoutMs: 200 });
      expect(stripe.requests.filter(({ path }) => path.endsWith('/meter_events')).length).toBeLessThanOrEqual(
        code === 'BILLING_FAILED' ? 2 : 1,
      );
      expect(await stored()).toMatchObject([
        { state, attempts: 1, errorCode: code, errorMessage: expect.stringMatching(/\.$/) as string },
      ]);
      expect(await waitSeconds()).toBeGreaterThan(30);
      stripe.reply = stripe.usualReply;
      await pass();
      expect(values()).toEqual([]);
      await makeDue();
      await pass();
      expect(values()).toEqual([3]);
      expect(await stored()).toMatchObject([
        { state: 'sent', errorCode: null, uncertainSince: null, sentAt: expect.any(Date) as Date },
      ]);
    });

    it.each<readonly [string, ProviderReply]>([['never comes', 'hang'], ...BAD_BODIES])(
      'and takes the minutes with an answer that %s, has them once',
      async (_what, reply) => {
        stripe.reply = (request) => {
          stripe.usualReply(request);
          return reply;
        };
        await pass({ timeoutMs: 200 });
        expect(await states()).toEqual(['sending']);
        stripe.reply = stripe.usualReply;
        await makeDue();
        await pass();
        expect(values()).toEqual([3]);
        expect(await states()).toEqual(['sent']);
      },
    );

    it('and refuses what may have arrived before, does not make it certain', async () => {
      stripe.reply = () => 'break';
      await pass();
      stripe.reply = busy;
      await makeDue();
      await pass();
      expect(await stored()).toMatchObject([{ state: 'sending', uncertainSince: expect.any(Date) as Date }]);
    });

    it('and cannot be reached, nothing has left', async () => {
      await pass({ baseUrl: 'http://127.0.0.1:1' });
      expect(await stored()).toMatchObject([
        { state: 'pending', errorCode: 'BILLING_UNREACHABLE', uncertainSince: null },
      ]);
    });

    it('tries on when one report is refused, and not when none would pass', async () => {
      const others = await Promise.all(Array.from({ length: 20 }, () => subscriber()));
      for (const { userId: id } of others) await uses(2, undefined, id);
      await reported();
      stripe.reply = (request) =>
        request.fields['payload[stripe_customer_id]'] === customer ? refused() : stripe.usualReply(request);
      await pass();
      expect((await states()).toSorted()).toEqual(['pending', ...others.map(() => 'sent')]);

      for (const { userId: id } of others) await uses(2, undefined, id);
      stripe.reply = busy;
      await pass();
      expect((await stored()).filter(({ errorCode }) => errorCode === 'BILLING_BUSY').length).toBeLessThan(
        others.length,
      );
    });

    it('for a day, gives up what may have arrived, where administrators see it: it could be charged twice', async () => {
      stripe.reply = (request) => {
        stripe.usualReply(request);
        return 'break';
      };
      await pass();
      stripe.meter.forgetIdentifiers();
      stripe.reply = stripe.usualReply;
      await database.dataSource.query(
        `update meter_outbox set run_after = now(), uncertain_since = now() - interval '23 hours'`,
      );
      await pass();
      expect(values()).toEqual([3]);
      expect(await stored()).toMatchObject([
        {
          state: 'failed',
          attempts: 1,
          errorCode: 'METER_UNCONFIRMED',
          errorMessage: expect.stringContaining('are not sent again') as string,
        },
      ]);
      const [event] = await stored();
      expect(
        await database.dataSource.manager.find(ActivityLog, { where: { action: 'Usage report failed' } }),
      ).toMatchObject([
        {
          userId: null,
          description: expect.stringMatching(
            /^3 minutes of usage could not be reported for certain\. .*usage-report/,
          ) as string,
          metadata: { minutes: 3, meterEventIds: [event?.id] },
        },
      ]);
      await makeDue();
      await pass();
      expect(await database.dataSource.manager.count(ActivityLog, { where: { action: 'Usage report failed' } })).toBe(
        1,
      );
    });

    it('sends what cannot have arrived as long as Stripe takes it, and then gives it up', async () => {
      await database.dataSource.query(
        `update meter_outbox set used_at = now() - interval '33 days 23 hours', created_at = now() - interval '33 days'`,
      );
      await pass({ baseUrl: 'http://127.0.0.1:1' });
      expect(await states()).toEqual(['pending']);
      await database.dataSource.query(
        `update meter_outbox set used_at = now() - interval '34 days', run_after = now()`,
      );
      await pass();
      expect(await stored()).toMatchObject([{ state: 'failed', errorCode: 'METER_TOO_LATE' }]);
      expect(stripe.meter.events).toEqual([]);
    });

    it('waits longer each time, up to an hour', async () => {
      stripe.reply = refused;
      const waits: number[] = [];
      for (let tries = 0; tries < 8; tries += 1) {
        await makeDue();
        await pass();
        waits.push(Math.round((await waitSeconds()) / 60));
      }
      expect(waits).toEqual([1, 2, 5, 10, 30, 60, 60, 60]);
    });

    it('with one subscription, begins with the others', async () => {
      const [first, second] = [await subscriber(), await subscriber()];
      await uses(1, undefined, first.userId);
      await uses(1, undefined, second.userId);
      stripe.reply = (request) => (request.path.endsWith(first.subscription) ? refused() : stripe.usualReply(request));
      await pass();
      expect([total(first.customer), total(second.customer)]).toEqual([0, 1]);
      stripe.reply = stripe.usualReply;
      await pass();
      expect(total(first.customer)).toBe(1);
    });
  });

  it('waits for a worker that leads, and for a key', async () => {
    await uses(3);
    for (const [options, expected] of [
      [{ isLeader: false }, 0],
      [{ secretKey: undefined }, 0],
      [{}, 1],
    ] as const) {
      const worker = loop(options);
      worker.onApplicationBootstrap();
      while (stripe.meter.events.length < expected) await new Promise(setImmediate);
      await worker.onModuleDestroy();
      expect(values()).toHaveLength(expected);
    }
  });
});
