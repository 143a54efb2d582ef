import { randomUUID } from 'node:crypto';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UsageRepository } from '@ringwell/database/billing/usage.repository';
import { rows } from '@ringwell/database/postgres/sql';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { recordUsage } from '@ringwell/testing/record-usage';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { AccountUsageDto, DailyUsageDto } from './dto/usage-reports.dto';

/** Nothing but the clock's date stands still. */
const REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

describe('usage reports', () => {
  const { api, database } = useTestApi();
  let dana: TestAccount;
  let sam: TestAccount;
  let admin: SessionClient;

  beforeAll(async () => {
    const { dataSource } = database;
    const boss = await makeAccount(dataSource, { user: { role: 'admin' } });
    dana = await makeAccount(dataSource, {
      user: { firstName: 'Dana', lastName: 'Reyes', activatedAt: new Date('2026-01-31T16:00:00Z') },
      settings: { monthlyMinuteLimit: 250, usageLimitEnabled: true },
    });
    sam = await makeAccount(dataSource, {
      user: { email: null, status: 'demo', activatedAt: null, createdAt: new Date('2026-03-10T23:59:59Z') },
    });
    await makeAccount(dataSource, { user: { isActive: false } });
    await use(dana, '2025-01-01', { minutes: 1_000, calls: 100, callMinutes: 1_000 });
    await use(dana, '2026-02-27', { minutes: 7, calls: 1, callMinutes: 7 });
    await use(dana, '2026-02-28', { minutes: 1.25, calls: 1, callMinutes: 1.25, runs: 1, apiCalls: 3 });
    await use(dana, '2026-03-15', { minutes: 100, calls: 2, callMinutes: 4.5, runs: 9, apiCalls: 5 });
    await use(sam, '2026-03-09', { minutes: 5 });
    await use(sam, '2026-03-10', { minutes: 0.5, apiCalls: 2_147_483_647 });
    admin = await SessionClient.signIn(api, dataSource, boss.user.id);
    jest.useFakeTimers({ now: new Date('2026-03-15T08:00:00Z'), doNotFake: [...REAL] });
  });
  afterAll(() => {
    jest.useRealTimers();
  });

  async function use(
    { user }: TestAccount,
    day: string,
    used: { minutes?: number; calls?: number; callMinutes?: number; runs?: number; apiCalls?: number },
  ): Promise<void> {
    const { minutes = 0, calls = 0, callMinutes = 0, runs = 0, apiCalls = 0 } = used;
    await rows(
      database.dataSource.manager,
      `
      insert into usage_daily (user_id, day, minutes, calls, call_minutes, instance_runs, api_calls) values ($1, $2, $3, $4, $5, $6, $7)`,
      [user.id, day, minutes, calls, callMinutes, runs, apiCalls],
    );
    await addUpWeeks();
  }
  const addUpWeeks = (): Promise<unknown> =>
    rows(
      database.dataSource.manager,
      `
    insert into usage_weekly (user_id, week, minutes, call_minutes, calls)
    select user_id, date_trunc('week', day::timestamp)::date as week, sum(minutes), sum(call_minutes), sum(calls) from usage_daily group by user_id, week
    on conflict (user_id, week) do update set minutes = excluded.minutes, call_minutes = excluded.call_minutes, calls = excluded.calls`,
    );
  const signedIn = ({ user }: TestAccount): Promise<SessionClient> =>
    SessionClient.signIn(api, database.dataSource, user.id);

  describe('GET /api/my/usage', () => {
    it('adds up the usage month, which begins where February ends when the account was activated on a 31st', async () => {
      const { status, headers, body } = await (await signedIn(dana)).get('/api/my/usage');
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body).toEqual({
        totalMinutes: 101.25,
        totalInstanceRuns: 10,
        totalApiCalls: 8,
        totalCalls: 3,
        periodStartsAt: '2026-02-28T00:00:00.000Z',
        resetsAt: '2026-03-31T00:00:00.000Z',
        monthlyMinuteLimit: 250,
        usageLimitEnabled: true,
      });
    });

    it('counts from the day an account was made when it was never activated', async () => {
      expect((await (await signedIn(sam)).get('/api/my/usage')).body).toMatchObject({
        totalMinutes: 0.5,
        totalApiCalls: 2_147_483_647,
        periodStartsAt: '2026-03-10T00:00:00.000Z',
        resetsAt: '2026-04-10T00:00:00.000Z',
        usageLimitEnabled: false,
      });
    });

    it('goes by the month that is charged, to the second, once the account has subscribed', async () => {
      const { dataSource } = database;
      const subscriber = await makeAccount(dataSource, {
        user: { activatedAt: new Date('2026-01-03T09:00:00Z') },
        settings: {
          subscriptionStatus: 'active',
          currentPeriodStart: new Date('2026-02-20T14:03:07Z'),
          currentPeriodEnd: new Date('2026-03-20T14:03:07Z'),
          billingAnchor: new Date('2026-02-20T14:03:07Z'),
        },
      });
      const { id } = subscriber.user;
      for (const [minutes, at] of [
        [400, '2026-02-19T23:00:00Z'],
        [100, '2026-02-20T14:03:06.999Z'],
        [10, '2026-02-20T14:03:07Z'],
        [5, '2026-02-21T00:00:00Z'],
        [2.5, '2026-03-15T07:59:59Z'],
      ] as const)
        await recordUsage(dataSource, id, minutes, new Date(at));
      await rows(dataSource.manager, 'update usage_daily set api_calls = 3 where user_id = $1', [id]);
      expect((await (await signedIn(subscriber)).get('/api/my/usage')).body).toMatchObject({
        totalMinutes: 17.5,
        totalApiCalls: 9,
        periodStartsAt: '2026-02-20T14:03:07.000Z',
        resetsAt: '2026-03-20T14:03:07.000Z',
      });
      await new UsersRepository(dataSource.manager).updateSettings(id, { subscriptionStatus: 'canceled' });
      expect((await (await signedIn(subscriber)).get('/api/my/usage')).body).toMatchObject({
        totalMinutes: 2.5,
        periodStartsAt: '2026-03-03T00:00:00.000Z',
        resetsAt: '2026-04-03T00:00:00.000Z',
      });
      await new UnitOfWork(dataSource).run(({ users }) => users.delete(id));
    });

    it('is only for people who are signed in', async () => {
      const authorization = `Bearer ${dana.token}`;
      expect((await fetch(`${api.url}/api/my/usage`, { headers: { authorization } })).status).toBe(401);
    });
  });

  describe('GET /api/admin/usage/system', () => {
    const USERS = { totalUsers: 4, activeUsers: 2 };
    it.each([
      ['', { totalMinutes: 113.75, totalCalls: 4, totalInstanceRuns: 10, totalApiCalls: 2_147_483_655 }],
      ['?days=30', { totalMinutes: 113.75, totalCalls: 4 }],
      ['?days=16', { totalMinutes: 106.75, totalCalls: 3 }],
      ['?days=15', { totalMinutes: 105.5, totalCalls: 2 }],
      ['?days=1', { totalMinutes: 100, totalCalls: 2, totalInstanceRuns: 9, totalApiCalls: 5 }],
      ['?days=3650', { totalMinutes: 1_113.75, totalCalls: 104 }],
      ['?days=all', { totalMinutes: 1_113.75, totalCalls: 104 }],
    ])('%s', async (query, expected) => {
      const { status, headers, body } = await admin.get(`/api/admin/usage/system${query}`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body).toMatchObject({ ...USERS, ...expected });
    });
  });

  describe('GET /api/admin/usage/analytics', () => {
    it('lists the accounts with usage, the one with the most minutes first; minutes without a call do not change the average', async () => {
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

  it('analytics counts no day beside those asked for, though it reads weeks', async () => {
    const used = async (query: string): Promise<unknown[]> =>
      (await admin.get<AccountUsageDto[]>(`/api/admin/usage/analytics${query}`)).body.map(
        ({ userId, totalMinutes, totalCalls }) => [userId, totalMinutes, totalCalls],
      );
    jest.setSystemTime(new Date('2026-03-11T08:00:00Z')); // a Wednesday; there is usage on Monday, Tuesday and the next Sunday
    const midweek = [await used('?days=2'), await used('?days=3'), await used('?days=12')];
    jest.setSystemTime(new Date('2026-03-15T08:00:00Z'));
    expect(midweek).toEqual([
      [[sam.user.id, 0.5, 0]],
      [[sam.user.id, 5.5, 0]],
      [
        [sam.user.id, 5.5, 0],
        [dana.user.id, 1.25, 1],
      ],
    ]);
  });

  it('analytics lists every account, whatever their number', async () => {
    const { manager } = database.dataSource;
    const COUNT = 5_000;
    const made = await rows<{ id: string }>(
      manager,
      `insert into users (email) select 'many-' || n || '@example.com' from generate_series(1, ${COUNT}) n returning id`,
    );
    await rows(
      manager,
      `
      insert into usage_daily (user_id, day, minutes, calls, call_minutes)
      select id, day, 0.01, 1, 0.01 from users, generate_series(date '2026-03-01', date '2026-03-02', interval '1 day') day where email like 'many-%'`,
    );
    await addUpWeeks();
    const { status, body } = await admin.get<AccountUsageDto[]>('/api/admin/usage/analytics');
    await rows(manager, `delete from users where email like 'many-%'`);
    expect(status).toBe(200);
    expect(body.map(({ userId }) => userId)).toEqual([dana.user.id, sam.user.id, ...made.map(({ id }) => id).sort()]);
    expect(body.at(-1)).toMatchObject({ totalMinutes: 0.02, totalCalls: 2, averageCallLength: 0.01 });
  });

  describe('GET /api/admin/usage/daily', () => {
    it('has every day, also those without usage', async () => {
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
  });

  describe('GET /api/admin/usage/user/{userId}', () => {
    it('has totals and days of that user alone', async () => {
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

    it.each([randomUUID(), 'nobody', '%00'])('answers 404 for %s', async (userId) => {
      expect(await admin.get(`/api/admin/usage/user/${userId}`)).toMatchObject({
        status: 404,
        body: { code: 'USER_NOT_FOUND' },
      });
    });
  });

  const PATHS = ['system', 'analytics', 'daily', 'user/{userId}'];

  it.each(PATHS)('%s is for administrators only', async (path) => {
    const address = `/api/admin/usage/${path.replace('{userId}', dana.user.id)}`;
    expect(await (await signedIn(dana)).get(address)).toMatchObject({ status: 403, body: { code: 'ADMIN_ONLY' } });
    expect((await fetch(`${api.url}${address}`)).status).toBe(401);
    expect((await fetch(`${api.url}${address}`, { headers: { authorization: `Bearer ${dana.token}` } })).status).toBe(
      401,
    );
  });

  it.each(PATHS)('%s refuses a number of days that is none', async (path) => {
    const address = `/api/admin/usage/${path.replace('{userId}', dana.user.id)}`;
    for (const days of ['0', '3651', '-1', '1.5', '1e2', '', 'week', '1&days=2']) {
      const { status, body } = await admin.get(`${address}?days=${days}`);
      expect([days, status, body.errors]).toEqual([
        days,
        400,
        [{ field: 'days', message: expect.stringContaining('whole number of days from 1 to 3650') as string }],
      ]);
    }
    expect((await admin.get(`${address}?days=all`)).status).toBe(path === 'system' ? 200 : 400);
  });

  it('reads the days only, never the records', async () => {
    const paths = ['system?days=all', 'analytics?days=3650', 'daily', `user/${dana.user.id}`];
    const read = (): Promise<unknown[]> =>
      Promise.all(paths.map(async (path) => (await admin.get(`/api/admin/usage/${path}`)).body));
    const before = await read();
    await rows(
      database.dataSource.manager,
      `insert into usage_records (user_id, minutes, source, recorded_at) values ($1, 99, 'api', '2026-03-15T07:00:00Z')`,
      [dana.user.id],
    );
    expect(await read()).toEqual(before);
  });

  it('counts a processed call on the day it was recorded, with its length', async () => {
    const worker = await makeAccount(database.dataSource);
    const call = await makeCall(database.dataSource, worker.user.id);
    const usage = new UsageRepository(database.dataSource.manager);
    await usage.record(worker.user.id, {
      callId: call.id,
      minutes: '2.50',
      instanceRuns: 1,
      apiCalls: 0,
      source: 'n8n',
      metadata: null,
      callData: null,
    });
    await usage.recordPosted(worker.user.id, {
      minutes: '40',
      instanceRuns: 0,
      apiCalls: 0,
      source: 'api',
      metadata: null,
      idempotencyKey: null,
      requestHash: 'x',
    });
    const [daily] = await rows(
      database.dataSource.manager,
      `
      select minutes, calls, call_minutes as "callMinutes", day = (now() at time zone 'utc')::date as "isToday" from usage_daily where user_id = $1`,
      [worker.user.id],
    );
    expect(daily).toEqual({ minutes: '42.50', calls: 1, callMinutes: '2.50', isToday: true });
  });
});
