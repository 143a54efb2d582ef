import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Session } from '@ringwell/database/accounts/sign-in/session.entity';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const CLEARED_COOKIE = 'ringwell_session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax';
const CLEARED_DATA = '"cache"';

describe('Signing out', () => {
  const { api, database, user, client } = useSignedInOwner();

  const countSessions = (): Promise<number> => database.manager.countBy(Session, { userId: user.id });
  const listActions = async (): Promise<string[]> =>
    (await database.manager.findBy(ActivityLog, { userId: user.id })).map(({ action }) => action);

  it('ends only this session on POST', async () => {
    const otherSession = await api.signIn(user);
    const { status, headers, body } = await client.post<string>('/api/logout');
    expect({ status, body, cookies: headers.getSetCookie() }).toEqual({
      status: 204,
      body: '',
      cookies: [CLEARED_COOKIE],
    });
    expect(headers.get('clear-site-data')).toBe(CLEARED_DATA);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect((await otherSession.get('/api/auth/user')).status).toBe(200);
    expect(await listActions()).toEqual(['Signed out']);
    expect(await client.post('/api/logout')).toMatchObject(problem(401, 'SIGNED_OUT'));
  });

  it('rejects POST from another site', async () => {
    expect(await client.post('/api/logout', undefined, { origin: 'https://evil.example' })).toMatchObject(
      problem(403, 'CROSS_ORIGIN'),
    );
    expect(await countSessions()).toBe(1);
  });

  it.each<[string, Record<string, string>]>([
    ["one of the app's pages", { 'sec-fetch-site': 'same-origin' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['a browser that sends no origin', {}],
  ])('ends the session and redirects to / on GET from %s', async (_case, headers) => {
    const response = await client.get('/api/logout', headers);
    expect({
      status: response.status,
      location: response.headers.get('location'),
      cache: response.headers.get('cache-control'),
      cookies: response.headers.getSetCookie(),
      data: response.headers.get('clear-site-data'),
    }).toEqual({ status: 302, location: '/', cache: 'no-store', cookies: [CLEARED_COOKIE], data: CLEARED_DATA });
    expect(await countSessions()).toBe(0);
    expect(await listActions()).toEqual(['Signed out']);
  });

  it('accepts GET with a same-origin referrer', async () => {
    expect((await client.get('/api/logout', { referer: `${api.url}/calls` })).status).toBe(302);
    expect(await countSessions()).toBe(0);
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host on the same site', { 'sec-fetch-site': 'same-site' }],
    ['another site, in an old browser', { referer: 'https://evil.example/' }],
    ['an invalid referrer', { referer: 'nonsense' }],
  ])('rejects GET from %s', async (_case, headers) => {
    const { status, headers: responseHeaders, body } = await client.get<string>('/api/logout', headers);
    expect([status, responseHeaders.get('clear-site-data')]).toEqual([403, null]);
    expect(body).toContain('<a class="button" href="/api/logout">Sign out</a>');
    expect(await countSessions()).toBe(1);
    expect(await listActions()).toEqual([]);
  });

  it('redirects to / without a session', async () => {
    const { status, headers } = await new SessionClient(api.url, 'ringwell_session=nonsense').get('/api/logout');
    expect({ status, location: headers.get('location') }).toEqual({ status: 302, location: '/' });
  });
});
