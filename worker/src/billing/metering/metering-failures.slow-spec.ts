import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { BAD_BODIES } from '@ringwell/testing/fake-http-provider';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';

import { useMetering } from '../testing/use-metering';

const rejectedReply = () => FakeStripeServer.errorReply(400, { type: 'invalid_request_error', message: 'No.' });
const rateLimitedReply = () =>
  FakeStripeServer.errorReply(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' });

describe('MeteringLoop: Stripe failures', () => {
  const harness = useMetering();
  const { stripe, database } = harness;

  beforeEach(async () => {
    await harness.recordMinutes(3);
    await harness.fillOutbox();
  });
  const readWaitSeconds = async (): Promise<number> => {
    const [{ wait } = { wait: 0 }] = await database.query<{ wait: number }[]>(
      'select extract(epoch from run_after - now())::float8 as wait from meter_outbox',
    );
    return wait;
  };

  it.each<[string, () => ReturnType<typeof stripe.defaultReply>, string, string]>([
    ['rate-limits requests', rateLimitedReply, 'pending', 'BILLING_BUSY'],
    [
      'rejects our key',
      () => FakeStripeServer.errorReply(401, { type: 'invalid_request_error', message: 'Invalid API Key' }),
      'pending',
      'BILLING_KEY_REFUSED',
    ],
    ['does not have the meter', rejectedReply, 'pending', 'BILLING_REFUSED'],
    [
      'responds with a 500',
      () => FakeStripeServer.errorReply(500, { type: 'api_error', message: 'Oops' }),
      'sending',
      'BILLING_FAILED',
    ],
    ['closes the connection', () => 'break', 'sending', 'BILLING_FAILED'],
    ['does not respond', () => 'hang', 'sending', 'BILLING_FAILED'],
  ])('retries later when Stripe %s', async (_case, reply, state, code) => {
    stripe.requests.length = 0;
    stripe.reply = reply;
    await harness.pass({ timeoutMs: code === 'BILLING_FAILED' ? 200 : undefined }); // a late response has the same code
    expect(stripe.requests.filter(({ path }) => path.endsWith('/meter_events')).length).toBeLessThanOrEqual(
      code === 'BILLING_FAILED' ? 2 : 1,
    );
    expect(await harness.listEvents()).toMatchObject([
      { state, attempts: 1, errorCode: code, errorMessage: expect.stringMatching(/\.$/) as string },
    ]);
    expect(await readWaitSeconds()).toBeGreaterThan(30);
    stripe.reply = stripe.defaultReply;
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([]);
    await harness.makeDue();
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([3]);
    expect(await harness.listEvents()).toMatchObject([
      { state: 'sent', errorCode: null, uncertainSince: null, sentAt: expect.any(Date) as Date },
    ]);
  });

  it.each<readonly [string, ProviderReply]>([['never arrives', 'hang'], ...BAD_BODIES])(
    'counts accepted minutes once when the response %s',
    async (_case, reply) => {
      stripe.reply = (request) => {
        stripe.defaultReply(request);
        return reply;
      };
      await harness.pass({ timeoutMs: 200 });
      expect(await harness.listStates()).toEqual(['sending']);
      stripe.reply = stripe.defaultReply;
      await harness.makeDue();
      await harness.pass();
      expect(harness.listReportedMinutes()).toEqual([3]);
      expect(await harness.listStates()).toEqual(['sent']);
    },
  );

  it('keeps treating a report as uncertain if an attempt before the rejected one may have arrived', async () => {
    stripe.reply = () => 'break';
    await harness.pass();
    stripe.reply = rateLimitedReply;
    await harness.makeDue();
    await harness.pass();
    expect(await harness.listEvents()).toMatchObject([{ state: 'sending', uncertainSince: expect.any(Date) as Date }]);
  });

  it("does not treat a report as uncertain if Stripe can't be reached", async () => {
    await harness.pass({ baseUrl: 'http://127.0.0.1:1' });
    expect(await harness.listEvents()).toMatchObject([
      { state: 'pending', errorCode: 'BILLING_UNREACHABLE', uncertainSince: null },
    ]);
  });

  it('continues after a single rejected report, but stops at a failure that affects all reports', async () => {
    const otherSubscribers = await Promise.all(Array.from({ length: 20 }, () => harness.createSubscriber()));
    for (const { accountId: id } of otherSubscribers) await harness.recordMinutes(2, undefined, id);
    await harness.fillOutbox();
    stripe.reply = (request) =>
      request.fields['payload[stripe_customer_id]'] === harness.customer
        ? rejectedReply()
        : stripe.defaultReply(request);
    await harness.pass();
    expect((await harness.listStates()).toSorted()).toEqual(['pending', ...otherSubscribers.map(() => 'sent')]);

    for (const { accountId: id } of otherSubscribers) await harness.recordMinutes(2, undefined, id);
    stripe.reply = rateLimitedReply;
    await harness.pass();
    expect((await harness.listEvents()).filter(({ errorCode }) => errorCode === 'BILLING_BUSY').length).toBeLessThan(
      otherSubscribers.length,
    );
  });

  it('gives up after a day on a report that may have arrived, and logs it', async () => {
    stripe.reply = (request) => {
      stripe.defaultReply(request);
      return 'break';
    };
    await harness.pass();
    stripe.meter.forgetIdentifiers();
    stripe.reply = stripe.defaultReply;
    await database.query(`update meter_outbox set run_after = now(), uncertain_since = now() - interval '23 hours'`);
    await harness.pass();
    expect(harness.listReportedMinutes()).toEqual([3]);
    expect(await harness.listEvents()).toMatchObject([
      {
        state: 'failed',
        attempts: 1,
        errorCode: 'METER_UNCONFIRMED',
        errorMessage: expect.stringContaining("won't be sent again") as string,
      },
    ]);
    const [event] = await harness.listEvents();
    expect(await database.manager.find(ActivityLog, { where: { action: 'Usage report failed' } })).toMatchObject([
      {
        userId: null,
        description: expect.stringMatching(/^3 minutes of usage may not have been reported\. .*usage-report/) as string,
        metadata: { minutes: 3, meterEventIds: [event?.id] },
      },
    ]);
    await harness.makeDue();
    await harness.pass();
    expect(await database.manager.count(ActivityLog, { where: { action: 'Usage report failed' } })).toBe(1);
  });

  it("retries a report that can't have arrived for as long as Stripe accepts it", async () => {
    await database.query(
      `update meter_outbox set used_at = now() - interval '33 days 23 hours', created_at = now() - interval '33 days'`,
    );
    await harness.pass({ baseUrl: 'http://127.0.0.1:1' });
    expect(await harness.listStates()).toEqual(['pending']);
    await database.query(`update meter_outbox set used_at = now() - interval '34 days', run_after = now()`);
    await harness.pass();
    expect(await harness.listEvents()).toMatchObject([{ state: 'failed', errorCode: 'METER_TOO_LATE' }]);
    expect(stripe.meter.events).toEqual([]);
  });

  it('increases the delay after each attempt, up to an hour', async () => {
    stripe.reply = rejectedReply;
    const waitMinutes: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await harness.makeDue();
      await harness.pass();
      waitMinutes.push(Math.round((await readWaitSeconds()) / 60));
    }
    expect(waitMinutes).toEqual([1, 2, 5, 10, 30, 60, 60, 60]);
  });

  it('starts metering the other subscriptions when one fails', async () => {
    const [first, second] = [await harness.createSubscriber(), await harness.createSubscriber()];
    await harness.recordMinutes(1, undefined, first.accountId);
    await harness.recordMinutes(1, undefined, second.accountId);
    stripe.reply = (request) =>
      request.path.endsWith(first.subscription) ? rejectedReply() : stripe.defaultReply(request);
    await harness.pass();
    expect([harness.sumReportedMinutes(first.customer), harness.sumReportedMinutes(second.customer)]).toEqual([0, 1]);
    stripe.reply = stripe.defaultReply;
    await harness.pass();
    expect(harness.sumReportedMinutes(first.customer)).toBe(1);
  });
});
