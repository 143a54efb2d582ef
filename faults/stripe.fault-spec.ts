import { randomUUID } from 'node:crypto';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { stripeEvent, stripeSignature } from '@ringwell/testing/stripe-events';

import { FaultWorld } from './fault-world';
import { figure } from './figures';

const SIGNING_SECRET = 'whsec_of-a-test';
const METER = {
  id: 'mtr_1',
  event_name: 'ringwell_minutes',
  display_name: 'Minutes',
  default_aggregation: { formula: 'sum' },
};
const DAY_SECONDS = 86_400;
/** Longer than Stripe's libraries take a signature for. */
const LATER_SECONDS = 301;
/** The worker that leads reports minutes once in so long. */
const REPORTED_AFTER_MS = 120_000;

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
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_BASE_URL: stripe.origin,
      STRIPE_WEBHOOK_SECRET: SIGNING_SECRET,
    },
  });
}, 120_000);
afterEach(async () => {
  await world.stop();
  await stripe.stop();
});

const now = (): number => Math.floor(Date.now() / 1_000);

/** Gives the account a subscription that is paid since yesterday. @returns its id */
async function subscribe({ user: { id } }: TestAccount): Promise<string> {
  const [subscription, customer] = [`sub_${randomUUID()}`, `cus_${randomUUID()}`];
  const since = now() - DAY_SECONDS;
  stripe.subscribe(subscription, { customer, metadata: { userId: id }, created: since, periodStart: since });
  await new UsersRepository(world.system.database.dataSource.manager).updateSettings(id, {
    stripeSubscriptionId: subscription,
    stripeCustomerId: customer,
    subscriptionStatus: 'active',
  });
  return subscription;
}

async function send(body: string, signedAt = now()): Promise<number> {
  const response = await fetch(`${world.system.url}/api/webhooks/stripe`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': stripeSignature(body, SIGNING_SECRET, signedAt),
    },
  });
  return response.status;
}

it('6: a worker dies when Stripe has taken minutes and has not answered', async () => {
  const [account] = world.accounts as [TestAccount];
  await subscribe(account);
  let sent = 0;
  let answers = false;
  stripe.reply = (request) => {
    const reply = stripe.serve(request);
    if (request.path !== '/v1/billing/meter_events') return reply;
    sent += 1;
    return answers ? reply : 'hang';
  };
  const doomed = await world.system.startWorker();
  for (let call = 0; call < 3; call += 1) {
    const id = await world.system.submit(account, 'samples/neutral.mp3', {
      callbackUrl: `${world.receiver.origin}/callback`,
    });
    world.acknowledged.push({ account, id });
  }
  await world.settle();
  await world.until('Stripe has the minutes', () => sent > 0, REPORTED_AFTER_MS);
  world.processIds();
  await doomed.stop('SIGKILL');
  answers = true;
  await world.query('update meter_outbox set run_after = now()'); // as if the time for an answer were over
  await world.system.startWorker();
  await world.until(
    'the report is settled',
    async () => (await world.count(`meter_outbox where state <> 'sent'`)) === 0,
    REPORTED_AFTER_MS,
  );
  const used = await world.query<{ minutes: number }>('select floor(sum(minutes))::int as minutes from usage_records');
  const charged = stripe.meter.events.reduce((sum, { value }) => sum + Number(value), 0);
  expect(sent).toBeGreaterThan(1);
  expect(charged).toBeGreaterThan(0);
  figure({
    row: 6,
    what: `minutes charged beyond those used, reported ${sent} times`,
    measured: Math.abs(charged - (used[0]?.minutes ?? 0)),
    limit: 0,
    unit: '',
  });
  figure({
    row: 6,
    what: "reports in Stripe's meter beyond one",
    measured: stripe.meter.events.length - 1,
    limit: 0,
    unit: '',
  });
  await world.expectWhole();
}, 400_000);

it('14: an event of Stripe that comes a hundred times at once, and again later, is applied once', async () => {
  const [account] = world.accounts as [TestAccount];
  const subscription = await subscribe(account);
  await world.system.startWorker();
  const body = stripeEvent('customer.subscription.updated', stripe.subscriptionObject(subscription));
  const statuses = await Promise.all(Array.from({ length: 100 }, () => send(body)));
  await world.until('it is applied', async () => (await world.count(`stripe_events where state = 'pending'`)) === 0);
  statuses.push(await send(body));
  figure({
    row: 14,
    what: 'of 101 equal events of Stripe, accepted',
    measured: statuses.filter((status) => status === 200).length,
    limit: 101,
    atLeast: true,
    unit: '',
  });
  const [noted] = await world.query<{ events: number; runs: number }>(
    'select count(*)::int as events, sum(attempts)::int as runs from stripe_events',
  );
  figure({ row: 14, what: 'events noted of them', measured: noted?.events ?? 0, limit: 1, unit: '' });
  figure({ row: 14, what: 'times that one was applied', measured: noted?.runs ?? 0, limit: 1, unit: '' });
  const stale = await send(body, now() - LATER_SECONDS);
  figure({
    row: 14,
    what: `a signature of five minutes ago is taken (answer ${stale})`,
    measured: stale >= 400 && stale < 500 ? 0 : 1,
    limit: 0,
    unit: '',
  });
  await world.expectWhole();
}, 120_000);
