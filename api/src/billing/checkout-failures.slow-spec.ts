import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeStripeServer, type StripeRequest } from '@ringwell/testing/fake-stripe-server';
import { problem, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';
import { useStripe } from '@ringwell/testing/use-stripe';

const TEAM_ORDER = { plan: 'team', addOns: ['teams', 'slack'] };
const BASE_ORDER = { plan: 'base', addOns: [] };

describe('POST /api/checkout when Stripe fails', () => {
  const stripe = useStripe();
  const { api, database, user, client } = useSignedInOwner({ account: { status: 'demo' } }, () => ({
    ...stripe.settings,
    PUBLIC_URL: 'http://calls.example.com/',
  }));

  const startCheckout = (order: unknown): Promise<ClientResponse<ProblemBody & { url?: string }>> =>
    client.post('/api/checkout', order);
  const listCreatedSessions = (): StripeRequest[] =>
    stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
  const listActivity = (): Promise<ActivityLog[]> => database.manager.findBy(ActivityLog, { userId: user.id });
  const errorReply = (status: number, code: string | undefined, message: string): ProviderReply =>
    FakeStripeServer.errorReply(status, { type: status < 500 ? 'invalid_request_error' : 'api_error', code, message });
  const malformedReply: ProviderReply = { body: '<html>sorry</html>' };

  it.each<[string, ProviderReply, string, number]>([
    ['rate-limits the request', errorReply(429, 'rate_limit', 'Too many requests'), 'BILLING_BUSY', 1],
    ['fails', errorReply(500, undefined, 'Oops'), 'BILLING_FAILED', 3],
    ['is down', { status: 503, body: 'Service Unavailable' }, 'BILLING_FAILED', 3],
    ['returns invalid JSON', malformedReply, 'BILLING_FAILED', 1],
    ['returns null', { body: 'null' }, 'BILLING_FAILED', 1],
    ['rejects the request', errorReply(400, 'parameter_invalid', 'Bad mode'), 'BILLING_REFUSED', 1],
    [
      'denies access',
      errorReply(403, undefined, 'The provided key rk_live_abc does not have access'),
      'BILLING_KEY_REFUSED',
      1,
    ],
  ])('explains the failure when Stripe %s', async (_case, reply, code, tries) => {
    stripe.reply = (request) => (request.path === '/v1/checkout/sessions' ? reply : stripe.serve(request));
    const { status, headers, body } = await startCheckout(BASE_ORDER);
    expect({ status, code: body.code, cache: headers.get('cache-control') }).toEqual({
      status: 502,
      code,
      cache: 'no-store',
    });
    expect(body.message).toMatch(/^[A-Z].*\.$/);
    expect(new Set(listCreatedSessions().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(listCreatedSessions()).toHaveLength(tries);
    expect(await listActivity()).toEqual([]);
  });

  it('retries after a single failure', async () => {
    let failures = 1;
    stripe.reply = (request) => (failures-- > 0 ? errorReply(500, undefined, 'Oops') : stripe.serve(request));
    expect((await startCheckout(BASE_ORDER)).status).toBe(200);
  });

  it('logs a revoked key for the operator, without revealing the key', async () => {
    stripe.reply = (request) => stripe.serve({ ...request, authorization: 'Bearer sk_live_revoked' });
    const { status, body } = await startCheckout(BASE_ORDER);
    expect({ status, code: body.code }).toEqual({ status: 502, code: 'BILLING_KEY_REFUSED' });
    const log = api.log.filter((line) => line.includes('BILLING_KEY_REFUSED'));
    expect(log.join()).toMatch(/StripeAuthenticationError, HTTP 401, request req_/);
    for (const text of [JSON.stringify(body), api.log.join()]) expect(text).not.toMatch(/sk_live_revoked|sk_test_Fake/);
  });

  it('says which price is missing', async () => {
    stripe.prices.delete('ringwell_team_chat');
    const response = await startCheckout(TEAM_ORDER);
    stripe.prices.set('ringwell_team_chat', 'price_team_chat');
    expect(response).toMatchObject(
      problem(502, 'BILLING_PRICES_MISSING', { message: expect.stringContaining('ringwell_team_chat') as string }),
    );
  });

  it('reports a session without a URL as a failure', async () => {
    stripe.reply = (request) =>
      request.method === 'POST'
        ? { body: { id: 'cs_test_1', object: 'checkout.session', url: null } }
        : stripe.serve(request);
    expect(await startCheckout(BASE_ORDER)).toMatchObject(problem(502, 'BILLING_FAILED'));
  });
});

describe('checkout without STRIPE_SECRET_KEY', () => {
  const { api, database } = useTestApi();

  const readJson = async (url: string): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(url);
    return { status: response.status, body: await response.json() };
  };

  it('rejects valid requests with 503 and invalid ones with 400', async () => {
    const { user } = await database.makeAccount();
    const client = await api.signIn(user);
    const notConfigured = {
      status: 503,
      body: {
        code: 'billing_not_configured',
        message: expect.stringMatching(/^Payments aren't available yet\./) as string,
      },
    };
    expect(await client.post('/api/checkout', TEAM_ORDER)).toMatchObject(notConfigured);
    expect(await readJson(`${api.url}/api/checkout/success?session_id=cs_test_1`)).toMatchObject(notConfigured);
    expect(await client.post('/api/checkout', { plan: 'team', addOns: [] })).toMatchObject({ status: 400 });
    expect(await readJson(`${api.url}/api/checkout/success?session_id=x`)).toMatchObject({ status: 400 });
  });
});
