import { problem, type ClientResponse } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';
import { useStripe } from '@ringwell/testing/use-stripe';

describe('GET /api/checkout/success', () => {
  const stripe = useStripe();
  const { api, client } = useSignedInOwner({ account: { status: 'demo' } }, () => ({
    ...stripe.settings,
    PUBLIC_URL: 'http://calls.example.com/',
  }));

  const startCheckout = (): Promise<ClientResponse<{ url?: string }>> =>
    client.post('/api/checkout', { plan: 'team', addOns: ['teams', 'slack'] });
  const getSession = async <T>(query: string): Promise<{ status: number; cache: string | null; body: T }> => {
    const response = await fetch(`${api.url}/api/checkout/success${query}`);
    return {
      status: response.status,
      cache: response.headers.get('cache-control'),
      body: (await response.json()) as T,
    };
  };

  it('returns the email of a paid checkout to visitors, without granting access to anything', async () => {
    const id = (await startCheckout()).body.url?.split('/').at(-1) ?? '';
    expect(await getSession(`?session_id=${id}`)).toEqual({
      status: 200,
      cache: 'no-store',
      body: { customer_email: null },
    });
    stripe.completeSession(id, 'payer@example.com');
    expect(await getSession(`?session_id=${id}`)).toEqual({
      status: 200,
      cache: 'no-store',
      body: { customer_email: 'payer@example.com' },
    });
    const { body } = await client.get<object>('/api/my/settings');
    expect(body).toMatchObject({ stripeSubscriptionId: null, stripeCustomerId: null, addOns: [] });
    expect((await client.get('/api/auth/user')).body).toMatchObject({ status: 'demo' });
  });

  it('returns 404 for an unknown session', async () => {
    expect(await getSession('?session_id=cs_test_unknown')).toMatchObject(problem(404, 'CHECKOUT_NOT_FOUND'));
  });

  it.each([
    '',
    '?session_id=',
    '?session_id=sub_1',
    '?session_id=cs_1/../../v1/customers',
    '?session_id=cs_1&session_id=cs_2',
    `?session_id=cs_${'a'.repeat(300)}`,
  ])('rejects the query %j', async (query) => {
    expect(await getSession(query)).toMatchObject(
      problem(400, 'VALIDATION_FAILED', { errors: [{ field: 'session_id' }] }),
    );
    expect(stripe.requests).toEqual([]);
  });

  it('reports a Stripe failure', async () => {
    stripe.reply = () => ({ body: 'nonsense' });
    expect(await getSession('?session_id=cs_test_1')).toMatchObject(problem(502, 'BILLING_FAILED'));
  });
});
