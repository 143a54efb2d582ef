import { ActivityLog } from '@ringwell/database/accounts/activity-log.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeStripeServer, type StripeRequest } from '@ringwell/testing/fake-stripe-server';
import { makeAccount } from '@ringwell/testing/make-account';
import { SessionClient, type Answer, type ProblemBody } from '@ringwell/testing/session-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

const TEAM = { plan: 'team', addOns: ['teams', 'slack'] };
const BASE = { plan: 'base', addOns: [] };

const stripe = useStripe();
const database = useTestDatabase();

beforeEach(() => {});

const visit = async <T>(api: TestApi, query: string): Promise<{ status: number; cache: string | null; body: T }> => {
  const response = await fetch(`${api.url}/api/checkout/success${query}`);
  return { status: response.status, cache: response.headers.get('cache-control'), body: (await response.json()) as T };
};

describe('with Stripe', () => {
  let api: TestApi;
  let user: User;
  let client: SessionClient;

  beforeAll(async () => {
    api = await startApi(database.url, {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_BASE_URL: stripe.origin,
      PUBLIC_URL: 'http://calls.example.com/',
    });
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    ({ user } = await makeAccount(database.dataSource, { user: { status: 'demo' } }));
    client = await SessionClient.signIn(api, database.dataSource, user.id);
  });

  const start = (order: unknown): Promise<Answer<ProblemBody & { url?: string }>> =>
    client.post('/api/checkout', order);
  const created = (): StripeRequest[] =>
    stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
  const idIn = (url: string | undefined): string => url?.split('/').at(-1) ?? '';
  const entries = (): Promise<ActivityLog[]> => database.dataSource.manager.findBy(ActivityLog, { userId: user.id });

  describe('POST /api/checkout', () => {
    it('answers with the page to pay on', async () => {
      const { status, headers, body } = await start(TEAM);
      expect({ status, cache: headers.get('cache-control'), body }).toEqual({
        status: 200,
        cache: 'no-store',
        body: { url: expect.stringMatching(/^https:\/\/checkout\.stripe\.test\/c\/pay\/cs_test_/) as string },
      });
      expect(created().map(({ fields }) => fields)).toEqual([
        {
          mode: 'subscription',
          'line_items[0][price]': 'price_base',
          'line_items[0][quantity]': '1',
          'line_items[1][price]': 'price_overage',
          'line_items[2][price]': 'price_team_chat',
          'line_items[2][quantity]': '1',
          customer_email: user.email,
          client_reference_id: user.id,
          'metadata[userId]': user.id,
          'metadata[plan]': 'team',
          'metadata[addOns]': 'slack,teams',
          'subscription_data[metadata][userId]': user.id,
          'subscription_data[metadata][plan]': 'team',
          'subscription_data[metadata][addOns]': 'slack,teams',
          success_url: 'http://calls.example.com/checkout/success?session_id={CHECKOUT_SESSION_ID}',
          cancel_url: 'http://calls.example.com/',
        },
      ]);
      expect(await entries()).toMatchObject([
        { action: 'Checkout started', metadata: { targetUserId: user.id, ...TEAM } },
      ]);
    });

    it('charges the base plan without team chat', async () => {
      expect((await start(BASE)).status).toBe(200);
      const { fields } = created()[0] ?? {};
      expect(fields).toMatchObject({
        'line_items[0][price]': 'price_base',
        'line_items[1][price]': 'price_overage',
        'metadata[plan]': 'base',
      });
      expect(fields).not.toHaveProperty('line_items[2][price]');
    });

    it('is for the customer that Stripe knows already', async () => {
      await database.dataSource.query(`update account_settings set stripe_customer_id = 'cus_1' where user_id = $1`, [
        user.id,
      ]);
      expect((await start(BASE)).status).toBe(200);
      expect(created()[0]?.fields).toMatchObject({ customer: 'cus_1' });
      expect(created()[0]?.fields).not.toHaveProperty('customer_email');
    });

    it('does without an e-mail address', async () => {
      await database.dataSource.query('update users set email = null where id = $1', [user.id]);
      expect((await start(BASE)).status).toBe(200);
      expect(created()[0]?.fields).not.toHaveProperty('customer_email');
    });

    it('sends the same key for the same order, so that a double click makes one session, and another for another', async () => {
      jest.spyOn(Date, 'now').mockReturnValue(Date.now());
      const [first, second] = await Promise.all([start(BASE), start(BASE)]);
      const other = await start(TEAM);
      jest.restoreAllMocks();
      expect(second.body.url).toBe(first.body.url);
      expect(other.body.url).not.toBe(first.body.url);
      const keys = created().map(({ idempotencyKey }) => idempotencyKey);
      expect(keys).toEqual([
        expect.stringMatching(/^checkout-[0-9a-f]{64}$/),
        keys[0],
        expect.not.stringMatching(String(keys[0])),
      ]);
    });

    it.each([
      [{ plan: 'base', addOns: ['slack'] }, 'addOns', 'The base plan has no add-ons.'],
      [{ plan: 'team', addOns: [] }, 'addOns', 'Choose at least one chat'],
      [{ plan: 'team', addOns: ['slack', 'slack'] }, 'addOns', 'Name each add-on once.'],
      [{ plan: 'team', addOns: ['sms'] }, 'addOns', 'Each must be one of slack, teams, googleChat.'],
      [{ plan: 'team', addOns: 'slack' }, 'addOns', 'This must be a list.'],
      [{ plan: 'team' }, 'addOns', 'This must be a list.'],
      [{ plan: 'gold', addOns: [] }, 'plan', 'This must be base or team.'],
      [{ plan: 'base', addOns: [], price: 1 }, 'price', 'Unknown field.'],
    ])('refuses %j', async (order, field, message) => {
      const { status, body } = await start(order);
      expect({ status, errors: body.errors }).toEqual({
        status: 400,
        errors: [{ field, message: expect.stringContaining(message) as string }],
      });
      expect(stripe.requests).toEqual([]);
    });

    it.each(['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'])(
      'refuses an account whose subscription is %s',
      async (status) => {
        stripe.subscriptions.set('sub_live', status);
        await database.dataSource.query(
          `update account_settings set stripe_subscription_id = 'sub_live' where user_id = $1`,
          [user.id],
        );
        expect(await start(BASE)).toMatchObject({ status: 409, body: { code: 'ALREADY_SUBSCRIBED' } });
        expect(created()).toEqual([]);
        expect(await entries()).toEqual([]);
      },
    );

    it('refuses an account that has paid, although nothing of it is stored yet', async () => {
      stripe.subscribe('sub_fresh', { metadata: { userId: user.id } });
      expect(await start(BASE)).toMatchObject({ status: 409, body: { code: 'ALREADY_SUBSCRIBED' } });
      expect(created()).toEqual([]);
    });

    it.each(['canceled', 'incomplete_expired', undefined])(
      'takes an account whose subscription is %s',
      async (status) => {
        stripe.subscriptions.clear();
        if (status) stripe.subscriptions.set('sub_old', status);
        await database.dataSource.query(
          `update account_settings set stripe_subscription_id = 'sub_old' where user_id = $1`,
          [user.id],
        );
        expect((await start(BASE)).status).toBe(200);
      },
    );

    it('needs somebody who is signed in', async () => {
      expect((await new SessionClient(api.url, '').post('/api/checkout', BASE)).status).toBe(401);
      expect(stripe.requests).toEqual([]);
    });

    it("is for the account that an administrator views, and logged as the administrator's doing", async () => {
      const { user: admin } = await makeAccount(database.dataSource, { user: { role: 'admin' } });
      const adminClient = await SessionClient.signIn(api, database.dataSource, admin.id);
      expect((await adminClient.post(`/api/admin/impersonate/${user.id}`)).status).toBeLessThan(300);
      expect((await adminClient.post('/api/checkout', BASE)).status).toBe(200);
      expect(created()[0]?.fields).toMatchObject({ client_reference_id: user.id, customer_email: user.email });
      expect(
        await database.dataSource.manager.findOneByOrFail(ActivityLog, {
          userId: admin.id,
          action: 'Checkout started',
        }),
      ).toMatchObject({ metadata: { targetUserId: user.id, impersonatedUserId: user.id } });
    });
  });

  describe('when Stripe fails', () => {
    const failing = (status: number, code: string | undefined, message: string): ProviderReply =>
      FakeStripeServer.failing(status, { type: status < 500 ? 'invalid_request_error' : 'api_error', code, message });
    const garbage: ProviderReply = { body: '<html>sorry</html>' };

    it.each<[string, ProviderReply, string, number]>([
      ['asks for fewer requests', failing(429, 'rate_limit', 'Too many requests'), 'BILLING_BUSY', 1],
      ['is broken', failing(500, undefined, 'Oops'), 'BILLING_FAILED', 3],
      ['is down', { status: 503, body: 'Service Unavailable' }, 'BILLING_FAILED', 3],
      ['answers garbage', garbage, 'BILLING_FAILED', 1],
      ['answers nothing of use', { body: 'null' }, 'BILLING_FAILED', 1],
      ['refuses the request', failing(400, 'parameter_invalid', 'Bad mode'), 'BILLING_REFUSED', 1],
      [
        'forbids it',
        failing(403, undefined, 'The provided key rk_live_abc does not have access'),
        'BILLING_KEY_REFUSED',
        1,
      ],
    ])('and %s, a sentence says so', async (_what, reply, code, tries) => {
      stripe.reply = (request) => (request.path === '/v1/checkout/sessions' ? reply : stripe.serve(request));
      const { status, headers, body } = await start(BASE);
      expect({ status, code: body.code, cache: headers.get('cache-control') }).toEqual({
        status: 502,
        code,
        cache: 'no-store',
      });
      expect(body.message).toMatch(/^[A-Z].*\.$/);
      expect(new Set(created().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(created()).toHaveLength(tries);
      expect(await entries()).toEqual([]);
    });

    it('once, it is asked again', async () => {
      let failures = 1;
      stripe.reply = (request) => (failures-- > 0 ? failing(500, undefined, 'Oops') : stripe.serve(request));
      expect((await start(BASE)).status).toBe(200);
    });

    it('because our key was revoked, nobody but the operator learns of it, and nobody learns the key', async () => {
      stripe.reply = (request) => stripe.serve({ ...request, authorization: 'Bearer sk_live_revoked' });
      const { status, body } = await start(BASE);
      expect({ status, code: body.code }).toEqual({ status: 502, code: 'BILLING_KEY_REFUSED' });
      const log = api.log.filter((line) => line.includes('BILLING_KEY_REFUSED'));
      expect(log.join()).toMatch(/StripeAuthenticationError, HTTP 401, request req_/);
      for (const text of [JSON.stringify(body), api.log.join()])
        expect(text).not.toMatch(/sk_live_revoked|sk_test_Fake/);
    });

    it('to know our prices, a sentence names the one that is missing', async () => {
      stripe.prices.delete('ringwell_team_chat');
      const answer = await start(TEAM);
      stripe.prices.set('ringwell_team_chat', 'price_team_chat');
      expect(answer).toMatchObject({
        status: 502,
        body: { code: 'BILLING_PRICES_MISSING', message: expect.stringContaining('ringwell_team_chat') as string },
      });
    });

    it('to give an address, that is an error', async () => {
      stripe.reply = (request) =>
        request.method === 'POST'
          ? { body: { id: 'cs_test_1', object: 'checkout.session', url: null } }
          : stripe.serve(request);
      expect(await start(BASE)).toMatchObject({ status: 502, body: { code: 'BILLING_FAILED' } });
    });
  });

  describe('GET /api/checkout/success', () => {
    it('tells visitors whom a paid checkout is confirmed to, and grants nothing', async () => {
      const id = idIn((await start(TEAM)).body.url);
      expect(await visit(api, `?session_id=${id}`)).toEqual({
        status: 200,
        cache: 'no-store',
        body: { customer_email: null },
      });
      stripe.complete(id, 'payer@example.com');
      expect(await visit(api, `?session_id=${id}`)).toEqual({
        status: 200,
        cache: 'no-store',
        body: { customer_email: 'payer@example.com' },
      });
      const { body } = await client.get<object>('/api/my/settings');
      expect(body).toMatchObject({ stripeSubscriptionId: null, stripeCustomerId: null, addOns: [] });
      expect((await client.get('/api/auth/user')).body).toMatchObject({ status: 'demo' });
    });

    it('knows no session that Stripe does not know', async () => {
      expect(await visit(api, '?session_id=cs_test_unknown')).toMatchObject({
        status: 404,
        body: { code: 'CHECKOUT_NOT_FOUND' },
      });
    });

    it.each([
      '',
      '?session_id=',
      '?session_id=sub_1',
      '?session_id=cs_1/../../v1/customers',
      '?session_id=cs_1&session_id=cs_2',
      `?session_id=cs_${'a'.repeat(300)}`,
    ])('refuses %s', async (query) => {
      expect(await visit(api, query)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', errors: [{ field: 'session_id' }] },
      });
      expect(stripe.requests).toEqual([]);
    });

    it('says so when Stripe fails', async () => {
      stripe.reply = () => ({ body: 'nonsense' });
      expect(await visit(api, '?session_id=cs_test_1')).toMatchObject({
        status: 502,
        body: { code: 'BILLING_FAILED' },
      });
    });
  });
});

describe('without Stripe', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi(database.url);
  });
  afterAll(() => api.stop());

  it('nothing can be bought, which is said in a sentence', async () => {
    const { user } = await makeAccount(database.dataSource);
    const client = await SessionClient.signIn(api, database.dataSource, user.id);
    const notConfigured = {
      status: 503,
      body: {
        code: 'billing_not_configured',
        message: expect.stringMatching(/^Payments aren't available yet\./) as string,
      },
    };
    expect(await client.post('/api/checkout', TEAM)).toMatchObject(notConfigured);
    expect(await visit(api, '?session_id=cs_test_1')).toMatchObject(notConfigured);
    expect(await client.post('/api/checkout', { plan: 'team', addOns: [] })).toMatchObject({ status: 400 });
    expect(await visit(api, '?session_id=x')).toMatchObject({ status: 400 });
  });
});
