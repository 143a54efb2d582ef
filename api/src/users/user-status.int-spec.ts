import { randomUUID } from 'node:crypto';

import { Call } from '@ringwell/database/calls/call.entity';
import { WaitingCallsRepository } from '@ringwell/database/calls/waiting-calls.repository';
import { DispatchRepository, type ReleasedCall } from '@ringwell/database/scheduling/dispatch.repository';
import { verifyPassword } from '@ringwell/platform/crypto/password';
import { problem, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { isSignedIn, USERS_PATH, useUserAdministration } from '@ringwell/testing/use-user-administration';

import type { UserDto } from './dto/user.dto';

describe('User status', () => {
  const suite = useUserAdministration();
  const { api, database, findUser, findActivity } = suite;
  const patch = (action: string): Promise<ClientResponse<UserDto & ProblemBody>> => suite.patch(action);
  const disableUser = (): Promise<unknown> =>
    suite.client.put(`${USERS_PATH}/${suite.target.user.id}`, { isActive: false });
  const listActions = async (id: string): Promise<string[]> => (await findActivity(id)).map(({ action }) => action);

  describe('activation and deactivation', () => {
    it('starts a new usage period on each activation, and keeps a disabled user disabled', async () => {
      await disableUser();
      await patch('deactivate');
      const startMs = Date.now();
      const { status, body } = await patch('activate');
      expect({ status, body }).toMatchObject({ status: 200, body: { status: 'active', isActive: false } });
      expect(Date.parse(body.activatedAt ?? '')).toBeGreaterThanOrEqual(startMs);
      expect(await listActions(suite.target.user.id)).toEqual([
        'User updated',
        'Tokens revoked',
        'User deactivated',
        'User activated',
      ]);
    });

    it('keeps the usage period when the user is already active', async () => {
      expect(await patch('activate')).toMatchObject({
        status: 200,
        body: { activatedAt: suite.target.account.activatedAt?.toISOString() },
      });
      expect(await findActivity(suite.target.user.id)).toEqual([]);
    });

    it('reverts to a demo account, and revokes bearer tokens and sessions on deactivation', async () => {
      const session = await api.signIn(suite.target.user);
      const requestCall = (): Promise<Response> =>
        fetch(`${api.url}/api/n8n/calls/${randomUUID()}`, {
          headers: { authorization: `Bearer ${suite.target.token}` },
        });
      expect((await requestCall()).status).toBe(404);
      expect(await patch('deactivate')).toMatchObject({ status: 200, body: { status: 'demo', isActive: true } });
      expect((await requestCall()).status).toBe(401);
      expect(await isSignedIn(session)).toBe(false);
      expect(await findActivity(suite.target.user.id)).toMatchObject([
        { action: 'Tokens revoked', metadata: { count: 1 } },
        { action: 'User deactivated' },
      ]);
      await patch('deactivate');
      expect(await findActivity(suite.target.user.id)).toHaveLength(2);
    });
  });

  describe("a deactivated account's calls", () => {
    const findCalls = (): Promise<Pick<Call, 'id' | 'state' | 'skipReason'>[]> =>
      database.manager.find(Call, {
        select: { id: true, state: true, skipReason: true },
        where: { accountId: suite.target.account.id },
        order: { createdAt: 'ASC' },
      });

    it('cannot be opened until the account is activated again', async () => {
      const { id } = await database.makeCompletedCall(suite.target.account.id);
      await patch('deactivate');
      const session = await api.signIn(suite.target.user);
      for (const path of ['', '/audio', '/transcript', '/deliveries'])
        expect(await session.get(`/api/calls/${id}${path}`)).toMatchObject({ status: 404 });
      expect(await session.post(`/api/calls/${id}/reprocess`)).toMatchObject({ status: 404 });
      expect((await session.get('/api/calls')).body).toMatchObject({ items: [] });
      expect((await session.get('/api/my/recent-calls')).body).toEqual([]);
      await patch('activate');
      expect(await session.get(`/api/calls/${id}`)).toMatchObject({ status: 200, body: { id } });
    });

    it('are skipped if they are waiting, and keep their results', async () => {
      const completedCall = await database.makeCompletedCall(suite.target.account.id);
      for (const state of ['received', 'queued', 'released', 'running'] as const)
        await database.makeCall(suite.target.account.id, { state });
      await database.makeCall(suite.target.account.id, { source: 'demo' });
      await patch('deactivate');
      const [firstCall, ...otherCalls] = await findCalls();
      expect(firstCall).toMatchObject({ id: completedCall.id, state: 'completed' });
      expect(otherCalls).toMatchObject([
        ...Array.from({ length: 4 }, () => ({ state: 'skipped', skipReason: 'account_inactive' })),
        { state: 'queued', skipReason: null },
      ]);
    });

    it('keep a result stored by a concurrent run', async () => {
      const { id } = await database.makeCall(suite.target.account.id, { state: 'running' });
      const sql = `update calls set state = 'completed' where id = $1`;
      await database.whileLocked(sql, [id], () => patch('deactivate'));
      expect(await findCalls()).toMatchObject([{ id, state: 'completed', skipReason: null }]);
    });

    it('are skipped in batches if there are many', async () => {
      const { id } = suite.target.account;
      for (let calls = 0; calls < 5; calls += 1) await database.makeCall(id);
      const skippedCount = await database.dataSource.transaction((manager) =>
        new WaitingCallsRepository(manager).skip(id, 'account_inactive', 2),
      );
      expect(skippedCount).toBe(5);
      expect((await findCalls()).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'skipped'));
    });
  });

  it('keeps the recordings of skipped calls playable', async () => {
    const { id } = await database.makeCall(suite.target.account.id, {
      audioRedaction: 'unchecked',
      recordingKey: 'recordings/none',
    });
    await patch('deactivate');
    await patch('activate');
    const session = await api.signIn(suite.target.user);
    expect((await session.get(`/api/calls/${id}`)).body).toMatchObject({ state: 'skipped', audioRedaction: null });
  });

  describe("a disabled account's calls", () => {
    it.each([
      [1, 1],
      [5, 4],
    ])('wait, and continue after attempt %d when the account is enabled', async (attempt, attempts) => {
      const dispatch = new DispatchRepository(database.dataSource);
      const { id } = await database.makeCall(suite.target.account.id, { attempts: attempt - 1 });
      const releaseCall = async (): Promise<ReleasedCall | undefined> =>
        (await dispatch.releaseDueCalls({ calls: 100, forBusyAccounts: 100 })).find(({ callId }) => callId === id);
      const lease = await releaseCall();
      if (!lease) throw new Error('No call was due.');
      const runningCall = await database.repositories.callRuns.claim(lease, randomUUID());
      expect(runningCall?.call.id).toBe(id);
      await disableUser();
      expect(await releaseCall()).toBeUndefined();
      expect(await database.manager.findOneByOrFail(Call, { id })).toMatchObject({
        state: 'queued',
        deadlineAt: null,
        attempts,
      });
      await suite.client.put(`${USERS_PATH}/${suite.target.user.id}`, { isActive: true });
      expect(await releaseCall()).toBeDefined();
    });
  });

  it('promotes a user to administrator once', async () => {
    for (let time = 0; time < 2; time += 1)
      expect(await patch('make-admin')).toMatchObject({ status: 200, body: { role: 'admin' } });
    expect(await listActions(suite.target.user.id)).toEqual(['User promoted']);
  });

  describe('POST /api/admin/users/{id}/password', () => {
    const setPassword = (id: string, body: object): Promise<ClientResponse<ProblemBody>> =>
      suite.client.post(`${USERS_PATH}/${id}/password`, body);

    it('signs the user out everywhere', async () => {
      const sessions = [await api.signIn(suite.target.user), await api.signIn(suite.target.user)];
      expect(await setPassword(suite.target.user.id, { password: ' four quiet kettles ' })).toMatchObject({
        status: 204,
      });
      expect(await verifyPassword((await findUser(suite.target.user.id)).passwordHash, ' four quiet kettles ')).toBe(
        true,
      );
      expect(await Promise.all(sessions.map(isSignedIn))).toEqual([false, false]);
      expect(await listActions(suite.target.user.id)).toEqual(['Password updated']);
      expect(api.log.join('')).not.toContain('four quiet kettles');
    });

    it('keeps the current session when administrators set their own password', async () => {
      const otherSession = await api.signIn(suite.administrator);
      expect(await setPassword(suite.administrator.id, { password: 'my own new one' })).toMatchObject({ status: 204 });
      expect(await Promise.all([suite.client, otherSession].map(isSignedIn))).toEqual([true, false]);
    });

    it.each([[{ password: '12345' }], [{}], [{ password: 'long enough', passwordHash: 'x' }]])(
      'keeps the password when the request is invalid: %j',
      async (body) => {
        const session = await api.signIn(suite.target.user);
        expect(await setPassword(suite.target.user.id, body)).toMatchObject(problem(400, 'VALIDATION_FAILED'));
        expect((await findUser(suite.target.user.id)).passwordHash).toBeNull();
        expect(await isSignedIn(session)).toBe(true);
      },
    );
  });
});
