import { randomUUID } from 'node:crypto';

import { requestStatuses } from '@ringwell/testing/request-statuses';
import { useTestApi } from '@ringwell/testing/start-api';

describe('throttling by route', () => {
  const { api, database } = useTestApi({ RATE_LIMIT_TIGHT_FACTOR: '1' });
  const postContact = (): Promise<Response> => fetch(`${api.url}/api/contact`, { method: 'POST' });
  const repeatStatus = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

  it('allows sixty contact attempts per hour from one network, including invalid ones', async () => {
    expect((await requestStatuses(61, () => postContact())).indexOf(429)).toBe(60);
  });

  it.each([
    ['demo uploads', '/api/demo/upload', {}, 10],
    ['checkouts', '/api/checkout', { plan: 'base', addOns: [] }, 10],
    ['password changes', '/api/my/password', { currentPassword: 'x', newPassword: '' }, 10],
  ])('limits %s per account', async (_case, path, body, limit) => {
    const { user } = await database.makeAccount();
    const otherAccount = await database.makeAccount();
    const client = await api.signIn(user);
    const statuses = await requestStatuses(limit + 1, () => client.post(path, body));
    expect(statuses.slice(0, limit)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
    expect((await (await api.signIn(otherAccount.user)).post(path, body)).status).not.toBe(429);
  });

  it.each([
    ['reprocessed calls', `/api/calls/${randomUUID()}/reprocess`, 60, 404],
    ['resent messages', `/api/deliveries/${randomUUID()}/resend`, 60, 404],
    ['requests for calls to check', '/api/checks', 120, 200],
  ])('limits %s per account', async (_case, path, limit, status) => {
    const { user } = await database.makeAccount();
    const client = await api.signIn(user);
    expect(await requestStatuses(limit + 1, () => client.post(path))).toEqual([...repeatStatus(limit, status), 429]);
  });

  it('limits searches per account, across list and export, but not lists without a search', async () => {
    const { user } = await database.makeAccount();
    const client = await api.signIn(user);
    const search = (number: number): Promise<{ status: number }> =>
      client.get(`/api/calls${number % 2 ? '' : '/export.csv'}?search=furnace`);
    expect(await requestStatuses(61, search)).toEqual([...repeatStatus(60, 200), 429]);
    expect((await client.get('/api/calls')).status).toBe(200);
    expect((await client.get('/api/calls/export.csv')).status).toBe(200);
  });
});

describe('the address limit', () => {
  const { api } = useTestApi({ RATE_LIMIT_PER_ADDRESS: '1', RATE_LIMIT_TIGHT_FACTOR: '1' });

  it('limits readiness checks separately from other requests, and never limits liveness checks', async () => {
    const checkReadiness = (): Promise<Response> => fetch(`${api.url}/api/health/ready`);
    const responses = await Promise.all(Array.from({ length: 600 }, checkReadiness));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(0); // a busy machine is not always ready in time
    const limitedResponse = await checkReadiness();
    expect(limitedResponse.status).toBe(429);
    expect(Number(limitedResponse.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${api.url}/api/health/live`)).status).toBe(200);
    expect((await fetch(`${api.url}/api/n8n/calls/${randomUUID()}`)).status).toBe(401);
  });
});
