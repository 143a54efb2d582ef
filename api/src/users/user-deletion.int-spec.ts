import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { UserDto } from './dto/user.dto';

const USERS = '/api/admin/users';

// A worker completes the deletion; see worker/src/maintenance/user-deletion.int-spec.ts.
describe('Deleting a user', () => {
  const { api, database } = useTestApi();
  let administrator: TestAccount;
  let client: SessionClient;
  let target: TestAccount;

  beforeAll(async () => {
    administrator = await database.makeAccount({ user: { role: 'admin' } });
    client = await api.signIn(administrator.user);
  });
  beforeEach(async () => {
    target = await database.makeAccount();
  });

  const deleteUser = (): Promise<ClientResponse<ProblemBody>> => client.delete(`${USERS}/${target.user.id}`);
  const findListedUser = async (): Promise<UserDto | undefined> =>
    (await client.get<UserDto[]>(USERS)).body.find(({ id }) => id === target.user.id);
  const signInAs = ({ id }: { id: string }): Promise<SessionClient> => api.signIn({ id });
  const requestWithToken = (): Promise<Response> =>
    fetch(`${api.url}/api/calls`, { headers: { authorization: `Bearer ${target.token}` } });

  it("ends all members' access to the account, and lists the user until the deletion is done", async () => {
    const session = await signInAs(target.user);
    const member = await signInAs(await database.makeMember(target, 'manager'));
    expect((await member.get('/api/calls')).status).toBe(200);
    await session.post('/api/my/invitations', { email: 'new@example.com', role: 'owner' });
    expect(await findListedUser()).toMatchObject({ isActive: true, deletion: null });
    expect(await deleteUser()).toMatchObject({ status: 204, body: '' });
    expect((await session.get('/api/auth/user')).status).toBe(401);
    expect((await member.get('/api/calls')).status).not.toBe(200);
    expect((await requestWithToken()).status).toBe(401);
    expect(await findListedUser()).toMatchObject({
      isActive: false,
      deletion: { requestedAt: expect.any(String) as string, problem: null },
    });
    expect(await database.repositories.accounts.findById(target.account.id)).toMatchObject({
      isActive: false,
    });
    expect(await database.query('select from invitations where account_id = $1', [target.account.id])).toEqual([]);
    expect(
      await database.query(
        `select action, description, user_id, ip_address, metadata from activity_logs
         where metadata->>'targetUserId' = $1 and action = 'User deleted'`,
        [target.user.id],
      ),
    ).toEqual([
      {
        action: 'User deleted',
        description: 'A user was deleted, along with calls and recordings.',
        user_id: administrator.user.id,
        ip_address: '127.0.0.1',
        metadata: { targetUserId: target.user.id },
      },
    ]);
  });

  it('cannot be undone or repeated', async () => {
    await deleteUser();
    const notFoundProblem = { status: 404, body: { code: 'USER_NOT_FOUND' } };
    expect(await deleteUser()).toMatchObject(notFoundProblem);
    expect(await client.put(`${USERS}/${target.user.id}`, { isActive: true })).toMatchObject(notFoundProblem);
    expect(await client.patch(`${USERS}/${target.user.id}/make-admin`)).toMatchObject(notFoundProblem);
    expect(await client.post(`/api/admin/impersonate/${target.user.id}`)).toMatchObject(notFoundProblem);
  });

  it("does not wait for locks on the account's calls and activity log", async () => {
    const { id } = await database.makeCall(target.account.id);
    const entry = await database.manager.save(ActivityLog, {
      userId: target.user.id,
      action: 'Signed in',
      description: `${target.user.email} signed in.`,
    });
    const lockingRunner = database.dataSource.createQueryRunner();
    await lockingRunner.startTransaction();
    await lockingRunner.query('select from calls where id = $1 for update', [id]);
    await lockingRunner.query('select from activity_logs where id = $1 for update', [entry.id]);
    expect((await deleteUser()).status).toBe(204);
    await lockingRunner.rollbackTransaction();
    await lockingRunner.release();
  });

  it("is rejected for the administrator's own account", async () => {
    expect(await client.delete(`${USERS}/${administrator.user.id}`)).toMatchObject({
      status: 409,
      body: { code: 'OWN_ACCOUNT' },
    });
  });
});
