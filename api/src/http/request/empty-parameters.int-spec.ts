import { useTestApi } from '@ringwell/testing/start-api';

describe('An empty parameter', () => {
  const { api, database } = useTestApi();

  it.each([
    '/api/admin/activity?limit=&action=',
    '/api/admin/usage/daily?days=',
    '/api/calls?limit=%20&from=&direction=&hour=',
    '/api/customers?limit=&sort=&cursor=&atRisk=',
    '/api/follow-ups?limit=&show=&customerId=',
    '/api/my/bookings?from=&to=&direction=',
    '/api/my/happiness?from=&to=',
    '/api/my/settings/retention-preview?recordingsRetentionDays=',
  ])('counts as missing: %s', async (path) => {
    const { user } = await database.makeAccount({ user: { role: 'admin' } });
    const client = await api.signIn(user);
    const response = await client.get(path);
    expect(response).toMatchObject({ status: 200, body: (await client.get(path.split('?')[0] ?? '')).body });
  });
});
