import { randomUUID } from 'node:crypto';

import { rows } from '@ringwell/database/postgres/sql';
import type { TestAccount } from '@ringwell/testing/make-account';
import { makeDailyUsage, sumWeeklyUsage } from '@ringwell/testing/make-daily-usage';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { useTestDate } from '@ringwell/testing/test-date';

import type { AccountUsageDto, DailyUsageDto } from './dto/usage-reports.dto';
import { makeUsedAccounts } from './testing/make-used-accounts';

describe('usage reports for administrators', () => {
  const { api, database } = useTestApi();
  const setTestDate = useTestDate();
  let dana: TestAccount;
  let sam: TestAccount;
  let admin: SessionClient;

  beforeAll(async () => {
    const administrator = await database.makeAccount({ user: { role: 'admin' } });
    ({ dana, sam } = await makeUsedAccounts(database.dataSource));
    await database.makeAccount({ user: { isActive: false } });
    const paul = await database.makeMember(dana, 'member');
    await database.unitOfWork.run(({ members }) => members.add(administrator.account.id, paul.id, 'owner'));
    await database.makeMember(sam, 'viewer');
    await makeDailyUsage(database.dataSource, dana.account.id, '2025-01-01', {
      minutes: 1_000,
      calls: 100,
      callMinutes: 1_000,
    });
    admin = await api.signIn(administrator.user);
    setTestDate('2026-03-15T08:00:00Z');
  });

  const signInAs = ({ user }: TestAccount): Promise<SessionClient> => api.signIn(user);

  describe('GET /api/admin/usage/system', () => {
    const USERS = { totalUsers: 6, activeUsers: 3 }; // active users exclude demo users and the disabled user
    it.each([
      ['', { totalMinutes: 113.75, totalCalls: 4, totalInstanceRuns: 10, totalApiCalls: 2_147_483_655 }],
      ['?days=30', { totalMinutes: 113.75, totalCalls: 4 }],
      ['?days=16', { totalMinutes: 106.75, totalCalls: 3 }],
      ['?days=15', { totalMinutes: 105.5, totalCalls: 2 }],
      ['?days=1', { totalMinutes: 100, totalCalls: 2, totalInstanceRuns: 9, totalApiCalls: 5 }],
      ['?days=3650', { totalMinutes: 1_113.75, totalCalls: 104 }],
      ['?days=all', { totalMinutes: 1_113.75, totalCalls: 104 }],
    ])('sums the usage of the requested days: %j', async (query, expected) => {
      const { status, headers, body } = await admin.get(`/api/admin/usage/system${query}`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      expect(body).toMatchObject({ ...USERS, ...expected });
    });
  });

  describe('GET /api/admin/usage/analytics', () => {
    it('lists accounts by minutes used, and averages only call minutes', async () => {
      const { status, body } = await admin.get('/api/admin/usage/analytics');
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          userId: dana.user.id,
          userName: 'Dana Reyes',
          userEmail: dana.user.email,
          totalMinutes: 108.25,
          totalCalls: 4,
          averageCallLength: 3.19,
        },
        {
          userId: sam.user.id,
          userName: null,
          userEmail: null,
          totalMinutes: 5.5,
          totalCalls: 0,
          averageCallLength: 0,
        },
      ]);
      expect(
        (await admin.get<AccountUsageDto[]>('/api/admin/usage/analytics?days=1')).body.map(({ userId }) => userId),
      ).toEqual([dana.user.id]);
    });
  });

  it('counts only the requested days in the analytics, which read weekly sums', async () => {
    const fetchUsage = async (query: string): Promise<unknown[]> =>
      (await admin.get<AccountUsageDto[]>(`/api/admin/usage/analytics${query}`)).body.map(
        ({ userId, totalMinutes, totalCalls }) => [userId, totalMinutes, totalCalls],
      );
    setTestDate('2026-03-11T08:00:00Z'); // a Wednesday, with usage on Monday, Tuesday and the following Sunday
    const midweekUsage = [await fetchUsage('?days=2'), await fetchUsage('?days=3'), await fetchUsage('?days=12')];
    setTestDate('2026-03-15T08:00:00Z');
    expect(midweekUsage).toEqual([
      [[sam.user.id, 0.5, 0]],
      [[sam.user.id, 5.5, 0]],
      [
        [sam.user.id, 5.5, 0],
        [dana.user.id, 1.25, 1],
      ],
    ]);
  });

  it('lists all 5,000 accounts in the analytics', async () => {
    const { manager } = database;
    const accountCount = 5_000;
    const createdUsers = await rows<{ userId: string }>(
      manager,
      `
      with owner as (
        insert into users (email) select 'many-' || n || '@example.com' from generate_series(1, ${accountCount}) n returning id
      ), account as (
        insert into accounts select from owner returning id
      ), membership as (
        insert into members (account_id, user_id, role)
        select account.id, owner.id, 'owner' from (select id, row_number() over () as position from account) account
          join (select id, row_number() over () as position from owner) owner using (position)
        returning account_id, user_id
      )
      select user_id as "userId" from membership order by account_id`,
    );
    await rows(
      manager,
      `
      insert into usage_daily (account_id, day, minutes, calls, call_minutes)
      select account_id, day, 0.01, 1, 0.01
      from members join users on users.id = user_id,
        generate_series(date '2026-03-01', date '2026-03-02', interval '1 day') day
      where email like 'many-%'`,
    );
    await sumWeeklyUsage(manager);
    const { status, body } = await admin.get<AccountUsageDto[]>('/api/admin/usage/analytics');
    await rows(
      manager,
      `delete from accounts using members join users on users.id = user_id
      where accounts.id = account_id and email like 'many-%'`,
    );
    await rows(manager, `delete from users where email like 'many-%'`);
    expect(status).toBe(200);
    expect(body.map(({ userId }) => userId)).toEqual([
      dana.user.id,
      sam.user.id,
      ...createdUsers.map((each) => each.userId),
    ]);
    expect(body.at(-1)).toMatchObject({ totalMinutes: 0.02, totalCalls: 2, averageCallLength: 0.01 });
  });

  describe('GET /api/admin/usage/daily', () => {
    it('returns every day, including days without usage', async () => {
      const { body } = await admin.get<DailyUsageDto[]>('/api/admin/usage/daily?days=7');
      expect(body.map(({ day, minutes }) => [day, minutes])).toEqual([
        ['2026-03-09', 5],
        ['2026-03-10', 0.5],
        ['2026-03-11', 0],
        ['2026-03-12', 0],
        ['2026-03-13', 0],
        ['2026-03-14', 0],
        ['2026-03-15', 100],
      ]);
      expect(body[6]).toEqual({ day: '2026-03-15', minutes: 100, calls: 2, instanceRuns: 9, apiCalls: 5 });
      expect((await admin.get<DailyUsageDto[]>('/api/admin/usage/daily')).body).toHaveLength(30);
    });

    it("uses the time zone of the administrator's own account for days and totals", async () => {
      const accountWithTimeZone = await database.makeAccount({
        user: { role: 'admin' },
        settings: { timeZone: 'America/New_York' },
      });
      const session = await signInAs(accountWithTimeZone);
      const { body } = await session.get<DailyUsageDto[]>('/api/admin/usage/daily?days=6'); // recorded at midnight UTC
      expect(body.map(({ day, minutes }) => [day, minutes])).toEqual([
        ['2026-03-10', 0],
        ['2026-03-11', 0],
        ['2026-03-12', 0],
        ['2026-03-13', 0],
        ['2026-03-14', 100],
        ['2026-03-15', 0],
      ]);
      const fetchTotals = async (days: number): Promise<unknown> =>
        (await session.get(`/api/admin/usage/system?days=${days}`)).body;
      expect([await fetchTotals(1), await fetchTotals(2)]).toMatchObject([{ totalMinutes: 0 }, { totalMinutes: 100 }]);
      await database.unitOfWork.run(({ accounts }) => accounts.delete(accountWithTimeZone.account.id));
      await database.query('delete from users where id = $1', [accountWithTimeZone.user.id]);
    });
  });

  describe('GET /api/admin/usage/user/{userId}', () => {
    it("returns only the requested user's totals and days", async () => {
      const { status, body } = await admin.get(`/api/admin/usage/user/${dana.user.id}?days=16`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        userId: dana.user.id,
        userName: 'Dana Reyes',
        userEmail: dana.user.email,
        totalMinutes: 101.25,
        totalInstanceRuns: 10,
        totalApiCalls: 8,
        totalCalls: 3,
      });
      const { daily } = body as unknown as { daily: DailyUsageDto[] };
      expect(daily).toHaveLength(16);
      expect(daily[0]).toEqual({ day: '2026-02-28', minutes: 1.25, calls: 1, instanceRuns: 1, apiCalls: 3 });
      expect(daily.find(({ day }) => day === '2026-03-09')).toMatchObject({ minutes: 0 });
    });

    it.each([randomUUID(), 'nobody', '%00'])('returns 404 for the user %s', async (userId) => {
      expect(await admin.get(`/api/admin/usage/user/${userId}`)).toMatchObject(problem(404, 'USER_NOT_FOUND'));
    });
  });

  const PATHS = ['system', 'analytics', 'daily', 'user/{userId}'];

  it.each(PATHS)('rejects users who are not administrators at %s', async (path) => {
    const fullPath = `/api/admin/usage/${path.replace('{userId}', dana.user.id)}`;
    expect(await (await signInAs(dana)).get(fullPath)).toMatchObject(problem(403, 'ADMIN_ONLY'));
    expect((await fetch(`${api.url}${fullPath}`)).status).toBe(401);
    expect((await fetch(`${api.url}${fullPath}`, { headers: { authorization: `Bearer ${dana.token}` } })).status).toBe(
      401,
    );
  });

  it.each(PATHS)('rejects an invalid number of days at %s', async (path) => {
    const fullPath = `/api/admin/usage/${path.replace('{userId}', dana.user.id)}`;
    for (const days of ['0', '3651', '-1', '1.5', '1e2', 'week', '1&days=2']) {
      const { status, body } = await admin.get(`${fullPath}?days=${days}`);
      expect([days, status, body.errors]).toEqual([
        days,
        400,
        [{ field: 'days', message: expect.stringContaining('whole number of days from 1 to 3650') as string }],
      ]);
    }
    expect((await admin.get(`${fullPath}?days=all`)).status).toBe(path === 'system' ? 200 : 400);
  });

  it('reads daily usage, not usage records', async () => {
    const paths = ['system?days=all', 'analytics?days=3650', 'daily', `user/${dana.user.id}`];
    const fetchReports = (): Promise<unknown[]> =>
      Promise.all(paths.map(async (path) => (await admin.get(`/api/admin/usage/${path}`)).body));
    const reportsBefore = await fetchReports();
    await rows(
      database.manager,
      `
      insert into usage_records (account_id, minutes, source, recorded_at)
      values ($1, 99, 'api', '2026-03-15T07:00:00Z')`,
      [dana.account.id],
    );
    expect(await fetchReports()).toEqual(reportsBefore);
  });

  it('adds a processed call to the day it was recorded on, with its length', async () => {
    const account = await database.makeAccount();
    const call = await database.makeCall(account.account.id);
    const { usage } = database.repositories;
    await usage.record(account.account.id, {
      callId: call.id,
      minutes: '2.50',
      instanceRuns: 1,
      apiCalls: 0,
      source: 'n8n',
      metadata: null,
      callData: null,
    });
    await usage.recordPosted(account.account.id, {
      minutes: '40',
      instanceRuns: 0,
      apiCalls: 0,
      source: 'api',
      metadata: null,
      idempotencyKey: null,
      requestHash: 'x',
    });
    const [daily] = await database.query<object[]>(
      `
      select minutes, calls, call_minutes as "callMinutes", day = (now() at time zone 'utc')::date as "isToday"
      from usage_daily where account_id = $1`,
      [account.account.id],
    );
    expect(daily).toEqual({ minutes: '42.50', calls: 1, callMinutes: '2.50', isToday: true });
  });
});
