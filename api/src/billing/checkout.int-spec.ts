import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { ADD_ONS } from '@ringwell/domain/billing/plans';
import type { StripeRequest } from '@ringwell/testing/fake-stripe-server';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';
import { useStripe } from '@ringwell/testing/use-stripe';

const TEAM_ORDER = { plan: 'team', addOns: ['teams', 'slack'] };
const BASE_ORDER = { plan: 'base', addOns: [] };

describe('POST /api/checkout', () => {
  const stripe = useStripe();
  const { api, database, account, user, client } = useSignedInOwner({ account: { status: 'demo' } }, () => ({
    ...stripe.settings,
    PUBLIC_URL: 'http://calls.example.com/',
  }));

  const startCheckout = (order: unknown): Promise<ClientResponse<ProblemBody & { url?: string }>> =>
    client.post('/api/checkout', order);
  const listSessions = (): StripeRequest[] =>
    stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
  const listActivity = (): Promise<ActivityLog[]> => database.manager.findBy(ActivityLog, { userId: user.id });

  it('returns the URL of the payment page', async () => {
    const { status, headers, body } = await startCheckout(TEAM_ORDER);
    expect({ status, cache: headers.get('cache-control'), body }).toEqual({
      status: 200,
      cache: 'no-store',
      body: { url: expect.stringMatching(/^https:\/\/checkout\.stripe\.test\/c\/pay\/cs_test_/) as string },
    });
    expect(listSessions().map(({ fields }) => fields)).toEqual([
      {
        mode: 'subscription',
        'line_items[0][price]': 'price_base',
        'line_items[0][quantity]': '1',
        'line_items[1][price]': 'price_overage',
        'line_items[2][price]': 'price_team_chat',
        'line_items[2][quantity]': '1',
        customer_email: user.email,
        client_reference_id: account.id,
        'metadata[userId]': account.id,
        'metadata[plan]': 'team',
        'metadata[addOns]': 'slack,teams',
        'subscription_data[metadata][userId]': account.id,
        'subscription_data[metadata][plan]': 'team',
        'subscription_data[metadata][addOns]': 'slack,teams',
        success_url: 'http://calls.example.com/checkout/success?session_id={CHECKOUT_SESSION_ID}',
        cancel_url: 'http://calls.example.com/',
      },
    ]);
    expect(await listActivity()).toMatchObject([
      { action: 'Checkout started', accountId: account.id, metadata: { ...TEAM_ORDER } },
    ]);
  });

  it("doesn't charge for team chat on the base plan", async () => {
    expect((await startCheckout(BASE_ORDER)).status).toBe(200);
    const { fields } = listSessions()[0] ?? {};
    expect(fields).toMatchObject({
      'line_items[0][price]': 'price_base',
      'line_items[1][price]': 'price_overage',
      'metadata[plan]': 'base',
    });
    expect(fields).not.toHaveProperty('line_items[2][price]');
  });

  it("uses the existing Stripe customer, and a new one if Stripe doesn't have it", async () => {
    stripe.subscribe('sub_ended', { customer: 'cus_1' }, 'canceled');
    await database.query(`update account_settings set stripe_customer_id = 'cus_1' where account_id = $1`, [
      account.id,
    ]);
    expect((await startCheckout(BASE_ORDER)).status).toBe(200);
    expect(listSessions()[0]?.fields).toMatchObject({ customer: 'cus_1' });
    expect(listSessions()[0]?.fields).not.toHaveProperty('customer_email');
    stripe.subscriptions.clear();
    expect((await startCheckout(TEAM_ORDER)).status).toBe(200);
    expect(listSessions().at(-1)?.fields).toMatchObject({ customer_email: user.email });
    expect(listSessions().at(-1)?.fields).not.toHaveProperty('customer');
  });

  it('starts a checkout for a user without an email address', async () => {
    await database.query('update users set email = null where id = $1', [user.id]);
    expect((await startCheckout(BASE_ORDER)).status).toBe(200);
    expect(listSessions()[0]?.fields).not.toHaveProperty('customer_email');
  });

  it('creates one session for a double click, and a second one for a different order', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const [first, second] = await Promise.all([startCheckout(BASE_ORDER), startCheckout(BASE_ORDER)]);
    const teamResponse = await startCheckout(TEAM_ORDER);
    jest.restoreAllMocks();
    expect(second.body.url).toBe(first.body.url);
    expect(teamResponse.body.url).not.toBe(first.body.url);
    const keys = listSessions().map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([
      expect.stringMatching(/^checkout-[0-9a-f]{64}$/),
      keys[0],
      expect.not.stringMatching(String(keys[0])),
    ]);
  });

  it.each([
    [{ plan: 'base', addOns: ['slack'] }, 'addOns', 'The base plan has no add-ons.'],
    [{ plan: 'team', addOns: [] }, 'addOns', 'Pick at least one chat app'],
    [{ plan: 'team', addOns: ['slack', 'slack'] }, 'addOns', 'List each add-on only once.'],
    [{ plan: 'team', addOns: ['sms'] }, 'addOns', `Each must be one of ${ADD_ONS.join(', ')}.`],
    [{ plan: 'team', addOns: 'slack' }, 'addOns', 'This must be a list.'],
    [{ plan: 'team' }, 'addOns', 'This must be a list.'],
    [{ plan: 'gold', addOns: [] }, 'plan', 'This must be base or team.'],
    [{ plan: 'base', addOns: [], price: 1 }, 'price', 'Unknown field.'],
  ])('rejects %j', async (order, field, message) => {
    const { status, body } = await startCheckout(order);
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [{ field, message: expect.stringContaining(message) as string }],
    });
    expect(stripe.requests).toEqual([]);
  });

  it.each(['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'])(
    'rejects an account whose subscription is %s',
    async (status) => {
      stripe.subscriptions.set('sub_live', status);
      await database.query(`update account_settings set stripe_subscription_id = 'sub_live' where account_id = $1`, [
        account.id,
      ]);
      expect(await startCheckout(BASE_ORDER)).toMatchObject(problem(409, 'ALREADY_SUBSCRIBED'));
      expect(listSessions()).toEqual([]);
      expect(await listActivity()).toEqual([]);
    },
  );

  it("rejects an account whose purchase hasn't been recorded yet", async () => {
    stripe.subscribe('sub_fresh', { metadata: { userId: account.id } });
    expect(await startCheckout(BASE_ORDER)).toMatchObject(problem(409, 'ALREADY_SUBSCRIBED'));
    expect(listSessions()).toEqual([]);
  });

  it.each(['canceled', 'incomplete_expired', undefined])(
    'accepts an account whose subscription is %s',
    async (status) => {
      stripe.subscriptions.clear();
      if (status) stripe.subscriptions.set('sub_old', status);
      await database.query(`update account_settings set stripe_subscription_id = 'sub_old' where account_id = $1`, [
        account.id,
      ]);
      expect((await startCheckout(BASE_ORDER)).status).toBe(200);
    },
  );

  it('rejects visitors', async () => {
    expect((await new SessionClient(api.url, '').post('/api/checkout', BASE_ORDER)).status).toBe(401);
    expect(stripe.requests).toEqual([]);
  });

  it('starts a checkout for the impersonated account, and records the administrator in the activity log', async () => {
    const { user: admin } = await database.makeAccount({ user: { role: 'admin' } });
    const adminClient = await api.signIn(admin);
    expect((await adminClient.post(`/api/admin/impersonate/${user.id}`)).status).toBeLessThan(300);
    expect((await adminClient.post('/api/checkout', BASE_ORDER)).status).toBe(200);
    expect(listSessions()[0]?.fields).toMatchObject({ client_reference_id: account.id, customer_email: user.email });
    expect(
      await database.manager.findOneByOrFail(ActivityLog, { userId: admin.id, action: 'Checkout started' }),
    ).toMatchObject({ accountId: account.id, metadata: { impersonatedUserId: user.id } });
  });
});
