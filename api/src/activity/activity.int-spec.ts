import { ActivityRepository } from '@ringwell/database/accounts/activity.repository';
import { rows } from '@ringwell/database/postgres/sql';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { ActivityDto } from './activity.dto';

const PATH = '/api/admin/activity';

describe('GET /api/admin/activity', () => {
  const { api, database } = useTestApi();
  let boss: TestAccount;
  let admin: SessionClient;

  beforeAll(async () => {
    boss = await makeAccount(database.dataSource, { user: { role: 'admin', firstName: 'Alex', lastName: null } });
    admin = await SessionClient.signIn(api, database.dataSource, boss.user.id);
  });
  beforeEach(() => rows(database.dataSource.manager, 'delete from activity_logs'));

  const list = async (query = ''): Promise<ActivityDto[]> => (await admin.get<ActivityDto[]>(`${PATH}${query}`)).body;
  const fill = (count: number): Promise<unknown> =>
    rows(
      database.dataSource.manager,
      `
    insert into activity_logs (action, description, created_at)
    select 'Signed in', 'entry ' || number, now() - make_interval(mins => number) from generate_series(1, $1::int) number`,
      [count],
    );

  it('shows the action, the actor and the address', async () => {
    const activity = new ActivityRepository(database.dataSource.manager);
    await activity.record(
      { userId: boss.user.id, ipAddress: '203.0.113.7', userAgent: 'Test' },
      {
        action: 'User created',
        description: 'Made an account.',
        metadata: { targetUserId: 'x' },
      },
    );
    const { status, headers, body } = await admin.get<ActivityDto[]>(PATH);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const at = body[0]?.createdAt ?? '';
    expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
    expect(body).toEqual([
      {
        id: expect.any(String) as string,
        action: 'User created',
        kind: 'new',
        description: 'Made an account.',
        metadata: { targetUserId: 'x' },
        ipAddress: '203.0.113.7',
        userAgent: 'Test',
        createdAt: at,
        timestamp: at,
        userId: boss.user.id,
        userName: 'Alex',
        userEmail: boss.user.email,
      },
    ]);
  });

  it('classifies entries by action, newest first', async () => {
    const actions = ['Signed in', 'Token generated', 'Settings updated', 'User deleted', 'Tokens revoked'] as const;
    const activity = new ActivityRepository(database.dataSource.manager);
    for (const action of actions)
      await activity.record({ userId: null, ipAddress: null, userAgent: null }, { action, description: 'x' });
    expect((await list()).map(({ action, kind }) => [action, kind])).toEqual([
      ['Tokens revoked', 'removed'],
      ['User deleted', 'removed'],
      ['Settings updated', 'update'],
      ['Token generated', 'new'],
      ['Signed in', 'action'],
    ]);
  });

  it('keeps the entries of a deleted user without a name', async () => {
    const gone = await makeAccount(database.dataSource);
    await new ActivityRepository(database.dataSource.manager).record(
      { userId: gone.user.id, ipAddress: null, userAgent: null },
      { action: 'Signed in', description: 'x' },
    );
    await database.dataSource.query('delete from users where id = $1', [gone.user.id]);
    expect(await list()).toMatchObject([
      { action: 'Signed in', userId: null, userName: null, userEmail: null, metadata: null },
    ]);
  });

  it('returns the newest 20 by default and up to 100 on request', async () => {
    await fill(120);
    expect((await list()).map(({ description }) => description)).toEqual(
      Array.from({ length: 20 }, (_, n) => `entry ${n + 1}`),
    );
    expect(await list('?limit=1')).toHaveLength(1);
    expect(await list('?limit=100')).toHaveLength(100);
  });

  it.each(['0', '101', '-1', '2.5', 'all', '', '5&limit=6'])('refuses the limit %s', async (limit) => {
    const { status, body } = await admin.get(`${PATH}?limit=${limit}`);
    expect([status, body.errors]).toEqual([
      400,
      [{ field: 'limit', message: 'This must be a whole number from 1 to 100.' }],
    ]);
  });

  describe('filters', () => {
    const actor = async (firstName: string, ipAddress: string): Promise<{ userId: string; ipAddress: string }> => {
      const { user } = await makeAccount(database.dataSource, { user: { firstName, lastName: 'Reyes' } });
      return { userId: user.id, ipAddress };
    };
    const found = async (query: Record<string, string>): Promise<string[]> =>
      (await list(`?${new URLSearchParams(query).toString()}`)).map(({ description }) => description);

    it('by who, whence, action and time, and exports the same', async () => {
      const activity = new ActivityRepository(database.dataSource.manager);
      const [dana, sam] = [await actor('Dana', '203.0.113.7'), await actor('Sam', '198.51.100.9')];
      await activity.record({ ...dana, userAgent: 'Test' }, { action: 'Signed in', description: 'one' });
      const metadata = { targetUserId: dana.userId };
      await activity.record({ ...sam, userAgent: 'Test' }, { action: 'User updated', description: '=two', metadata });
      await database.dataSource.query(
        `update activity_logs set created_at = '2026-03-31T10:00:00Z' where description = 'one'`,
      );
      expect(await found({ search: 'dana rey' })).toEqual(['one']);
      expect(await found({ search: '198.51' })).toEqual(['=two']);
      expect(await found({ search: '%' })).toEqual([]);
      expect(await found({ userId: dana.userId })).toEqual(['=two', 'one']);
      expect(await found({ userId: sam.userId })).toEqual(['=two']);
      expect(await found({ action: 'Signed in' })).toEqual(['one']);
      expect(await found({ from: '2026-03-31', to: '2026-03-31' })).toEqual(['one']);
      const csv = await admin.get<string>(`${PATH}/export.csv?userId=${dana.userId}`);
      expect(csv.headers.get('content-disposition')).toMatch(/activity-\d{4}-\d\d-\d\d\.csv/);
      expect(csv.body.split('\r\n').map((line) => line.replace(/^[\d-]+ [\d:]+,/, ''))).toEqual([
        expect.stringContaining('Action,Description,Name,Email,Address,Browser') as string,
        expect.stringMatching(/^User updated,'=two,Sam Reyes,.*,198.51.100.9,Test$/) as string,
        expect.stringMatching(/^Signed in,one,Dana Reyes,.*,203.0.113.7,Test$/) as string,
        '',
      ]);
    });

    it('continues after the last entry of a page', async () => {
      await fill(5);
      const [first, second] = await list('?limit=2');
      expect(first?.description).toBe('entry 1');
      expect((await list(`?limit=2&after=${second?.id}`)).map(({ description }) => description)).toEqual([
        'entry 3',
        'entry 4',
      ]);
    });

    it.each(['action=Nothing', 'userId=x', 'from=yesterday', 'after=1', `search=${'x'.repeat(201)}`])(
      'refuses %s',
      async (query) => {
        expect(await admin.get(`${PATH}?${query}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
      },
    );
  });

  it('is for administrators only', async () => {
    const { user } = await makeAccount(database.dataSource);
    expect(await (await SessionClient.signIn(api, database.dataSource, user.id)).get(PATH)).toMatchObject({
      status: 403,
      body: { code: 'ADMIN_ONLY' },
    });
    expect((await fetch(`${api.url}${PATH}`)).status).toBe(401);
  });
});
