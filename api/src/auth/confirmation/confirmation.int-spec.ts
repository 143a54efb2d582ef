import { User } from '@ringwell/database/accounts/user.entity';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import { listSecurityEvents } from '../../http/security/testing/list-security-events';

const PATH = '/api/auth/confirm';
const PASSWORD = 'four quiet copper kettles';
const SIGNING_SECRET = `whsec_${Buffer.alloc(24, 'k').toString('base64')}`;
const CONFIRMATION_REQUIRED = { status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } };

describe('Confirming your identity', () => {
  const {
    api,
    database,
    user: administrator,
    client,
  } = useSignedInOwner({
    user: { role: 'admin' },
    password: PASSWORD,
  });

  beforeEach(() => ageSession(administrator.id, '16 minutes'));

  const ageSession = (userId: string, age: string): Promise<unknown> =>
    database.query('update sessions set confirmed_at = now() - $2::interval where user_id = $1', [userId, age]);
  const confirm = (password = PASSWORD): Promise<ClientResponse<ProblemBody>> => client.post(PATH, { password });

  it("is required for actions that could expose or delete an account's data", async () => {
    const owner = await database.makeAccount({ password: PASSWORD });
    const call = await database.makeCompletedCall(owner.account.id);
    const { customerId } = await database.makeFollowUp(owner.account.id);
    const session = await api.signIn(owner.user);
    const settings = '/api/my/settings';
    const adminSettings = `/api/account/settings/admin/${owner.user.id}`;
    const sharesPath = `/api/calls/${call.id}/shares`;
    const changes: [string, () => Promise<ClientResponse<ProblemBody>>, number][] = [
      ['token', () => client.post(`/api/admin/users/${owner.user.id}/tokens`, { name: 'n8n' }), 201],
      ['webhook', () => session.put(settings, { webhookUrl: 'https://calls.example.com/in' }), 200],
      ['webhook secret', () => session.post(`${settings}/webhook-secret`), 200],
      ['shorter retention', () => session.put(`${settings}/retention`, { recordingsRetentionDays: 30 }), 200],
      ['manager', () => session.post('/api/my/invitations', { email: 'new@example.com', role: 'manager' }), 201],
      ['link to a whole call', () => session.post(sharesPath, { scope: 'whole', days: 30 }), 201],
      ['erasure', () => session.post('/api/my/erase', { customerId }), 202],
      ['call export', () => session.get('/api/calls/export.csv'), 200],
      ['export of checked calls', () => session.get('/api/checks/export.jsonl'), 200],
      ["another account's webhook", () => client.put(adminSettings, { webhookUrl: 'https://calls.example.com' }), 200],
      ["another account's secret", () => client.put(adminSettings, { webhookSecret: SIGNING_SECRET }), 200],
      ["another account's retention", () => client.put(adminSettings, { transcriptsRetentionDays: 30 }), 200],
      ['impersonation', () => client.post(`/api/admin/impersonate/${owner.user.id}`), 200],
    ];
    const authorization = `Bearer ${owner.token}`;
    const tokenHeaders = { cookie: '', origin: '', authorization };
    await ageSession(owner.user.id, '16 minutes');
    expect((await session.get('/api/calls/export.csv', tokenHeaders)).status).toBe(200);
    for (const [label, change] of changes)
      expect([label, await change()]).toMatchObject([label, CONFIRMATION_REQUIRED]);
    expect((await session.put(settings, { slackChannel: '#calls' })).status).toBe(200);
    expect((await client.put(adminSettings, { slackChannel: '#calls' })).status).toBe(200);
    expect((await session.post(sharesPath, { scope: 'summary', days: 30 })).status).toBe(201);
    expect((await session.post(PATH, { password: PASSWORD })).status).toBe(204);
    expect((await confirm()).status).toBe(204);
    for (const [label, change, status] of changes) expect([label, (await change()).status]).toEqual([label, status]);
    await ageSession(owner.user.id, '16 minutes');
    expect((await session.put(`${settings}/retention`, { recordingsRetentionDays: 60 })).status).toBe(200);
  });

  it("is required again after fifteen minutes to change users' emails, roles and passwords", async () => {
    const { user } = await database.makeAccount({ password: PASSWORD });
    const path = `/api/admin/users/${user.id}`;
    const newUser = { email: 'new@example.com', firstName: 'Lee', lastName: 'Ng', password: 'seven loud iron pans' };
    const changes: [string, () => Promise<ClientResponse<ProblemBody>>, number][] = [
      ['email', () => client.put(path, { email: 'other@example.com' }), 200],
      ['role', () => client.put(path, { role: 'admin' }), 200],
      ['promotion', () => client.patch(`${path}/make-admin`), 200],
      ['password', () => client.post(`${path}/password`, { password: 'seven loud iron pans' }), 204],
      ['new administrator', () => client.post('/api/admin/users', { ...newUser, role: 'admin' }), 201],
    ];
    for (const [label, change] of changes)
      expect([label, await change()]).toMatchObject([label, CONFIRMATION_REQUIRED]);
    expect(await database.manager.findOneByOrFail(User, { id: user.id })).toMatchObject({
      email: user.email,
      role: 'user',
      passwordHash: user.passwordHash,
    });
    const unprivilegedChange = { firstName: 'Renamed', email: user.email, role: 'user' };
    expect((await client.put(path, unprivilegedChange)).status).toBe(200);
    expect((await client.post('/api/admin/users', newUser)).status).toBe(201);

    expect((await confirm()).status).toBe(204);
    const newAdministrator = { ...newUser, email: 'boss-2@example.com', role: 'admin' };
    changes[4] = ['new administrator', () => client.post('/api/admin/users', newAdministrator), 201];
    for (const [label, change, status] of changes) expect([label, (await change()).status]).toEqual([label, status]);
  });

  it('is required to grant roles to members, and only applies to the confirmed session', async () => {
    const owner = await database.makeAccount({ password: PASSWORD, account: { status: 'active' } });
    const member = await database.makeMember(owner, 'viewer');
    const otherSession = await api.signIn(owner.user);
    client.cookie = (await api.signIn(owner.user)).cookie;
    await ageSession(owner.user.id, '16 minutes');
    const promote = (session: SessionClient): Promise<ClientResponse<ProblemBody>> =>
      session.patch(`/api/my/members/${member.id}`, { role: 'owner' });
    const invitation = { email: 'new@example.com', role: 'owner' };
    expect(await promote(client)).toMatchObject(CONFIRMATION_REQUIRED);
    expect(await client.post('/api/my/invitations', invitation)).toMatchObject(CONFIRMATION_REQUIRED);
    expect(await client.post(`/api/my/members/${member.id}/transfer-ownership`)).toMatchObject(CONFIRMATION_REQUIRED);
    expect((await confirm()).status).toBe(204);
    expect(await promote(otherSession)).toMatchObject(CONFIRMATION_REQUIRED);
    expect((await client.post('/api/my/invitations', invitation)).status).toBe(201);
    expect((await promote(client)).status).toBe(200);
  });

  it('gives the session a new id, while the old id stays valid but unconfirmed for a few seconds', async () => {
    const { user } = await database.makeAccount();
    const promote = (session: SessionClient): Promise<ClientResponse<ProblemBody>> =>
      session.patch(`/api/admin/users/${user.id}/make-admin`);
    const oldClient = new SessionClient(api.url, client.cookie);
    expect((await client.get(PATH)).body).toMatchObject({ isConfirmed: false });
    expect((await confirm()).status).toBe(204);
    expect(client.cookie).not.toBe(oldClient.cookie);
    expect((await client.get(PATH)).body).toMatchObject({ isConfirmed: true });
    expect((await oldClient.get('/api/auth/user')).status).toBe(200); // like a request that started before the confirmation
    expect(await promote(oldClient)).toMatchObject(CONFIRMATION_REQUIRED);
    expect((await client.get<object[]>('/api/my/sessions')).body).toHaveLength(1);
    await database.query(`update sessions set replaced_at = now() - interval '11 seconds'`);
    expect((await oldClient.get('/api/auth/user')).status).toBe(401);
    expect((await promote(client)).status).toBe(200);
  });

  it('is not required soon after signing in', async () => {
    await ageSession(administrator.id, '9 minutes');
    const { user } = await database.makeAccount();
    expect((await client.patch(`/api/admin/users/${user.id}/make-admin`)).status).toBe(200);
  });

  it('requires signing in again before a first password can be set', async () => {
    await database.manager.update(User, { id: administrator.id }, { passwordHash: null });
    expect(await client.post('/api/my/password', { newPassword: 'seven loud iron pans' })).toMatchObject(
      CONFIRMATION_REQUIRED,
    );
    expect((await client.get(PATH)).body).toEqual({
      isConfirmed: false,
      method: 'sign_in',
      needsCode: false,
      hasPasskey: false,
      signInName: 'email',
    });
    expect(await confirm()).toMatchObject(problem(409, 'NO_PASSWORD'));
    await ageSession(administrator.id, '9 minutes');
    expect((await client.post('/api/my/password', { newPassword: 'seven loud iron pans' })).status).toBe(204);
  });

  it("requires the administrator's password during impersonation", async () => {
    const impersonatedAccount = await database.makeAccount({
      password: 'seven loud iron pans',
    });
    const [{ sid } = { sid: '' }] = await database.query<{ sid: string }[]>(
      'select sid from sessions where user_id = $1',
      [administrator.id],
    );
    await database.repositories.sessions.impersonate(sid, impersonatedAccount.user.id);
    expect((await confirm('seven loud iron pans')).status).toBe(400);
    expect((await confirm()).status).toBe(204);
  });

  it('rejects wrong passwords, and records failures and successes as security events', async () => {
    const wrongPassword = {
      status: 400,
      body: { code: 'VALIDATION_FAILED', errors: [{ field: 'password', message: 'Incorrect password.' }] },
    };
    expect(await confirm('wrong')).toMatchObject(wrongPassword);
    expect(await client.post(PATH, {})).toMatchObject({ status: 400 });
    const { user } = await database.makeAccount();
    expect(await client.patch(`/api/admin/users/${user.id}/make-admin`)).toMatchObject(CONFIRMATION_REQUIRED);
    expect((await confirm()).status).toBe(204);
    const events = await listSecurityEvents(api, database);
    const administratorEvents = events.filter(({ userId }) => userId === administrator.id);
    expect(administratorEvents.sort((a, b) => a.outcome.localeCompare(b.outcome))).toMatchObject([
      { kind: 'sign_in', outcome: 'refused', method: 'password', code: 'WRONG_PASSWORD', route: `POST ${PATH}` },
      { kind: 'sign_in', outcome: 'succeeded', method: 'password', action: 'Identity confirmed' },
    ]);
  });
});

describe('Password guesses during confirmation', () => {
  const { api, database } = useTestApi({ RATE_LIMIT_TIGHT_FACTOR: '1' });

  it('are limited like guesses at sign-in', async () => {
    const { user } = await database.makeAccount({ password: PASSWORD });
    const client = await api.signIn(user);
    const confirm = async (password: string): Promise<number> => (await client.post(PATH, { password })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push(await confirm(PASSWORD));
    for (let i = 0; i < 10; i += 1) statuses.push(await confirm('guess'));
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 204), ...Array.from({ length: 10 }, () => 400)]);
    expect(await confirm(PASSWORD)).toBe(429);
  });
});
