import {
  SecurityEventsRepository,
  type NewSecurityEvent,
} from '@ringwell/database/accounts/security/security-events.repository';
import { cancelStatement } from '@ringwell/testing/cancel-statement';
import type { TestAccount } from '@ringwell/testing/make-account';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import { SecurityRecorder } from '../http/security/security-recorder.service';
import type { SecurityEventPageDto } from './security-events.dto';

const PATH = '/api/admin/security-events';

describe('GET /api/admin/security-events', () => {
  const { api, database } = useTestApi();
  let administrator: TestAccount;
  let dana: TestAccount;
  let admin: SessionClient;

  beforeAll(async () => {
    administrator = await database.makeAccount({
      user: { role: 'admin', firstName: '=Alex', lastName: null, email: 'alex@ringwell.example' },
    });
    dana = await database.makeAccount({
      user: { firstName: 'Dana', lastName: 'Reyes', email: 'dana@reyes.example' },
      account: { company: 'Reyes Heating' },
    });
    admin = await api.signIn(administrator.user);
  });
  beforeEach(async () => {
    await api.app.get(SecurityRecorder).flush(true);
    await database.query('delete from security_events');
  });

  /** @param minutesAgo age of the last identical event */
  const insertEvent = (minutesAgo: number, event: Partial<NewSecurityEvent>): Promise<void> => {
    const createdAt = new Date(Date.now() - minutesAgo * 60_000);
    return new SecurityEventsRepository(database.manager).insert([
      {
        kind: 'sign_in',
        outcome: 'refused',
        code: 'WRONG_PASSWORD',
        firstAt: createdAt,
        createdAt: createdAt,
        ...event,
      },
    ]);
  };
  const fetchPage = async (query: Record<string, string> = {}): Promise<SecurityEventPageDto> => {
    const { status, body } = await admin.get<SecurityEventPageDto>(`${PATH}?${new URLSearchParams(query).toString()}`);
    expect(status).toBe(200);
    return body;
  };
  const listRoutes = async (query: Record<string, string>): Promise<(string | null)[]> =>
    (await fetchPage(query)).events.map(({ route }) => route);

  it.each(['', '/export.csv'])('reports that a search timed out (%s)', async (path) => {
    const request = cancelStatement(database.dataSource, 'security_events', () =>
      admin.get(`${PATH}${path}?user=dana`),
    );
    expect(await request).toMatchObject(problem(422, 'SEARCH_TOO_SLOW'));
  });

  it('shows the actor, affected user, action, origin, outcome and count of each event', async () => {
    const firstAt = new Date('2026-03-31T14:05:00Z');
    const createdAt = new Date('2026-03-31T14:05:40Z');
    await insertEvent(0, {
      method: 'password',
      route: 'POST /api/login',
      targetUserId: dana.user.id,
      accountId: dana.account.id,
      ipAddress: '203.0.113.7',
      userAgent: 'Test',
      count: 12,
      firstAt,
      createdAt,
    });
    expect(await fetchPage()).toEqual({
      events: [
        {
          id: expect.any(String) as string,
          kind: 'sign_in',
          outcome: 'refused',
          what: 'Tried to sign in with an incorrect password.',
          method: 'password',
          code: 'WRONG_PASSWORD',
          route: 'POST /api/login',
          action: null,
          user: null,
          about: { id: dana.user.id, name: 'Dana Reyes', email: 'dana@reyes.example' },
          account: { id: dana.account.id, name: 'Reyes Heating', ownerId: dana.user.id },
          emailHash: null,
          ipAddress: '203.0.113.7',
          userAgent: 'Test',
          count: 12,
          firstAt: firstAt.toISOString(),
          lastAt: createdAt.toISOString(),
        },
      ],
      nextCursor: null,
    });
  });

  it('shows the name of an owner who can sign in for an account without a company', async () => {
    const account = await database.makeAccount();
    const { id } = await database.makeMember(account, 'owner');
    await database.query('update users set is_active = false where id = $1', [account.user.id]);
    await insertEvent(0, { accountId: account.account.id });
    expect(await fetchPage()).toMatchObject({ events: [{ account: { name: 'Paul Ruiz', ownerId: id } }] });
  });

  it('pages through all events, newest first, even if several share a timestamp', async () => {
    await database.query(
      `insert into security_events (kind, outcome, route, created_at)
        select (array['sign_in', 'throttled'])[1 + i % 2], 'refused', i::text, now() - make_interval(mins => i / 3)
        from generate_series(1, 25) i`,
    );
    const filters: Record<string, string>[] = [{}, { outcome: 'refused' }];
    for (const filter of filters) {
      const seenRoutes: (string | null)[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await fetchPage({ ...filter, limit: '7', ...(cursor !== '' && { cursor }) });
        seenRoutes.push(...page.events.map(({ route }) => route));
        cursor = page.nextCursor;
      }
      expect(seenRoutes).toHaveLength(25);
      expect(new Set(seenRoutes).size).toBe(25);
      expect(seenRoutes.map((route) => Math.floor(Number(route) / 3))).toEqual(
        [...seenRoutes].map((route) => Math.floor(Number(route) / 3)).sort((a, b) => a - b),
      );
    }
  });

  it('filters by kind, outcome, user, address and time, and by all filters together', async () => {
    const otherAccount = await database.makeAccount();
    await insertEvent(1, { route: 'by', userId: dana.user.id, outcome: 'succeeded', ipAddress: '203.0.113.70' });
    await insertEvent(2, { route: 'about', targetUserId: dana.user.id, ipAddress: '203.0.113.7' });
    await insertEvent(3, { route: 'account', kind: 'token_refused', accountId: dana.account.id });
    const [emailHash] = api.app.get(SecurityRecorder).hashEmail('Mallory@Evil.example');
    await insertEvent(4, { route: 'unknown', code: 'UNKNOWN_EMAIL', emailHash, ipAddress: '2001:db8::1' });
    await insertEvent(5, { route: 'other', userId: otherAccount.user.id, kind: 'throttled' });
    await insertEvent(60 * 24 * 9, { route: 'old', userId: dana.user.id });
    expect(await listRoutes({ kind: 'throttled' })).toEqual(['other']);
    expect(await listRoutes({ outcome: 'succeeded' })).toEqual(['by']);
    expect(await listRoutes({ userId: dana.user.id })).toEqual(['by', 'about', 'account', 'old']);
    expect(await listRoutes({ user: 'REYES' })).toEqual(['by', 'about', 'account', 'old']);
    expect(await listRoutes({ user: ' mallory@evil.example ' })).toEqual(['unknown']);
    expect(await listRoutes({ user: '%' })).toEqual([]);
    expect(await listRoutes({ address: '203.0.113.7' })).toEqual(['about']);
    expect(await listRoutes({ address: '203.0.113.' })).toEqual(['by', 'about']);
    expect(await listRoutes({ address: '2001:db8:' })).toEqual(['unknown']);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    expect(await listRoutes({ to: yesterday })).toEqual(['old']);
    expect(
      await listRoutes({ from: yesterday, kind: 'sign_in', outcome: 'refused', user: 'dana', address: '203.0.113.' }),
    ).toEqual(['about']);
    await database.query('delete from users where id = $1', [otherAccount.user.id]);
    expect(await fetchPage({ userId: otherAccount.user.id })).toMatchObject({
      events: [{ route: 'other', user: { id: otherAccount.user.id, name: null, email: null } }],
    });
  });

  it('exports the filtered events as CSV, and escapes names that look like formulas', async () => {
    await insertEvent(1, {
      kind: 'rights_changed',
      outcome: 'succeeded',
      code: null,
      action: 'User promoted',
      userId: administrator.user.id,
      targetUserId: dana.user.id,
    });
    await insertEvent(2, { kind: 'throttled' });
    const { status, headers, body } = await admin.get<string>(`${PATH}/export.csv?kind=rights_changed`);
    expect([status, headers.get('content-disposition'), headers.get('cache-control')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename=security-events-[\d-]+\.csv$/) as string,
      'no-store',
    ]);
    expect(body.split('\r\n').map((line) => line.replace(/^[\d-]+ [\d:]+,[\d-]+ [\d:]+,/, ''))).toEqual([
      expect.stringContaining('Times,Kind,Outcome,What,Code,Name,Email,About') as string,
      "1,rights_changed,succeeded,User promoted.,,'=Alex,alex@ringwell.example,Dana Reyes,dana@reyes.example,,,,,",
      '',
    ]);
  });

  it.each(['kind=theft', 'outcome=x', 'userId=x', 'address=x', 'from=yesterday', 'cursor=1', 'limit=101'])(
    'rejects %s',
    async (query) => {
      expect(await admin.get(`${PATH}?${query}`)).toMatchObject(problem(400, 'VALIDATION_FAILED'));
    },
  );

  it("is only open to administrators who aren't viewing another account", async () => {
    const owner = await api.signIn(dana.user);
    const impersonatingClient = await api.signIn(administrator.user);
    await impersonatingClient.post(`/api/admin/impersonate/${dana.user.id}`);
    for (const path of [PATH, `${PATH}/export.csv`]) {
      expect(await owner.get(path)).toMatchObject(problem(403, 'ADMIN_ONLY'));
      expect(await impersonatingClient.get(path)).toMatchObject(problem(403, 'IMPERSONATING'));
      expect((await fetch(`${api.url}${path}`)).status).toBe(401);
      expect((await fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${dana.token}` } })).status).toBe(
        401,
      );
    }
  });
});
