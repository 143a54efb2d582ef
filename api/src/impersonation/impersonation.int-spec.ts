import type { User } from '@ringwell/database/accounts/user.entity';
import type { TestAccount } from '@ringwell/testing/make-account';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { ImpersonationStatusDto } from './impersonation-status.dto';

const STATUS_PATH = '/api/admin/impersonation-status';
const STOP_PATH = '/api/admin/stop-impersonation';
const NOT_IMPERSONATING = { isImpersonating: false, impersonatedUser: null, admin: null };

describe('Impersonation', () => {
  const { api, database, owner: administrator, client } = useSignedInOwner({ user: { role: 'admin' } });
  let target: TestAccount;

  beforeEach(async () => {
    target = await database.makeAccount({
      user: { firstName: 'Dana', lastName: 'Reyes' },
      account: { status: 'demo' },
    });
  });

  const impersonate = (id = target.user.id): ReturnType<typeof client.post> =>
    client.post(`/api/admin/impersonate/${id}`);
  const fetchStatus = async (): Promise<ImpersonationStatusDto> =>
    (await client.get<ImpersonationStatusDto>(STATUS_PATH)).body;
  const fetchCurrentUserId = async (): Promise<unknown> => (await client.get<{ id: string }>('/api/auth/user')).body.id;
  const listActivity = (): Promise<unknown[]> =>
    database.query(
      'select account_id, action, description, ip_address, user_agent is not null as has_agent, metadata from activity_logs where user_id = $1 order by created_at',
      [administrator.user.id],
    );
  const listStops = (): Promise<unknown[]> =>
    database.query(
      `select user_id, description, metadata->>'administratorId' as administrator from activity_logs where action = 'Impersonation stopped' and metadata->>'targetUserId' = $1`,
      [target.user.id],
    );
  const expectedStopBy = (actorId: string): object => ({
    user_id: actorId,
    description: `${administrator.user.email} stopped viewing as ${target.user.email}.`,
    administrator: administrator.user.id,
  });
  const expectedStatus = (): ImpersonationStatusDto => ({
    isImpersonating: true,
    impersonatedUser: { id: target.user.id, firstName: 'Dana', lastName: 'Reyes', email: target.user.email },
    admin: { email: administrator.user.email },
  });

  it("shows the user's data until the impersonation is stopped", async () => {
    expect(await fetchStatus()).toEqual(NOT_IMPERSONATING);
    expect(await impersonate()).toMatchObject({ status: 200, body: expectedStatus() });
    expect(await fetchStatus()).toEqual(expectedStatus());
    expect(await fetchCurrentUserId()).toBe(target.user.id);
    expect(await client.get('/api/admin/users')).toMatchObject(problem(403, 'IMPERSONATING'));
    expect(await client.post(STOP_PATH)).toMatchObject({ status: 200, body: NOT_IMPERSONATING });
    expect(await fetchStatus()).toEqual(NOT_IMPERSONATING);
    expect(await fetchCurrentUserId()).toBe(administrator.user.id);
    expect(await client.get('/api/admin/users')).toMatchObject({ status: 200 });
  });

  it('is recorded in the activity log with both users', async () => {
    await impersonate();
    await client.post(STOP_PATH);
    const actorColumns = { account_id: target.account.id, ip_address: '127.0.0.1', has_agent: true };
    expect(await listActivity()).toEqual([
      {
        ...actorColumns,
        action: 'Impersonation started',
        description: `${administrator.user.email} started viewing as ${target.user.email}.`,
        metadata: { targetUserId: target.user.id },
      },
      {
        ...actorColumns,
        action: 'Impersonation stopped',
        description: `${administrator.user.email} stopped viewing as ${target.user.email}.`,
        metadata: {
          targetUserId: target.user.id,
          administratorId: administrator.user.id,
          impersonatedUserId: target.user.id,
        },
      },
    ]);
  });

  it("ignores a request to stop it when it isn't active", async () => {
    for (const id of [administrator.user.id, target.user.id]) {
      const session = await api.signIn({ id });
      expect(await session.get(STATUS_PATH)).toMatchObject({ status: 200, body: NOT_IMPERSONATING });
      expect(await session.post(STOP_PATH)).toMatchObject({ status: 200, body: NOT_IMPERSONATING });
    }
    expect(await listActivity()).toEqual([]);
  });

  it('applies only to one session', async () => {
    await impersonate();
    for (const id of [administrator.user.id, target.user.id]) {
      expect(await (await api.signIn({ id })).get(STATUS_PATH)).toMatchObject({
        body: NOT_IMPERSONATING,
      });
    }
  });

  it('shows its status only to signed-in users', async () => {
    const visitor = new SessionClient(api.url, '');
    expect(await visitor.get(STATUS_PATH)).toMatchObject({ status: 401 });
    expect(await visitor.post(STOP_PATH)).toMatchObject({ status: 401 });
    expect(await client.post(STOP_PATH, undefined, { origin: 'https://elsewhere.example' })).toMatchObject({
      status: 403,
    });
  });

  it.each<[string, Partial<User>]>([
    ['an administrator', { role: 'admin' }],
    ['a disabled user', { isActive: false }],
  ])('shows the dashboard of %s, but blocks administrator routes', async (_case, user) => {
    const { user: viewedUser } = await database.makeAccount({ user });
    expect(await impersonate(viewedUser.id)).toMatchObject({ status: 200 });
    expect(await client.get('/api/auth/user')).toMatchObject({
      body: { id: viewedUser.id, role: 'user', isImpersonated: true },
    });
    expect(await client.get('/api/my/usage')).toMatchObject({ status: 200 });
    expect(await client.get('/api/admin/users')).toMatchObject(problem(403, 'IMPERSONATING'));
    expect(await client.get(`/api/n8n/profile/${administrator.user.id}`)).toMatchObject({ status: 404 });
    expect(await listActivity()).toMatchObject([{ action: 'Impersonation started' }]);
  });

  it("is rejected for the administrator's own account", async () => {
    expect(await impersonate(administrator.user.id)).toMatchObject(problem(409, 'OWN_ACCOUNT'));
    expect(await fetchStatus()).toEqual(NOT_IMPERSONATING);
    expect(await listActivity()).toEqual([]);
  });

  it.each<[string, (id: string) => [method: string, path: string, body?: unknown]]>([
    ['disabled', (id) => ['PUT', `/api/admin/users/${id}`, { isActive: false }]],
    ['promoted', (id) => ['PATCH', `/api/admin/users/${id}/make-admin`]],
    ['deleted', (id) => ['DELETE', `/api/admin/users/${id}`]],
  ])('ends when the user is %s', async (_, request) => {
    await impersonate();
    const colleague = await database.makeAccount({ user: { role: 'admin' } });
    const response = await (await api.signIn(colleague.user)).send(...request(target.user.id));
    expect(response.status).toBeLessThan(300);
    expect(await fetchStatus()).toEqual(NOT_IMPERSONATING);
    expect(await fetchCurrentUserId()).toBe(administrator.user.id);
    expect(await listStops()).toEqual([expectedStopBy(colleague.user.id)]);
  });

  const signedOut = problem(401, 'SIGNED_OUT');
  it.each<[string, (id: string) => [method: string, path: string, body?: unknown], number, object]>([
    ['demoted', (id) => ['PUT', `/api/admin/users/${id}`, { role: 'user' }], 200, problem(403, 'ADMIN_ONLY')],
    ['disabled', (id) => ['PUT', `/api/admin/users/${id}`, { isActive: false }], 401, signedOut],
    [
      'given another password',
      (id) => ['POST', `/api/admin/users/${id}/password`, { password: 'another one' }],
      401,
      signedOut,
    ],
    ['deleted', (id) => ['DELETE', `/api/admin/users/${id}`], 401, signedOut],
  ])('ends and is recorded when the administrator is %s', async (_, request, statusAfter, usersAfter) => {
    await impersonate();
    const colleague = await database.makeAccount({ user: { role: 'admin' } });
    const response = await (await api.signIn(colleague.user)).send(...request(administrator.user.id));
    expect(response.status).toBeLessThan(300);
    expect(await listStops()).toEqual([expectedStopBy(colleague.user.id)]);
    expect((await client.get(STATUS_PATH)).status).toBe(statusAfter);
    expect(await client.get('/api/admin/users')).toMatchObject(usersAfter);
    expect(await fetchCurrentUserId()).toBe(statusAfter === 200 ? administrator.user.id : undefined);
  });

  it.each<[string, () => Promise<{ status: number }>]>([
    ['POST', () => client.post('/api/logout')],
    ['GET', () => client.get('/api/logout')],
  ])('ends and is recorded when the administrator signs out with a %s request', async (_method, signOut) => {
    await impersonate();
    expect((await signOut()).status).toBeLessThan(400);
    expect(await listStops()).toEqual([expectedStopBy(administrator.user.id)]);
  });

  it('does not start in an ended session', async () => {
    const response = await database.whileLocked(
      'with held as (select from users where id = $1 for update) delete from sessions where user_id = $2 and (select count(*) from held) = 1',
      [target.user.id, administrator.user.id],
      () => impersonate(),
    );
    expect(response).toMatchObject(problem(401, 'SIGNED_OUT'));
    expect(await listActivity()).toEqual([]);
  });

  it('is stopped only once by concurrent requests', async () => {
    await impersonate();
    const responses = await Promise.all([1, 2, 3].map(() => client.post(STOP_PATH)));
    expect(responses).toMatchObject(responses.map(() => ({ status: 200, body: NOT_IMPERSONATING })));
    expect(await listStops()).toHaveLength(1);
  });

  it("doesn't resume when the user is enabled again", async () => {
    await impersonate();
    const colleague = await database.makeAccount({ user: { role: 'admin' } });
    const colleagueClient = await api.signIn(colleague.user);
    for (const isActive of [false, true]) await colleagueClient.put(`/api/admin/users/${target.user.id}`, { isActive });
    expect(await fetchStatus()).toEqual(NOT_IMPERSONATING);
  });
});
