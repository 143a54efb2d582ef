import { ActivityRepository } from '@ringwell/database/accounts/security/activity.repository';
import { rows } from '@ringwell/database/postgres/sql';
import { cancelStatement } from '@ringwell/testing/cancel-statement';
import { explainQueries } from '@ringwell/testing/explain-queries';
import type { TestAccount } from '@ringwell/testing/make-account';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { ActivityDto } from './activity.dto';

const PATH = '/api/admin/activity';
const MY_PATH = '/api/my/activity';

describe('GET /api/admin/activity', () => {
  const { api, database } = useTestApi();
  let adminAccount: TestAccount;
  let admin: SessionClient;

  beforeAll(async () => {
    adminAccount = await database.makeAccount({
      user: { role: 'admin', firstName: 'Alex', lastName: null },
    });
    admin = await api.signIn(adminAccount.user);
  });
  beforeEach(() => rows(database.manager, 'delete from activity_logs'));

  const list = async (query = ''): Promise<ActivityDto[]> => (await admin.get<ActivityDto[]>(`${PATH}${query}`)).body;
  const addEntries = (count: number): Promise<unknown> =>
    rows(
      database.manager,
      `
    insert into activity_logs (action, description, created_at)
    select 'Signed in', 'entry ' || number, now() - make_interval(mins => number) from generate_series(1, $1::int) number`,
      [count],
    );

  it('shows the action, the actor and the IP address', async () => {
    const { activity } = database.repositories;
    await activity.record(
      { userId: adminAccount.user.id, ipAddress: '203.0.113.7', userAgent: 'Test' },
      {
        action: 'User created',
        description: 'Created an account.',
        accountId: adminAccount.account.id,
        metadata: { targetUserId: adminAccount.user.id },
      },
    );
    const { status, headers, body } = await admin.get<ActivityDto[]>(PATH);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const createdAt = body[0]?.createdAt ?? '';
    expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(60_000);
    expect(body).toEqual([
      {
        id: expect.any(String) as string,
        accountId: adminAccount.account.id,
        action: 'User created',
        kind: 'new',
        description: 'Created an account.',
        metadata: { targetUserId: adminAccount.user.id },
        ipAddress: '203.0.113.7',
        userAgent: 'Test',
        createdAt,
        timestamp: createdAt,
        userId: adminAccount.user.id,
        userName: 'Alex',
        userEmail: adminAccount.user.email,
      },
    ]);
  });

  it('lists entries newest first, classified by action', async () => {
    const actions = ['Signed in', 'Token generated', 'Settings updated', 'User deleted', 'Tokens revoked'] as const;
    const { activity } = database.repositories;
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

  it("keeps a deleted user's entries, but removes the name", async () => {
    const deletedOwner = await database.makeAccount();
    await database.repositories.activity.record(
      { userId: deletedOwner.user.id, ipAddress: null, userAgent: null },
      { action: 'Signed in', description: 'x' },
    );
    await database.query('delete from users where id = $1', [deletedOwner.user.id]);
    expect(await list()).toMatchObject([
      { action: 'Signed in', userId: null, userName: null, userEmail: null, metadata: null },
    ]);
  });

  it('returns the newest 20 by default and up to 100 on request', async () => {
    await addEntries(120);
    expect((await list()).map(({ description }) => description)).toEqual(
      Array.from({ length: 20 }, (_, n) => `entry ${n + 1}`),
    );
    expect(await list('?limit=1')).toHaveLength(1);
    expect(await list('?limit=100')).toHaveLength(100);
  });

  it.each(['0', '101', '-1', '2.5', 'all', '5&limit=6'])('rejects the limit %s', async (limit) => {
    const { status, body } = await admin.get(`${PATH}?limit=${limit}`);
    expect([status, body.errors]).toEqual([
      400,
      [{ field: 'limit', message: 'This must be a whole number from 1 to 100.' }],
    ]);
  });

  describe('with filters', () => {
    const makeActor = async (firstName: string, ipAddress: string): Promise<{ userId: string; ipAddress: string }> => {
      const { user } = await database.makeAccount({ user: { firstName, lastName: 'Reyes' } });
      return { userId: user.id, ipAddress };
    };
    const search = async (query: Record<string, string>): Promise<string[]> =>
      (await list(`?${new URLSearchParams(query).toString()}`)).map(({ description }) => description);

    it('filters entries by actor, IP address, action and time, both in the list and in the export', async () => {
      const { activity } = database.repositories;
      const [dana, sam] = [await makeActor('Dana', '203.0.113.7'), await makeActor('Sam', '198.51.100.9')];
      await activity.record({ ...dana, userAgent: 'Test' }, { action: 'Signed in', description: 'one' });
      const metadata = { targetUserId: dana.userId };
      await activity.record({ ...sam, userAgent: 'Test' }, { action: 'User updated', description: '=two', metadata });
      const { account, user: owner } = await database.makeAccount();
      const accountFields = { accountId: account.id };
      await activity.record(
        { ...sam, userAgent: 'Test' },
        { action: 'Call uploaded', description: 'three', ...accountFields },
      );
      await database.query(`update activity_logs set created_at = '2026-03-31T10:00:00Z' where description = 'one'`);
      expect(await search({ search: 'dana rey' })).toEqual(['one']);
      expect(await search({ search: '198.51' })).toEqual(['three', '=two']);
      expect(await search({ search: '%' })).toEqual([]);
      expect(await search({ userId: dana.userId })).toEqual(['=two', 'one']);
      expect(await search({ userId: sam.userId })).toEqual(['three', '=two']);
      expect(await search({ userId: owner.id })).toEqual(['three']);
      expect(await search({ action: 'Signed in' })).toEqual(['one']);
      expect(await search({ from: '2026-03-31', to: '2026-03-31' })).toEqual(['one']);
      const csv = await admin.get<string>(`${PATH}/export.csv?userId=${dana.userId}`);
      expect(csv.headers.get('content-disposition')).toMatch(/activity-\d{4}-\d\d-\d\d\.csv/);
      expect(csv.body.split('\r\n').map((line) => line.replace(/^[\d-]+ [\d:]+,/, ''))).toEqual([
        expect.stringContaining('Action,Description,Name,Email,Address,Browser') as string,
        expect.stringMatching(/^User updated,'=two,Sam Reyes,.*,198.51.100.9,Test$/) as string,
        expect.stringMatching(/^Signed in,one,Dana Reyes,.*,203.0.113.7,Test$/) as string,
        '',
      ]);
    });

    it("continues after a page's last entry", async () => {
      await addEntries(5);
      const [first, second] = await list('?limit=2');
      expect(first?.description).toBe('entry 1');
      expect((await list(`?limit=2&after=${second?.id}`)).map(({ description }) => description)).toEqual([
        'entry 3',
        'entry 4',
      ]);
    });

    it.each(['action=Nothing', 'userId=x', 'from=yesterday', 'after=1', `search=${'x'.repeat(201)}`])(
      'rejects %s',
      async (query) => {
        expect(await admin.get(`${PATH}?${query}`)).toMatchObject(problem(400, 'VALIDATION_FAILED'));
      },
    );
  });

  it.each(['', '/export.csv'])('reports that a search timed out (%s)', async (path) => {
    const request = cancelStatement(database.dataSource, 'activity_logs', () =>
      admin.get(`${PATH}${path}?search=dana`),
    );
    expect(await request).toMatchObject(problem(422, 'SEARCH_TOO_SLOW'));
  });

  it('uses an index to find the entries for a rare action', async () => {
    await addEntries(5_000);
    const { manager } = database;
    await rows(manager, `update activity_logs set action = 'User created' where description = 'entry 4000'`);
    await rows(manager, 'analyze activity_logs');
    const plans = await explainQueries(manager, async (explainingManager) => {
      const entries = await new ActivityRepository(explainingManager).list({ action: 'User created' }, 50);
      expect(entries.map(({ description }) => description)).toEqual(['entry 4000']);
    });
    expect(plans).toContain('ix_activity_logs_action');
  });

  it('is only open to administrators', async () => {
    const { user } = await database.makeAccount();
    expect(await (await api.signIn(user)).get(PATH)).toMatchObject(problem(403, 'ADMIN_ONLY'));
    expect((await fetch(`${api.url}${PATH}`)).status).toBe(401);
  });
});

describe('GET /api/my/activity', () => {
  const { api, database } = useTestApi();
  let account: TestAccount;
  let otherAccount: TestAccount;
  let manager: SessionClient;

  beforeAll(async () => {
    account = await database.makeAccount({ user: { email: 'dana@reyes.example', firstName: 'Dana' } });
    otherAccount = await database.makeAccount();
    manager = await api.signIn(await database.makeMember(account, 'manager'));
  });
  beforeEach(() => rows(database.manager, 'delete from activity_logs'));

  const list = async (query: Record<string, string> = {}): Promise<ActivityDto[]> =>
    (await manager.get<ActivityDto[]>(`${MY_PATH}?${new URLSearchParams(query).toString()}`)).body;
  const search = async (query: Record<string, string>): Promise<string[]> =>
    (await list(query)).map(({ description }) => description);
  const record = (userId: string | null, description: string, accountId: string | undefined): Promise<void> =>
    database.repositories.activity.record(
      { userId, ipAddress: '203.0.113.7', userAgent: 'Test' },
      { action: 'Settings updated', description, accountId },
    );

  it.each(['', '/export.csv'])('reports that a search timed out (%s)', async (path) => {
    const request = cancelStatement(database.dataSource, 'activity_logs', () =>
      manager.get(`${MY_PATH}${path}?search=dana`),
    );
    expect(await request).toMatchObject(problem(422, 'SEARCH_TOO_SLOW'));
  });

  it("shows managers their account's activity, with IP addresses only for members", async () => {
    const admin = await database.makeAccount({ user: { role: 'admin', firstName: 'Alex' } });
    await database.repositories.members.add(account.account.id, admin.user.id, 'viewer');
    await record(null, 'by a visitor', account.account.id);
    await record(otherAccount.user.id, 'by a stranger', account.account.id);
    await record(account.user.id, 'by the owner', account.account.id);
    const administrator = await api.signIn(admin.user);
    await administrator.post(`/api/admin/impersonate/${account.user.id}`);
    await administrator.patch('/api/my/settings/vocabulary', { add: ['Trane'] });
    const { status, headers, body } = await manager.get<ActivityDto[]>(MY_PATH);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const anyText = expect.any(String) as string;
    const hiddenFields = { accountId: account.account.id, ipAddress: null, userAgent: null };
    expect(body).toMatchObject([
      { ...hiddenFields, action: 'Settings updated', description: anyText, userId: admin.user.id, userName: 'Alex' },
      {
        ...hiddenFields,
        action: 'Impersonation started',
        description: anyText,
        userId: admin.user.id,
        userName: 'Alex',
      },
      { description: 'by the owner', userEmail: 'dana@reyes.example', ipAddress: '203.0.113.7', userAgent: 'Test' },
      { ...hiddenFields, description: 'by a stranger', userId: otherAccount.user.id },
      { ...hiddenFields, description: 'by a visitor', userId: null, userName: null },
    ]);
    expect(await search({ search: '203.0.113' })).toEqual(['by the owner']);
    const etag = headers.get('etag') ?? '';
    expect((await manager.get(MY_PATH, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304);
    const csv = await manager.get<string>(`${MY_PATH}/export.csv?search=by`);
    expect(csv.body.split('\r\n').map((line) => line.replace(/^[\d-]+ [\d:]+,/, ''))).toEqual([
      expect.stringContaining('Action,Description,Name,Email,Address,Browser') as string,
      'Settings updated,by the owner,Dana,dana@reyes.example,203.0.113.7,Test',
      `Settings updated,by a stranger,,${otherAccount.user.email},,`,
      'Settings updated,by a visitor,,,,',
      '',
    ]);
  });

  it("never shows entries that don't belong to the account, even with a cursor from another account", async () => {
    await record(account.user.id, 'older', account.account.id);
    await record(account.user.id, 'about a person', undefined);
    await record(account.user.id, 'other account', otherAccount.account.id);
    await record(otherAccount.user.id, 'newer', account.account.id);
    expect(await search({})).toEqual(['newer', 'older']);
    expect(await search({ search: 'other account' })).toEqual([]);
    const findId = async (description: string): Promise<string> => {
      const [entry] = await database.query<{ id: string }[]>('select id from activity_logs where description = $1', [
        description,
      ]);
      return entry?.id ?? '';
    };
    expect(await search({ after: await findId('newer'), limit: '1' })).toEqual(['older']);
    expect(await search({ after: await findId('other account') })).toEqual([]);
    expect(await search({ after: await findId('about a person') })).toEqual([]);
    expect(await manager.get(`${MY_PATH}?userId=${otherAccount.user.id}`)).toMatchObject({ status: 400 });
  });

  it('is only open to owners and managers', async () => {
    for (const path of [MY_PATH, `${MY_PATH}/export.csv`]) {
      expect((await (await api.signIn(account.user)).get(path)).status).toBe(200);
      for (const role of ['member', 'viewer'] as const) {
        const client = await api.signIn(await database.makeMember(account, role));
        expect(await client.get(path)).toMatchObject(problem(403, 'ROLE_TOO_LOW'));
      }
      expect((await fetch(`${api.url}${path}`)).status).toBe(401);
    }
  });
});
