import { randomUUID } from 'node:crypto';

import { SecurityEvent } from '@ringwell/database/accounts/security/security-event.entity';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import { SecurityRecorder } from './security-recorder.service';
import { listSecurityEvents } from './testing/list-security-events';

const PASSWORD = 'four quiet copper kettles';

describe('Security events', () => {
  // The API is behind a trusted proxy, so the forwarded address is used.
  const { api, database } = useTestApi({ TRUST_PROXY: '127.0.0.1' });
  const CLIENT_HEADERS = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'a browser' };
  let administrator: TestAccount;

  beforeAll(async () => {
    administrator = await database.makeAccount({
      user: { role: 'admin' },
      password: PASSWORD,
    });
  });
  beforeEach(async () => {
    await listEvents();
    await database.query('delete from security_events');
  });

  const listEvents = (): Promise<SecurityEvent[]> => listSecurityEvents(api, database);
  const createVisitor = (): SessionClient => new SessionClient(api.url, '');
  const signIn = (email: string, password: string): Promise<unknown> =>
    createVisitor().post('/api/login', { email, password }, { cookie: '', ...CLIENT_HEADERS });

  it('show the user, method, origin and outcome of successful and failed sign-ins', async () => {
    const { user: disabledUser } = await database.makeAccount({ user: { isActive: false } });
    const email = administrator.user.email ?? '';
    await signIn(email, PASSWORD);
    await signIn(email, 'wrong');
    await signIn(disabledUser.email ?? '', 'wrong');
    await signIn('hunter2-is-my-password', 'wrong');
    const source = { ipAddress: '203.0.113.9', userAgent: 'a browser', kind: 'sign_in', method: 'password' };
    const deniedSignIn = { ...source, outcome: 'refused', userId: null, route: 'POST /api/login' };
    expect(await listEvents()).toMatchObject([
      { ...source, outcome: 'succeeded', userId: administrator.user.id, action: 'Signed in' },
      { ...deniedSignIn, code: 'WRONG_PASSWORD', targetUserId: administrator.user.id, emailHash: null },
      { ...deniedSignIn, code: 'USER_DISABLED', targetUserId: disabledUser.id, emailHash: null },
      {
        ...deniedSignIn,
        code: 'UNKNOWN_EMAIL',
        targetUserId: null,
        emailHash: expect.stringMatching(/^[\da-f]{16}$/) as string,
      },
    ]);
    const [{ dump } = { dump: '' }] = await database.query<{ dump: string }[]>(
      'select jsonb_agg(event)::text as dump from security_events event',
    );
    expect(dump).not.toContain('hunter2');
    expect(api.log.join('')).not.toContain('hunter2');
  });

  it('combine identical attempts', async () => {
    for (let i = 0; i < 5; i += 1) await signIn('nobody@example.com', `guess ${i}`);
    expect((await listEvents()).reduce((sum, { count }) => sum + count, 0)).toBe(5);
    expect((await listEvents()).length).toBeLessThanOrEqual(2);
  });

  it("name users who tried forbidden actions or other accounts' ids, but ignore typos", async () => {
    const owner = await database.makeAccount({ account: { status: 'active' } });
    const { account } = owner;
    const viewer = await database.makeMember(owner, 'viewer');
    const client = await api.signIn(viewer);
    const otherAccount = await database.makeAccount();
    const otherCall = await database.makeCall(otherAccount.account.id);
    expect((await client.get('/api/admin/users', CLIENT_HEADERS)).status).toBe(403);
    expect((await client.get(`/api/calls/${otherCall.id}`, CLIENT_HEADERS)).status).toBe(404);
    expect((await client.get(`/api/calls/${randomUUID()}`, CLIENT_HEADERS)).status).toBe(404);
    expect(
      (await client.post('/api/logout', undefined, { ...CLIENT_HEADERS, origin: 'https://evil.example' })).status,
    ).toBe(403);
    const deniedAccess = { kind: 'access_refused', outcome: 'refused', ipAddress: '203.0.113.9' };
    const viewerEvent = { ...deniedAccess, userId: viewer.id, accountId: account.id };
    expect(await listEvents()).toMatchObject([
      { ...viewerEvent, code: 'ADMIN_ONLY', route: 'GET /api/admin/users' },
      { ...viewerEvent, code: 'FOREIGN_ID', route: 'GET /api/calls/:id' },
      { ...deniedAccess, code: 'CROSS_ORIGIN', route: 'POST /api/logout' },
    ]);
  });

  it('distinguish revoked tokens and ended sessions from forged ones', async () => {
    const { account, user } = await database.makeAccount({ account: { status: 'active' } });
    const admin = await api.signIn(administrator.user);
    const { body: createdToken } = await admin.post<{ id: string; token: string }>(
      `/api/admin/users/${user.id}/tokens`,
      { name: 'n8n' },
      CLIENT_HEADERS,
    );
    await admin.delete(`/api/admin/tokens/${createdToken.id}`, CLIENT_HEADERS);
    const requestWithToken = (token: string): Promise<Response> =>
      fetch(`${api.url}/api/account/settings`, { headers: { authorization: `Bearer ${token}` } });
    expect((await requestWithToken(createdToken.token)).status).toBe(401);
    expect((await requestWithToken('rw_nonsense')).status).toBe(401);
    const endedSession = await api.signIn(user);
    await database.query('delete from sessions where user_id = $1', [user.id]);
    expect((await endedSession.get('/api/auth/user')).status).toBe(401);
    expect((await new SessionClient(api.url, 'ringwell_session=a.b.c').get('/api/auth/user')).status).toBe(401);
    expect((await createVisitor().get('/api/auth/user')).status).toBe(401);
    const deniedToken = { kind: 'token_refused', outcome: 'refused' };
    expect(await listEvents()).toMatchObject([
      { kind: 'rights_changed', action: 'Token generated', userId: administrator.user.id, accountId: account.id },
      { kind: 'rights_changed', action: 'Token deleted', userId: administrator.user.id, ipAddress: '203.0.113.9' },
      { ...deniedToken, method: 'token', code: 'TOKEN_REVOKED', accountId: account.id },
      { ...deniedToken, method: 'token', code: 'TOKEN_UNKNOWN', accountId: null },
      { ...deniedToken, method: 'session', code: 'SESSION_ENDED' },
      { ...deniedToken, method: 'session', code: 'SESSION_INVALID' },
    ]);
  });

  it('include permission and password changes, but only settings changes that affect access to calls', async () => {
    const { account, user } = await database.makeAccount({ account: { status: 'active' } });
    const admin = await api.signIn(administrator.user);
    const owner = await api.signIn(user);
    await admin.patch(`/api/admin/users/${user.id}/make-admin`);
    await admin.put(`/api/admin/users/${user.id}`, { firstName: 'Renamed' });
    await admin.put(`/api/admin/users/${user.id}`, { role: 'user' });
    await owner.put('/api/my/settings', { inboundMinCallTime: 30 });
    await owner.put('/api/my/settings', { emailAddress: ['a@example.com'] });
    await owner.post('/api/my/password', { newPassword: 'seven loud iron pans' });
    expect(await listEvents()).toMatchObject([
      { kind: 'rights_changed', action: 'User promoted', userId: administrator.user.id, targetUserId: user.id },
      { kind: 'rights_changed', action: 'User updated', targetUserId: user.id },
      { kind: 'rights_changed', action: 'Settings updated', userId: user.id, accountId: account.id },
      { kind: 'credentials_changed', action: 'Password updated', userId: user.id },
    ]);
  });

  it("are logged while PostgreSQL can't store them", async () => {
    await database.query('alter table security_events rename to security_events_gone');
    try {
      await signIn('nobody@example.com', 'wrong');
      await api.app.get(SecurityRecorder).flush(true);
    } finally {
      await database.query('alter table security_events_gone rename to security_events');
    }
    const logEntries = api.log.map((line) => JSON.parse(line) as { msg: string; event?: object });
    expect(logEntries.find(({ msg }) => msg === 'security: event')?.event).toMatchObject({
      kind: 'sign_in',
      code: 'UNKNOWN_EMAIL',
      ipAddress: '203.0.113.9',
    });
    expect(await listEvents()).toEqual([]);
  });

  it('add the address and account to every line in the request log', async () => {
    const { account, user } = await database.makeAccount();
    const client = await api.signIn(user);
    await client.get('/api/my/usage', CLIENT_HEADERS);
    const lines = api.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.findLast(({ route }) => route === '/api/my/usage')).toMatchObject({
      address: '203.0.113.9',
      accountId: account.id,
      userId: user.id,
    });
  });
});
