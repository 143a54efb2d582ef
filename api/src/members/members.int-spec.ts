import { Account } from '@ringwell/database/accounts/account.entity';
import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import type { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CurrentUserDto } from '../auth/current-user/current-user.dto';
import type { MemberAlertsDto } from './dto/member-alerts.dto';
import type { AccountMembershipDto, MemberDto } from './dto/member.dto';

const MEMBERS_PATH = '/api/my/members';
const ALERTS_PATH = '/api/my/alerts';
const LAST_OWNER_PROBLEM = problem(409, 'LAST_OWNER');
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('Members of an account', () => {
  const { api, database, owner: account, client: owner } = useSignedInOwner({ account: { company: 'Reyes HVAC' } });

  const signIn = ({ id }: User): Promise<SessionClient> => api.signIn({ id });
  const addMember = (role: MemberRole): Promise<User> => database.makeMember(account, role);
  const fetchRoles = async (client: SessionClient): Promise<Record<string, MemberRole>> => {
    const { body } = await client.get<MemberDto[]>(MEMBERS_PATH);
    return Object.fromEntries(body.map(({ userId, role }) => [userId, role]));
  };
  const fetchCurrentUser = async (client: SessionClient): Promise<CurrentUserDto> =>
    (await client.get<CurrentUserDto>('/api/auth/user')).body;
  const changeRole = (client: SessionClient, user: User, role: string): Promise<ClientResponse<ProblemBody>> =>
    client.patch(`${MEMBERS_PATH}/${user.id}`, { role });
  const listActivity = (): Promise<Pick<ActivityLog, 'action' | 'description'>[]> =>
    database.query(`select action, description from activity_logs where account_id = $1 order by created_at`, [
      account.account.id,
    ]);

  it("can only work on this account's calls", async () => {
    const member = await signIn(await addMember('member'));
    const { id } = await database.makeCompletedCall(account.account.id);
    const otherCall = await database.makeCompletedCall((await database.makeAccount()).account.id);
    expect(await fetchCurrentUser(member)).toMatchObject({
      firstName: 'Paul',
      accountId: account.account.id,
      accountName: 'Reyes HVAC',
      memberRole: 'member',
      status: 'active',
    });
    expect((await member.get(`/api/calls/${id}`)).status).toBe(200);
    expect((await member.get(`/api/calls/${otherCall.id}`)).status).toBe(404);
    expect(await member.get('/api/my/settings')).toMatchObject(problem(403, 'ROLE_TOO_LOW'));
  });

  it('gain and lose a role immediately', async () => {
    const user = await addMember('viewer');
    const client = await signIn(user);
    expect((await client.get('/api/my/settings')).status).toBe(403);
    expect(await changeRole(owner, user, 'manager')).toMatchObject({ status: 200 });
    expect((await client.get('/api/my/settings')).status).toBe(200);
    expect(await changeRole(owner, user, 'viewer')).toMatchObject({ status: 200 });
    expect((await client.get('/api/my/settings')).status).toBe(403);
    expect(await listActivity()).toEqual([
      { action: 'Member updated', description: `${user.email} is now a manager.` },
      { action: 'Member updated', description: `${user.email} is now a viewer.` },
    ]);
  });

  it('are removed immediately, and get a demo account if they have no other account', async () => {
    const user = await addMember('manager');
    const client = await signIn(user);
    expect((await owner.delete(`${MEMBERS_PATH}/${user.id}`)).status).toBe(204);
    expect(await fetchCurrentUser(client)).toMatchObject({ id: user.id, memberRole: 'owner', status: 'demo' });
    expect(await fetchRoles(owner)).toEqual({ [account.user.id]: 'owner' });
    expect(await owner.delete(`${MEMBERS_PATH}/${user.id}`)).toMatchObject(problem(404, 'MEMBER_NOT_FOUND'));
  });

  it('can leave the account', async () => {
    const user = await addMember('member');
    expect((await (await signIn(user)).delete(`${MEMBERS_PATH}/me`)).status).toBe(204);
    expect(await fetchRoles(owner)).toEqual({ [account.user.id]: 'owner' });
    expect(await listActivity()).toEqual([
      { action: 'Member removed', description: `${user.email} left the account.` },
    ]);
  });

  it('always include an owner', async () => {
    expect(await owner.delete(`${MEMBERS_PATH}/me`)).toMatchObject(LAST_OWNER_PROBLEM);
    expect(await owner.delete(`${MEMBERS_PATH}/${account.user.id}`)).toMatchObject(LAST_OWNER_PROBLEM);
    expect(await changeRole(owner, account.user, 'manager')).toMatchObject(LAST_OWNER_PROBLEM);
    expect(await fetchRoles(owner)).toEqual({ [account.user.id]: 'owner' });
  });

  it('always include an owner, even if two owners remove each other concurrently', async () => {
    const otherOwner = await addMember('owner');
    const otherClient = await signIn(otherOwner);
    await Promise.all([
      owner.delete(`${MEMBERS_PATH}/${otherOwner.id}`),
      otherClient.delete(`${MEMBERS_PATH}/${account.user.id}`),
    ]);
    expect(await database.repositories.members.countOwners(account.account.id)).toBe(1);
  });

  it('always include an owner who can sign in', async () => {
    const coOwner = await addMember('owner');
    await database.query('update users set is_active = false where id = $1', [coOwner.id]);
    expect(await owner.delete(`${MEMBERS_PATH}/me`)).toMatchObject(LAST_OWNER_PROBLEM);
    expect(await changeRole(owner, account.user, 'viewer')).toMatchObject(LAST_OWNER_PROBLEM);
    expect(await owner.post(`${MEMBERS_PATH}/${coOwner.id}/transfer-ownership`)).toMatchObject(LAST_OWNER_PROBLEM);
    expect((await fetchRoles(owner))[account.user.id]).toBe('owner');
  });

  it('belong to an account that is disabled once all its owners are disabled', async () => {
    const otherOwner = await addMember('owner');
    const { user: administrator } = await database.makeAccount({ user: { role: 'admin' } });
    const client = await signIn(administrator);
    const isActive = (): Promise<boolean> =>
      database.manager.existsBy(Account, { id: account.account.id, isActive: true });
    await client.put(`/api/admin/users/${account.user.id}`, { isActive: false });
    expect(await isActive()).toBe(true);
    await client.put(`/api/admin/users/${account.user.id}`, { isActive: true });
    await Promise.all(
      [account.user, otherOwner].map(({ id }) => client.put(`/api/admin/users/${id}`, { isActive: false })),
    );
    expect(await isActive()).toBe(false);
    await client.put(`/api/admin/users/${otherOwner.id}`, { isActive: true });
    expect(await isActive()).toBe(true);
  });

  it('have their invitations revoked when they can no longer invite people', async () => {
    const { user: administrator } = await database.makeAccount({ user: { role: 'admin' } });
    const client = await signIn(administrator);
    for (const stop of [
      (user: User): Promise<unknown> => changeRole(owner, user, 'viewer'),
      ({ id }: User): Promise<unknown> => client.put(`/api/admin/users/${id}`, { isActive: false }),
      ({ id }: User): Promise<unknown> => client.delete(`/api/admin/users/${id}`),
    ]) {
      const otherOwner = await addMember('owner');
      await (await signIn(otherOwner)).post('/api/my/invitations', { email: 'second@example.com', role: 'owner' });
      await stop(otherOwner);
      expect((await owner.get('/api/my/invitations')).body).toEqual([]);
    }
  });

  it('can take over ownership', async () => {
    const user = await addMember('member');
    expect(await owner.post(`${MEMBERS_PATH}/${user.id}/transfer-ownership`)).toMatchObject({ status: 200 });
    expect(await fetchRoles(owner)).toEqual({ [account.user.id]: 'manager', [user.id]: 'owner' });
    expect((await owner.get('/api/my/invitations')).status).toBe(403);
    expect((await owner.delete(`${MEMBERS_PATH}/me`)).status).toBe(204);
    expect(await fetchCurrentUser(owner)).toMatchObject({ id: account.user.id, memberRole: 'owner', status: 'demo' });
    expect((await fetchCurrentUser(owner)).accountId).not.toBe(account.account.id);
  });

  it('can only be changed by owners', async () => {
    const target = await addMember('viewer');
    for (const role of ['manager', 'member', 'viewer'] as const) {
      const client = await signIn(await addMember(role));
      const responses = [
        await changeRole(client, target, 'owner'),
        await client.delete(`${MEMBERS_PATH}/${target.id}`),
        await client.post(`${MEMBERS_PATH}/${target.id}/transfer-ownership`),
        await client.post('/api/my/invitations', { email: 'x@example.com', role: 'owner' }),
      ];
      for (const response of responses) expect(response).toMatchObject(problem(403, 'ROLE_TOO_LOW'));
      expect((await client.get<MemberDto[]>(MEMBERS_PATH)).status).toBe(200);
    }
    expect((await fetchRoles(owner))[target.id]).toBe('viewer');
  });

  it('cannot be found if they belong to another account', async () => {
    const otherUser = (await database.makeAccount()).user;
    for (const id of [otherUser.id, UNKNOWN_ID, 'nobody']) {
      const notFound = { status: 404, body: { code: 'MEMBER_NOT_FOUND' } };
      expect(await owner.patch(`${MEMBERS_PATH}/${id}`, { role: 'viewer' })).toMatchObject(notFound);
      expect(await owner.delete(`${MEMBERS_PATH}/${id}`)).toMatchObject(notFound);
    }
  });

  it('cannot be given an unknown role', async () => {
    const user = await addMember('viewer');
    expect(await changeRole(owner, user, 'boss')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'role', message: 'Choose a role: owner, manager, member, viewer.' }] },
    });
  });

  it('can switch between their accounts', async () => {
    const otherAccount = await database.makeAccount({ account: { company: 'Becker Plumbing' } });
    await database.repositories.members.add(otherAccount.account.id, account.user.id, 'viewer');
    const { body } = await owner.get<AccountMembershipDto[]>('/api/my/accounts');
    expect(body).toEqual([
      { id: account.account.id, name: 'Reyes HVAC', role: 'owner', isCurrent: true },
      { id: otherAccount.account.id, name: 'Becker Plumbing', role: 'viewer', isCurrent: false },
    ]);
    expect((await owner.post(`/api/my/accounts/${otherAccount.account.id}/open`)).status).toBe(204);
    expect(await fetchCurrentUser(owner)).toMatchObject({ accountName: 'Becker Plumbing', memberRole: 'viewer' });
    // The other browser stays on its account.
    expect(await fetchCurrentUser(await signIn(account.user))).toMatchObject({ accountName: 'Reyes HVAC' });
    const otherAccountId = (await database.makeAccount()).account.id;
    for (const id of [otherAccountId, UNKNOWN_ID, 'mine'])
      expect(await owner.post(`/api/my/accounts/${id}/open`)).toMatchObject({ status: 404 });
    // A user who is removed from an account continues in another account.
    await database.dataSource.transaction((manager) =>
      new MembersRepository(manager).remove(otherAccount.account.id, account.user.id),
    );
    expect(await fetchCurrentUser(owner)).toMatchObject({ accountName: 'Reyes HVAC', memberRole: 'owner' });
  });

  it('cannot sign in while their only account is disabled', async () => {
    const user = await addMember('member');
    const client = await signIn(user);
    const { user: administrator } = await database.makeAccount({ user: { role: 'admin' } });
    await (await signIn(administrator)).put(`/api/admin/users/${account.user.id}`, { isActive: false });
    expect((await client.get('/api/auth/user')).status).toBe(401);
  });

  it('keep their account when its other owner is deleted', async () => {
    const otherClient = await signIn(await addMember('owner'));
    const { id } = await database.makeCompletedCall(account.account.id);
    const { user: administrator } = await database.makeAccount({ user: { role: 'admin' } });
    expect((await (await signIn(administrator)).delete(`/api/admin/users/${account.user.id}`)).status).toBe(204);
    expect((await otherClient.get(`/api/calls/${id}`)).status).toBe(200);
  });

  it("can read but not change the account's data with a read-only token", async () => {
    const { user: administrator } = await database.makeAccount({ user: { role: 'admin' } });
    const { body } = await (
      await signIn(administrator)
    ).post<{ token: string }>(`/api/admin/users/${account.user.id}/tokens`, { name: 'Reports', isReadOnly: true });
    const send = (method: string, path: string): Promise<Response> =>
      fetch(api.url + path, { method, headers: { authorization: `Bearer ${body.token}` } });
    expect((await send('GET', '/api/calls')).status).toBe(200);
    const rejectedResponse = await send('POST', '/api/n8n/calls');
    expect([rejectedResponse.status, await rejectedResponse.json()]).toMatchObject([403, { code: 'TOKEN_READ_ONLY' }]);
  });

  it('choose their own alerts and quiet hours, which other members cannot see or change', async () => {
    const user = await addMember('viewer');
    const viewer = await signIn(user);
    const fetchAlerts = async (): Promise<MemberAlertsDto> => (await viewer.get<MemberAlertsDto>(ALERTS_PATH)).body;
    const saveAlerts = (body: object): Promise<ClientResponse<ProblemBody>> => viewer.put(ALERTS_PATH, body);
    expect(await fetchAlerts()).toEqual({
      labels: [],
      quietHours: null,
      weeklyLetter: false,
      address: user.email,
      timeZone: 'UTC',
      reviewAlertsEnabled: true,
      isMailSetUp: false,
      isUnsubscribed: false,
    });
    const quietHours = { from: '21:00', until: '07:00' };
    expect(await saveAlerts({ labels: ['needs_review', 'negative'], quietHours })).toMatchObject({
      status: 200,
      body: { labels: ['negative', 'needs_review'], quietHours },
    });
    expect((await owner.get<MemberAlertsDto>(ALERTS_PATH)).body).toMatchObject({ labels: [], quietHours: null });
    for (const invalidAlerts of [
      { labels: ['angry'], quietHours: null },
      { labels: ['negative', 'negative'], quietHours: null },
      { labels: [], quietHours: { from: '9 pm', until: '07:00' } },
      { labels: [], quietHours: { from: '21:00' } },
      { labels: [], quietHours: { from: '21:00', until: '21:00' } },
      { labels: [] },
      { quietHours: null },
    ])
      expect(await saveAlerts(invalidAlerts)).toMatchObject(problem(400, 'VALIDATION_FAILED'));
    await database.repositories.mailSuppressions.unsubscribe(account.account.id, user.email?.toUpperCase() ?? '');
    const labels = ['negative', 'needs_review'];
    expect(await fetchAlerts()).toMatchObject({ labels, quietHours, isUnsubscribed: true });
    expect((await listActivity()).at(-1)).toEqual({
      action: 'Settings updated',
      description: `${user.email} changed their own alerts.`,
    });
  });

  it('receive emails delayed by quiet hours once the quiet hours or the time zone change', async () => {
    const user = await addMember('member');
    const member = await signIn(user);
    const { id: callId } = await database.makeCompletedCall(account.account.id);
    const { manager } = database;
    const inAnHour = new Date(Date.now() + 3_600_000);
    const delayedEmail = { callId, channel: 'email', errorCode: 'QUIET_HOURS', runAfter: inAnHour } as const;
    for (const destination of [user.email?.toUpperCase() ?? '', 'other@example.com'])
      await database.makeDelivery(account.account.id, { ...delayedEmail, destination });
    const listWaitingRecipients = async (): Promise<string[]> =>
      (await manager.findBy(Delivery, { callId, runAfter: inAnHour })).map(({ destination }) => destination);
    expect((await member.put(ALERTS_PATH, { labels: ['negative'], quietHours: null })).status).toBe(200);
    expect(await listWaitingRecipients()).toEqual(['other@example.com']);
    expect((await owner.put('/api/my/settings', { timeZone: 'America/Denver' })).status).toBe(200);
    expect(await listWaitingRecipients()).toEqual([]);
  });
});
