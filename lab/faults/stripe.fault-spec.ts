import { randomUUID } from 'node:crypto';

import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { makeStripeEvent, makeStripeSignature } from '@ringwell/testing/stripe-events';

import { FaultWorld } from './fault-world';
import { recordCount, recordMetric } from './metrics';

const SIGNING_SECRET = 'whsec_of-a-test';
const METER = {
  id: 'mtr_1',
  event_name: 'ringwell_minutes',
  display_name: 'Minutes',
  default_aggregation: { formula: 'sum' },
};
const DAY_SECONDS = 86_400;
/** Longer than Stripe's libraries consider a signature valid. */
const EXPIRED_SIGNATURE_AGE_SECONDS = 301;
/** The leader reports minutes at least this often. */
const REPORT_TIMEOUT_MS = 120_000;

let stripe: FakeStripeServer;
let world: FaultWorld;

beforeEach(async () => {
  stripe = new FakeStripeServer();
  await stripe.start();
  stripe.catalog.put('billing/meters', METER);
  world = await FaultWorld.start({
    workers: 0,
    accounts: 1,
    env: {
      ...stripe.settings,
      STRIPE_WEBHOOK_SECRET: SIGNING_SECRET,
    },
  });
}, 120_000);
afterEach(async () => {
  await world.stop();
  await stripe.stop();
});

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

/** Gives the account a subscription that started yesterday. @returns its ID */
async function subscribe({ account: { id } }: TestAccount): Promise<string> {
  const [subscription, customer] = [`sub_${randomUUID()}`, `cus_${randomUUID()}`];
  const createdAt = nowSeconds() - DAY_SECONDS;
  stripe.subscribe(subscription, { customer, metadata: { userId: id }, created: createdAt, periodStart: createdAt });
  await world.system.database.repositories.accounts.updateSettings(id, {
    stripeSubscriptionId: subscription,
    stripeCustomerId: customer,
    subscriptionStatus: 'active',
  });
  return subscription;
}

async function sendEvent(body: string, signedAt = nowSeconds()): Promise<number> {
  const response = await fetch(`${world.system.url}/api/webhooks/stripe`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': makeStripeSignature(body, SIGNING_SECRET, signedAt),
    },
  });
  return response.status;
}

it('6: does not report minutes twice when a worker dies before Stripe responds', async () => {
  const account = world.account();
  await subscribe(account);
  let reportCount = 0;
  let isResponding = false;
  stripe.reply = (request) => {
    const reply = stripe.serve(request);
    if (request.path !== '/v1/billing/meter_events') return reply;
    reportCount += 1;
    return isResponding ? reply : 'hang';
  };
  const killedWorker = await world.system.startWorker();
  for (let call = 0; call < 3; call += 1) {
    const id = await world.system.submit(account, 'samples/neutral.mp3', {
      callbackUrl: `${world.receiver.origin}/callback`,
    });
    world.acknowledged.push({ account, id });
  }
  await world.waitUntilIdle();
  await world.waitUntil('Stripe has received the minutes', () => reportCount > 0, REPORT_TIMEOUT_MS);
  world.trackProcesses();
  await killedWorker.stop('SIGKILL');
  isResponding = true;
  await world.query('update meter_outbox set run_after = now()'); // as if the response timeout had passed
  await world.system.startWorker();
  await world.waitUntil(
    'the report is confirmed',
    async () => (await world.count(`meter_outbox where state <> 'sent'`)) === 0,
    REPORT_TIMEOUT_MS,
  );
  const usage = await world.query<{ minutes: number }>('select floor(sum(minutes))::int as minutes from usage_records');
  const chargedMinutes = stripe.meter.events.reduce((sum, { value }) => sum + Number(value), 0);
  expect(reportCount).toBeGreaterThan(1);
  expect(chargedMinutes).toBeGreaterThan(0);
  recordCount(
    6,
    `minutes charged in excess of usage, reported ${reportCount} times`,
    Math.abs(chargedMinutes - (usage[0]?.minutes ?? 0)),
  );
  recordCount(6, "duplicate reports in Stripe's meter", stripe.meter.events.length - 1);
  await world.assertInvariants();
}, 400_000);

it('14: applies a Stripe event once if it arrives a hundred times concurrently and again later', async () => {
  const account = world.account();
  const subscription = await subscribe(account);
  await world.system.startWorker();
  const body = makeStripeEvent('customer.subscription.updated', stripe.buildSubscription(subscription));
  const statuses = await Promise.all(Array.from({ length: 100 }, () => sendEvent(body)));
  await world.waitUntil(
    'the event is applied',
    async () => (await world.count(`stripe_events where state = 'pending'`)) === 0,
  );
  statuses.push(await sendEvent(body));
  recordMetric({
    row: 14,
    name: 'identical Stripe events accepted, out of 101',
    measured: statuses.filter((status) => status === 200).length,
    limit: 101,
    atLeast: true,
  });
  const [storedEvents] = await world.query<{ events: number; runs: number }>(
    'select count(*)::int as events, sum(attempts)::int as runs from stripe_events',
  );
  recordCount(14, 'events stored', storedEvents?.events ?? 0, 1);
  recordCount(14, 'times the event was applied', storedEvents?.runs ?? 0, 1);
  const expiredResponse = await sendEvent(body, nowSeconds() - EXPIRED_SIGNATURE_AGE_SECONDS);
  recordCount(
    14,
    `five-minute-old signature accepted (response ${expiredResponse})`,
    expiredResponse >= 400 && expiredResponse < 500 ? 0 : 1,
  );
  await world.assertInvariants();
}, 120_000);
