import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { MySessionDto } from './my-sessions.dto';

const PASSWORD = 'four quiet copper kettles';

describe('/api/my/sessions and /api/my/account', () => {
  const { api, database } = useTestApi();
  let user: User;
  let laptop: SessionClient;
  let phone: SessionClient;

  beforeEach(async () => {
    ({ user } = await database.makeAccount({ password: PASSWORD }));
    [laptop, phone] = [await signIn('a laptop'), await signIn('a phone')];
  });

  async function signIn(userAgent: string): Promise<SessionClient> {
    const { headers } = await new SessionClient(api.url, '').post(
      '/api/login',
      { email: user.email, password: PASSWORD },
      { 'user-agent': userAgent },
    );
    return new SessionClient(api.url, headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }
  const listSessions = async (client: SessionClient): Promise<MySessionDto[]> =>
    (await client.get<MySessionDto[]>('/api/my/sessions')).body;
  const isSignedIn = async (client: SessionClient): Promise<boolean> =>
    (await client.get('/api/auth/user')).status === 200;
  async function impersonateUser(): Promise<SessionClient> {
    const { user: admin } = await database.makeAccount({ user: { role: 'admin' } });
    const client = await api.signIn(admin);
    await client.post(`/api/admin/impersonate/${user.id}`);
    return client;
  }

  it("list the user's sessions, the current one first, without the cookie's contents", async () => {
    const sessions = await listSessions(laptop);
    expect(sessions).toMatchObject([
      { isCurrent: true, userAgent: 'a laptop', signedInWith: 'password', ipAddress: '127.0.0.1' },
      { isCurrent: false, userAgent: 'a phone' },
    ]);
    expect(Object.keys(sessions[0] ?? {}).sort()).toEqual(
      ['createdAt', 'id', 'ipAddress', 'isCurrent', 'lastUsedAt', 'signedInWith', 'userAgent'].sort(),
    );
  });

  it('sign out of one session', async () => {
    const [, { id } = { id: '' }] = await listSessions(laptop);
    expect((await laptop.delete(`/api/my/sessions/${id}`)).status).toBe(204);
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, false]);
    expect(await laptop.delete(`/api/my/sessions/${id}`)).toMatchObject(problem(404, 'SESSION_NOT_FOUND'));
  });

  it('sign out of the current session, and clear its cookie', async () => {
    const [{ id } = { id: '' }] = await listSessions(laptop);
    const { status, headers } = await laptop.delete(`/api/my/sessions/${id}`);
    expect([status, headers.getSetCookie()]).toEqual([204, [expect.stringMatching(/^ringwell_session=;/)]]);
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([false, true]);
    const entries = await database.manager.findBy(ActivityLog, { userId: user.id, action: 'Signed out' });
    expect(entries).toMatchObject([{ description: expect.stringMatching(/ signed out\.$/) as string }]);
  });

  it('sign the user out everywhere else, but not other users', async () => {
    const { user: otherUser } = await database.makeAccount();
    const stranger = await api.signIn(otherUser);
    expect((await laptop.delete('/api/my/sessions')).status).toBe(204);
    expect([await isSignedIn(laptop), await isSignedIn(phone), await isSignedIn(stranger)]).toEqual([
      true,
      false,
      true,
    ]);
    const entries = await database.manager.findBy(ActivityLog, { userId: user.id, action: 'Signed out' });
    expect(entries).toMatchObject([{ description: expect.stringContaining('signed out everywhere else') as string }]);
  });

  it('end an impersonation together with its session', async () => {
    const { user: admin } = await database.makeAccount({ user: { role: 'admin' } });
    const currentClient = await api.signIn(admin);
    const otherClient = await api.signIn(admin);
    await otherClient.post(`/api/admin/impersonate/${user.id}`);
    const [, { id } = { id: '' }] = await listSessions(currentClient);
    expect((await currentClient.delete(`/api/my/sessions/${id}`)).status).toBe(204);
    const entry = { userId: admin.id, action: 'Impersonation stopped' };
    expect(await database.manager.countBy(ActivityLog, entry)).toBe(1);
  });

  it('reject impersonating administrators', async () => {
    const client = await impersonateUser();
    const [{ id } = { id: '' }] = await listSessions(laptop);
    const responses = [
      await client.get('/api/my/sessions'),
      await client.delete(`/api/my/sessions/${id}`),
      await client.delete('/api/my/sessions'),
      await client.patch('/api/my/account', { firstName: 'Eve' }),
    ];
    for (const response of responses) expect(response).toMatchObject(problem(403, 'IMPERSONATING'));
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, true]);
  });

  it('change only name and company', async () => {
    const changes = { firstName: ' Dana ', lastName: null, company: 'Reyes HVAC' };
    const response = await laptop.patch('/api/my/account', changes);
    const expected = { firstName: 'Dana', lastName: null, company: 'Reyes HVAC', email: user.email, status: 'active' };
    expect(response).toMatchObject({ status: 200, body: expected });
    expect((await laptop.get('/api/auth/user')).body).toMatchObject(expected);
    const rejectedChanges: [object, string][] = [
      [{ role: 'admin' }, 'VALIDATION_FAILED'],
      [{ email: 'other@example.com' }, 'VALIDATION_FAILED'],
      [{ company: 'x'.repeat(101) }, 'VALIDATION_FAILED'],
      [{}, 'NOTHING_TO_CHANGE'],
    ];
    for (const [body, code] of rejectedChanges)
      expect(await laptop.patch('/api/my/account', body)).toMatchObject({ status: 400, body: { code } });
    expect((await laptop.get('/api/auth/user')).body).toMatchObject(expected);
  });
});
