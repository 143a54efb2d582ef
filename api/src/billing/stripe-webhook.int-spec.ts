import { StripeEvent } from '@ringwell/database/billing/stripe-event.entity';
import { makeAccount } from '@ringwell/testing/make-account';
import { SessionClient, type ProblemBody } from '@ringwell/testing/session-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { stripeEvent, stripeSignature } from '@ringwell/testing/stripe-events';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

const SECRET = 'whsec_CurrentSigningSecret00000000';
const PREVIOUS = 'whsec_PreviousSigningSecret0000000';
const now = (): number => Math.floor(Date.now() / 1_000);

describe('POST /api/webhooks/stripe', () => {
  const stripe = useStripe();
  const database = useTestDatabase();
  let api: TestApi;
  let userId: string;

  beforeAll(async () => {
    ({
      user: { id: userId },
    } = await makeAccount(database.dataSource, { user: { status: 'demo' } }));
  });
  beforeEach(() => database.dataSource.query('delete from stripe_events'));

  const send = async (
    body: string,
    signature: string | undefined,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Partial<ProblemBody> & { received?: boolean } }> => {
    const response = await fetch(`${api.url}/api/webhooks/stripe`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(signature !== undefined && { 'stripe-signature': signature }),
        ...headers,
      },
    });
    return { status: response.status, body: (await response.json()) as ProblemBody };
  };
  const sendSigned = (body: string, secret = SECRET, at?: number): ReturnType<typeof send> =>
    send(body, stripeSignature(body, secret, at));
  const stored = (): Promise<StripeEvent[]> => database.dataSource.manager.find(StripeEvent, { order: { id: 'ASC' } });
  const subscription = (id = 'sub_1'): object => ({
    id,
    object: 'subscription',
    customer: 'cus_1',
    status: 'active',
    metadata: { userId, note: 'words-of-the-payload' },
  });

  describe('with a signing secret', () => {
    beforeAll(async () => {
      api = await startApi(database.url, {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_BASE_URL: stripe.origin,
        STRIPE_WEBHOOK_SECRET: ` ${SECRET}, ${PREVIOUS} `,
      });
    });
    afterAll(() => api.stop());

    it('keeps ids of what happened, and nothing else of it', async () => {
      const body = stripeEvent('customer.subscription.updated', subscription(), {
        id: 'evt_1',
        created: 1_790_000_000,
      });
      expect(await sendSigned(body)).toEqual({ status: 200, body: { received: true } });
      expect(await stored()).toEqual([
        expect.objectContaining({
          id: 'evt_1',
          type: 'customer.subscription.updated',
          objectId: 'sub_1',
          subscriptionId: 'sub_1',
          customerId: 'cus_1',
          userId,
          created: new Date(1_790_000_000_000),
          state: 'pending',
          attempts: 0,
        }),
      ]);
      const [row] = await database.dataSource.query<object[]>('select * from stripe_events');
      for (const text of [JSON.stringify(row), api.log.join('')]) expect(text).not.toContain('words-of-the-payload');
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
    ])('finds subscription, customer and account in %s', async (type, object) => {
      expect((await sendSigned(stripeEvent(type, object(userId)))).status).toBe(200);
      expect(await stored()).toMatchObject([{ type, subscriptionId: 'sub_2', customerId: 'cus_2', userId }]);
    });

    it('takes what names no account of ours, or no subscription, and an endpoint of an older version', async () => {
      await sendSigned(
        stripeEvent(
          'customer.subscription.updated',
          { id: 'sub_1', object: 'subscription', customer: 'cus_1', metadata: { userId: "nobody' or 1=1" } },
          { id: 'evt_1' },
        ),
      );
      await sendSigned(
        stripeEvent(
          'checkout.session.completed',
          { id: 'cs_1', object: 'checkout.session', subscription: null, customer: null, metadata: null },
          { id: 'evt_2' },
        ),
      );
      await sendSigned(
        stripeEvent(
          'invoice.paid',
          { id: 'in_1', object: 'invoice', customer: 'cus_1', subscription: 'sub_3' },
          { id: 'evt_3' },
        ),
      );
      expect(await stored()).toMatchObject([
        { id: 'evt_1', userId: null },
        { id: 'evt_2', subscriptionId: null, customerId: null },
        { id: 'evt_3', subscriptionId: 'sub_3' },
      ]);
    });

    it('keeps the same event once, also when it comes many times at the same moment', async () => {
      const body = stripeEvent('invoice.paid', { id: 'in_1', object: 'invoice', customer: 'cus_1', parent: null });
      const answers = await Promise.all(Array.from({ length: 10 }, () => sendSigned(body)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(await stored()).toHaveLength(1);
    });

    it('thanks for events that nobody asked for, and keeps none', async () => {
      expect(await sendSigned(stripeEvent('customer.created', { id: 'cus_1', object: 'customer' }))).toEqual({
        status: 200,
        body: { received: true },
      });
      expect(await stored()).toEqual([]);
    });

    it('takes either secret while one is replaced', async () => {
      for (const secret of [SECRET, PREVIOUS])
        expect((await sendSigned(stripeEvent('customer.subscription.updated', subscription()), secret)).status).toBe(
          200,
        );
      expect(await stored()).toHaveLength(2);
    });

    it('takes bytes as they come: an event in another spelling has another signature', async () => {
      const body = stripeEvent('customer.subscription.updated', subscription());
      const respelt = JSON.stringify(JSON.parse(body));
      expect((await send(respelt, stripeSignature(body, SECRET))).status).toBe(400);
      expect((await sendSigned(body.replace('words-of-the-payload', 'Zoë 🙂'))).status).toBe(200);
    });

    const EVENT = stripeEvent('customer.subscription.updated', {
      id: 'sub_1',
      object: 'subscription',
      customer: 'cus_1',
      metadata: {},
    });
    it.each<[string, () => string | undefined]>([
      ['no signature', () => undefined],
      ['an empty one', () => ''],
      ['nonsense', () => 'v1=,t=x'],
      ['a signature that has no end', () => `t=${now()},v1`],
      ['a signature of other characters', () => `t=${now()},v1=${'\u00e9'.repeat(64)}`],
      ['a signature without a time', () => stripeSignature(EVENT, SECRET).replace(/^t=\d+,/, '')],
      ['a signature with another secret', () => stripeSignature(EVENT, 'whsec_guessed')],
      ['a signature of another event', () => stripeSignature(EVENT.replace('sub_1', 'sub_2'), SECRET)],
      ['a signature that is older than five minutes', () => stripeSignature(EVENT, SECRET, now() - 305)],
      [
        'an old signature under a new time',
        () => stripeSignature(EVENT, SECRET, now() - 305).replace(/^t=\d+/, `t=${now()}`),
      ],
      ['a signature of an older scheme', () => stripeSignature(EVENT, SECRET).replace('v1=', 'v0=')],
    ])('refuses an event with %s', async (_what, signature) => {
      expect(await send(EVENT, signature())).toMatchObject({
        status: 400,
        body: { code: 'WEBHOOK_SIGNATURE_INVALID' },
      });
      expect(await stored()).toEqual([]);
    });

    it('takes a signature of some minutes ago', async () => {
      expect((await sendSigned(EVENT, SECRET, now() - 240)).status).toBe(200);
    });

    it.each([
      '',
      'null',
      '{',
      '[]',
      '{"type":"invoice.paid"}',
      '{"type":"invoice.paid","id":"evt_1","data":{"object":{}}}',
      '{"id":1,"type":"invoice.paid","created":1,"data":{"object":{"id":"in_1"}}}',
    ])('refuses what is signed but no event: %s', async (body) => {
      expect(await sendSigned(body)).toMatchObject({
        status: 400,
        body: { code: expect.stringMatching(/^WEBHOOK_(UNREADABLE|SIGNATURE_INVALID)$/) as string },
      });
      expect(await stored()).toEqual([]);
    });

    it('refuses what is larger than any event', async () => {
      expect(await sendSigned(`{"x":"${'x'.repeat(600_000)}"}`)).toMatchObject({
        status: 413,
        body: { code: 'BODY_TOO_LARGE' },
      });
    });

    it('takes a large event whole', async () => {
      const large = stripeEvent('customer.subscription.updated', {
        ...subscription(),
        description: 'x'.repeat(300_000),
      });
      expect((await sendSigned(large)).status).toBe(200);
    });

    it('never logs a secret or a payload', () => {
      expect(api.log.join('')).not.toMatch(/whsec_C|whsec_P|CurrentSigning|words-of-the-payload/);
    });

    it('asks Stripe to come again while the database is away', async () => {
      await database.dataSource.query('alter table stripe_events rename to stripe_events_away');
      try {
        expect((await sendSigned(EVENT)).status).toBeGreaterThanOrEqual(500);
      } finally {
        await database.dataSource.query('alter table stripe_events_away rename to stripe_events');
      }
      expect((await sendSigned(EVENT)).status).toBe(200);
      expect(await stored()).toHaveLength(1);
    });

    it('closes checkout for whoever has bought a moment ago, although no search knows of it yet', async () => {
      const { user } = await makeAccount(database.dataSource, { user: { status: 'demo' } });
      const client = await SessionClient.signIn(api, database.dataSource, user.id);
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
        client_reference_id: user.id,
        metadata: { userId: user.id },
      };
      expect((await sendSigned(stripeEvent('checkout.session.completed', session))).status).toBe(200);
      expect(await client.post('/api/checkout', order)).toMatchObject({
        status: 409,
        body: { code: 'ALREADY_SUBSCRIBED' },
      });
      stripe.subscriptions.set(id, 'canceled');
      expect((await client.post('/api/checkout', { plan: 'team', addOns: ['slack'] })).status).toBe(200);
    });
  });

  describe('without a signing secret', () => {
    beforeAll(async () => {
      api = await startApi(database.url, { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_BASE_URL: stripe.origin });
    });
    afterAll(() => api.stop());

    it('takes nothing, and the log says what that leads to', async () => {
      const body = stripeEvent('customer.subscription.updated', subscription());
      expect(await send(body, stripeSignature(body, ''))).toMatchObject({
        status: 503,
        body: { code: 'billing_not_configured' },
      });
      expect(await stored()).toEqual([]);
      expect(api.log.join('')).toContain('STRIPE_WEBHOOK_SECRET is not set');
    });
  });
});
