import { StripeEvent } from '@ringwell/database/billing/stripe-event.entity';
import { problem } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import {
  sendStripeEvent,
  makeStripeEvent,
  makeStripeSignature,
  type StripeWebhookResponse,
} from '@ringwell/testing/stripe-events';
import { useStripe } from '@ringwell/testing/use-stripe';

const SECRET = 'whsec_CurrentSigningSecret00000000';

describe('POST /api/webhooks/stripe', () => {
  const stripe = useStripe();
  const { api, database } = useTestApi(() => ({
    ...stripe.settings,
    STRIPE_WEBHOOK_SECRET: SECRET,
  }));
  let accountId: string;

  beforeAll(async () => {
    ({
      account: { id: accountId },
    } = await database.makeAccount({ account: { status: 'demo' } }));
  });
  beforeEach(() => database.query('delete from stripe_events'));

  const sendSigned = (body: string): Promise<StripeWebhookResponse> =>
    sendStripeEvent(api.url, body, makeStripeSignature(body, SECRET));
  const listEvents = (): Promise<StripeEvent[]> => database.manager.find(StripeEvent, { order: { id: 'ASC' } });
  const makeSubscription = (id = 'sub_1'): object => ({
    id,
    object: 'subscription',
    customer: 'cus_1',
    status: 'active',
    metadata: { userId: accountId, note: 'payload-text' },
  });

  it("stores an event's IDs, type and time, but not its contents", async () => {
    const body = makeStripeEvent('customer.subscription.updated', makeSubscription(), {
      id: 'evt_1',
      created: 1_790_000_000,
    });
    expect(await sendSigned(body)).toEqual({ status: 200, body: { received: true } });
    expect(await listEvents()).toEqual([
      expect.objectContaining({
        id: 'evt_1',
        type: 'customer.subscription.updated',
        objectId: 'sub_1',
        subscriptionId: 'sub_1',
        customerId: 'cus_1',
        accountId,
        created: new Date(1_790_000_000_000),
        state: 'pending',
        attempts: 0,
      }),
    ]);
    const [row] = await database.query<object[]>('select * from stripe_events');
    for (const text of [JSON.stringify(row), api.log.join('')]) expect(text).not.toContain('payload-text');
    expect(stripe.requests).toEqual([]);
  });

  it.each<[string, (id: string) => object]>([
    [
      'checkout.session.completed',
      (id) => ({
        id: 'cs_1',
        object: 'checkout.session',
        subscription: 'sub_2',
        customer: 'cus_2',
        client_reference_id: id,
        metadata: {},
      }),
    ],
    [
      'checkout.session.completed',
      (id) => ({
        id: 'cs_1',
        object: 'checkout.session',
        subscription: { id: 'sub_2' },
        customer: { id: 'cus_2' },
        metadata: { userId: id },
      }),
    ],
    [
      'customer.subscription.created',
      (id) => ({ id: 'sub_2', object: 'subscription', customer: 'cus_2', metadata: { userId: id } }),
    ],
    [
      'customer.subscription.deleted',
      (id) => ({ id: 'sub_2', object: 'subscription', customer: 'cus_2', metadata: { userId: id } }),
    ],
    [
      'invoice.paid',
      (id) => ({
        id: 'in_1',
        object: 'invoice',
        customer: 'cus_2',
        parent: { subscription_details: { subscription: 'sub_2', metadata: { userId: id } } },
      }),
    ],
    [
      'invoice.payment_failed',
      (id) => ({
        id: 'in_1',
        object: 'invoice',
        customer: 'cus_2',
        parent: { subscription_details: { subscription: 'sub_2', metadata: { userId: id } } },
      }),
    ],
  ])('finds the subscription, customer and account in %s', async (type, object) => {
    expect((await sendSigned(makeStripeEvent(type, object(accountId)))).status).toBe(200);
    expect(await listEvents()).toMatchObject([{ type, subscriptionId: 'sub_2', customerId: 'cus_2', accountId }]);
  });

  it('accepts events without an account or subscription, and events from older API versions', async () => {
    await sendSigned(
      makeStripeEvent(
        'customer.subscription.updated',
        { id: 'sub_1', object: 'subscription', customer: 'cus_1', metadata: { userId: "nobody' or 1=1" } },
        { id: 'evt_1' },
      ),
    );
    await sendSigned(
      makeStripeEvent(
        'checkout.session.completed',
        { id: 'cs_1', object: 'checkout.session', subscription: null, customer: null, metadata: null },
        { id: 'evt_2' },
      ),
    );
    await sendSigned(
      makeStripeEvent(
        'invoice.paid',
        { id: 'in_1', object: 'invoice', customer: 'cus_1', subscription: 'sub_3' },
        { id: 'evt_3' },
      ),
    );
    expect(await listEvents()).toMatchObject([
      { id: 'evt_1', accountId: null },
      { id: 'evt_2', subscriptionId: null, customerId: null },
      { id: 'evt_3', subscriptionId: 'sub_3' },
    ]);
  });

  it('stores an event once, even if it arrives ten times concurrently', async () => {
    const body = makeStripeEvent('invoice.paid', { id: 'in_1', object: 'invoice', customer: 'cus_1', parent: null });
    const responses = await Promise.all(Array.from({ length: 10 }, () => sendSigned(body)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await listEvents()).toHaveLength(1);
  });

  it('acknowledges other event types without storing them', async () => {
    expect(await sendSigned(makeStripeEvent('customer.created', { id: 'cus_1', object: 'customer' }))).toEqual({
      status: 200,
      body: { received: true },
    });
    expect(await listEvents()).toEqual([]);
  });

  it('rejects an event of 600 kB', async () => {
    expect(await sendSigned(`{"x":"${'x'.repeat(600_000)}"}`)).toMatchObject(problem(413, 'BODY_TOO_LARGE'));
  });

  it('accepts an event of 300 kB', async () => {
    const largeEvent = makeStripeEvent('customer.subscription.updated', {
      ...makeSubscription(),
      description: 'x'.repeat(300_000),
    });
    expect((await sendSigned(largeEvent)).status).toBe(200);
  });

  it('responds with an error while the database is unavailable, and accepts the event later', async () => {
    const event = makeStripeEvent('customer.subscription.updated', makeSubscription());
    await database.query('alter table stripe_events rename to stripe_events_renamed');
    try {
      expect((await sendSigned(event)).status).toBeGreaterThanOrEqual(500);
    } finally {
      await database.query('alter table stripe_events_renamed rename to stripe_events');
    }
    expect((await sendSigned(event)).status).toBe(200);
    expect(await listEvents()).toHaveLength(1);
  });

  it('rejects another checkout right after a purchase, even if the Stripe search does not return it yet', async () => {
    const { account, user } = await database.makeAccount({ account: { status: 'demo' } });
    const client = await api.signIn(user);
    const order = { plan: 'base', addOns: [] };
    const {
      body: { url = '' },
    } = await client.post<{ url?: string }>('/api/checkout', order);
    const { subscription: id, customer } = stripe.pay(url.split('/').at(-1) ?? '', 'payer@example.com');
    const session = {
      id: 'cs_1',
      object: 'checkout.session',
      subscription: id,
      customer,
      client_reference_id: account.id,
      metadata: { userId: account.id },
    };
    expect((await sendSigned(makeStripeEvent('checkout.session.completed', session))).status).toBe(200);
    expect(await client.post('/api/checkout', order)).toMatchObject(problem(409, 'ALREADY_SUBSCRIBED'));
    stripe.subscriptions.set(id, 'canceled');
    expect((await client.post('/api/checkout', { plan: 'team', addOns: ['slack'] })).status).toBe(200);
  });
});
