import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';

import { useStripeEvents } from './testing/use-stripe-events';

describe('StripeEventLoop', () => {
  const harness = useStripeEvents();
  const { stripe, database } = harness;

  it.each(['nobody', '00000000-0000-4000-8000-000000000000'])(
    'marks events for unknown accounts (%s) and unknown subscriptions as done',
    async (userId) => {
      stripe.subscribe(harness.sub, { customer: harness.customer, metadata: { userId } });
      await harness.sendUpdate();
      await harness.sendEvent('customer.subscription.updated', {
        id: 'sub_unknown',
        object: 'subscription',
        customer: harness.customer,
      });
      await harness.sendEvent('invoice.paid', {
        id: 'in_1',
        object: 'invoice',
        customer: harness.customer,
        parent: null,
      });
      expect(await harness.createLoop().pass()).toBe(3);
      expect(new Set(await harness.listStates())).toEqual(new Set(['done']));
      expect(await harness.readAccount()).toMatchObject({ status: 'demo', stripeSubscriptionId: null });
    },
  );

  describe('Stripe failures', () => {
    beforeEach(async () => {
      harness.subscribe();
      await harness.sendUpdate();
    });

    it.each<[string, () => ReturnType<typeof stripe.defaultReply>, string]>([
      [
        'rate-limits requests',
        () =>
          FakeStripeServer.errorReply(429, {
            type: 'invalid_request_error',
            code: 'rate_limit',
            message: 'Too many requests',
          }),
        'BILLING_BUSY',
      ],
      [
        'responds with a 500',
        () => FakeStripeServer.errorReply(500, { type: 'api_error', message: 'Oops' }),
        'BILLING_FAILED',
      ],
      ['does not respond', () => 'hang', 'BILLING_FAILED'],
      [
        'rejects our key',
        () => FakeStripeServer.errorReply(401, { type: 'invalid_request_error', message: 'Invalid API Key' }),
        'BILLING_KEY_REFUSED',
      ],
    ])('makes no changes and retries later when Stripe %s', async (_case, reply, code) => {
      stripe.reply = reply;
      // A late response has the same code.
      await harness.createLoop(code === 'BILLING_FAILED' ? 100 : undefined).pass();
      const [event] = await harness.listEvents();
      expect(event).toMatchObject({ state: 'pending', attempts: 1, errorCode: code });
      expect(event?.runAfter.getTime()).toBeGreaterThan(event?.receivedAt.getTime() ?? Infinity);
      expect(await harness.readAccount()).toMatchObject({ status: 'demo', subscriptionStatus: null });
      expect(await harness.createLoop().pass()).toBe(0);
      stripe.reply = stripe.defaultReply;
      await harness.makeDue();
      await harness.createLoop().pass();
      expect(await harness.listEvents()).toMatchObject([{ state: 'done', attempts: 2, errorCode: null }]);
      expect(await harness.readAccount()).toMatchObject({ status: 'active' });
    });

    it('makes no changes when a later request fails', async () => {
      stripe.reply = (request) =>
        request.path.endsWith('/search')
          ? FakeStripeServer.errorReply(400, { type: 'invalid_request_error', message: 'No.' })
          : stripe.serve(request);
      await harness.createLoop().pass();
      expect(await harness.listStates()).toEqual(['pending']);
      expect(await harness.readAccount()).toMatchObject({ status: 'demo', stripeSubscriptionId: null });
    });

    it('gives up after about a day, logs it, and processes the event if it is resent', async () => {
      stripe.reply = () => FakeStripeServer.errorReply(400, { type: 'invalid_request_error', message: 'No.' });
      const waitSeconds: number[] = [];
      for (let attempt = 0; attempt < 20 && (await harness.listStates())[0] === 'pending'; attempt += 1) {
        await harness.makeDue();
        await harness.createLoop().pass();
        const [{ wait } = { wait: 0 }] = await database.query<{ wait: number }[]>(
          'select extract(epoch from run_after - now())::float8 as wait from stripe_events',
        );
        waitSeconds.push(wait);
      }
      const [event] = await harness.listEvents();
      expect(event).toMatchObject({ state: 'failed', attempts: 11, errorCode: 'BILLING_REFUSED' });
      expect(waitSeconds.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(20 * 3_600);
      const [entry] = await database.manager.find(ActivityLog, {
        where: { action: 'Payment event failed' },
      });
      expect(entry).toMatchObject({
        metadata: { eventId: event?.id },
        description: expect.stringMatching(/Resend the event from Stripe's dashboard\. Until then/) as string,
      });
      stripe.reply = stripe.defaultReply;
      expect(await harness.createLoop().pass()).toBe(0);
      expect(
        await harness.sendEvent('customer.subscription.updated', stripe.buildSubscription(harness.sub), {
          id: event?.id,
        }),
      ).toBe(true);
      await harness.createLoop().pass();
      expect(await harness.listStates()).toEqual(['done']);
      expect(await harness.readAccount()).toMatchObject({ status: 'active' });
    });
  });

  it('reprocesses an event after its worker dies', async () => {
    harness.subscribe();
    await harness.sendUpdate();
    expect(await harness.events.claimDue()).toMatchObject({ attempts: 1 });
    expect(await harness.createLoop().pass()).toBe(0); // it may still be alive
    await harness.makeDue();
    expect(await harness.createLoop().pass()).toBe(1);
    expect(await harness.readAccount()).toMatchObject({ status: 'active' });
    expect(await harness.listEvents()).toMatchObject([{ state: 'done', attempts: 2 }]);
  });

  it('updates the account and event in one transaction', async () => {
    harness.subscribe();
    await harness.sendUpdate();
    await database.query('alter table activity_logs rename to activity_logs_away');
    try {
      await harness.createLoop().pass();
    } finally {
      await database.query('alter table activity_logs_away rename to activity_logs');
    }
    expect(await harness.listStates()).toEqual(['pending']);
    expect(await harness.readAccount()).toMatchObject({
      status: 'demo',
      stripeSubscriptionId: null,
      monthlyMinuteLimit: 1_000,
    });
  });

  it('discards its data from Stripe if newer data has already been stored', async () => {
    harness.subscribe();
    await harness.sendUpdate();
    const accounts = harness.accountSubscriptions();
    const find = accounts.findBySubscription.bind(accounts);
    jest.spyOn(accounts, 'findBySubscription').mockImplementation(async (id) => {
      const subscriptionBefore = await find(id);
      await harness.subscriptions.markCanceled(harness.accountId, harness.sub); // an administrator's change is stored in between
      return subscriptionBefore;
    });
    expect(await harness.createLoop(undefined, undefined, accounts).pass()).toBe(1);
    expect(await harness.readAccount()).toMatchObject({ status: 'demo', subscriptionStatus: null });
    expect(await harness.listStates()).toEqual(['done']);
  });

  it('processes each event once with two leaders', async () => {
    for (let number = 0; number < 6; number += 1) {
      stripe.subscribe(`sub_${number}`, { customer: `cus_${number}`, metadata: { userId: 'nobody' } });
      await harness.sendUpdate(`sub_${number}`);
    }
    const counts = await Promise.all([harness.createLoop().pass(), harness.createLoop().pass()]);
    expect(counts[0] + counts[1]).toBe(6);
    expect((await harness.listEvents()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 6 }, () => ['done', 1]),
    );
  });

  it('runs only on the leader', async () => {
    harness.subscribe();
    await harness.sendUpdate();
    for (const [isLeader, state] of [
      [false, 'pending'],
      [true, 'done'],
    ] as const) {
      const worker = harness.createLoop(5_000, isLeader);
      worker.onApplicationBootstrap();
      await worker.onModuleDestroy();
      expect(await harness.listStates()).toEqual([state]);
    }
  });
});
