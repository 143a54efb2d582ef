import { randomUUID } from 'node:crypto';

import type { TestAccount } from '@ringwell/testing/make-account';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

// `{user}` and `{token}` are placeholders for ids.
type Route = [method: string, path: string, body?: unknown];

const GENERAL_ROUTES: Route[] = [
  ['GET', '/api/admin/users'],
  [
    'POST',
    '/api/admin/users',
    { email: 'new@example.com', firstName: 'New', lastName: 'Person', password: 'long enough' },
  ],
  ['GET', '/api/admin/users-with-tokens'],
];
const USER_ROUTES: Route[] = [
  ['PUT', '/api/admin/users/{user}', { role: 'admin' }],
  ['DELETE', '/api/admin/users/{user}'],
  ['PATCH', '/api/admin/users/{user}/activate'],
  ['PATCH', '/api/admin/users/{user}/deactivate'],
  ['PATCH', '/api/admin/users/{user}/make-admin'],
  ['POST', '/api/admin/users/{user}/password', { password: 'another one' }],
  ['GET', '/api/admin/users/{user}/tokens'],
  ['POST', '/api/admin/users/{user}/tokens', { name: 'n8n' }],
  ['DELETE', '/api/admin/tokens/{token}'],
  ['POST', '/api/admin/impersonate/{user}'],
];
const ROUTES: Route[] = [...GENERAL_ROUTES, ...USER_ROUTES];

const fillPath = (path: string, userId: string, tokenId = userId): string =>
  path.replace('{user}', userId).replace('{token}', tokenId);

describe('User and token administration', () => {
  const { api, database } = useTestApi();
  let target: TestAccount;
  let administrator: SessionClient;

  beforeEach(async () => {
    target = await database.makeAccount();
    administrator = await signIn({ role: 'admin' });
  });

  async function signIn(user: Partial<TestAccount['user']>): Promise<SessionClient> {
    return api.signIn((await database.makeAccount({ user })).user);
  }
  const readTables = (): Promise<unknown[]> =>
    Promise.all(
      ['users', 'bearer_tokens', 'activity_logs'].map((table) => database.query(`select * from ${table} order by id`)),
    );

  it('rejects visitors, bearer tokens, users and impersonating administrators', async () => {
    const userClient = await signIn({});
    await administrator.post(`/api/admin/impersonate/${(await database.makeAccount()).user.id}`);
    const tablesBefore = await readTables();
    for (const [method, path, body] of ROUTES) {
      const send = (client: SessionClient, headers?: Record<string, string>): Promise<unknown> =>
        client.send(method, fillPath(path, target.user.id, target.tokenId), body, headers);
      expect(await send(new SessionClient(api.url, ''))).toMatchObject(problem(401, 'SIGNED_OUT'));
      expect(await send(new SessionClient(api.url, ''), { authorization: `Bearer ${target.token}` })).toMatchObject({
        status: 401,
      });
      expect(await send(userClient)).toMatchObject(problem(403, 'ADMIN_ONLY'));
      expect(await send(administrator)).toMatchObject(problem(403, 'IMPERSONATING'));
    }
    expect(await readTables()).toEqual(tablesBefore);
  });

  it('rejects changes from other origins', async () => {
    const tablesBefore = await readTables();
    for (const [method, path, body] of ROUTES) {
      if (method === 'GET') continue;
      expect(
        await administrator.send(method, fillPath(path, target.user.id, target.tokenId), body, {
          origin: 'https://elsewhere.example',
        }),
      ).toMatchObject({ status: 403 });
    }
    expect(await readTables()).toEqual(tablesBefore);
  });

  it.each(USER_ROUTES)('responds with 404 to unknown and malformed ids: %s %s', async (...[method, path, body]) => {
    const tablesBefore = await readTables();
    for (const id of [randomUUID(), 'nobody', `${target.user.id}x`, '%00']) {
      expect(await administrator.send(method, fillPath(path, id), body)).toMatchObject(
        problem(404, expect.stringMatching(/^(USER|TOKEN)_NOT_FOUND$/) as string),
      );
    }
    expect(await readTables()).toEqual(tablesBefore);
  });

  it('requires caches to revalidate, and exposes no secrets', async () => {
    const { user, token, tokenId } = await database.makeAccount({
      user: { passwordHash: '$argon2id$secret', oidcSubject: 'subject-4711', oidcIssuer: 'https://issuer.example' },
    });
    const [storedToken] = await database.query<{ token_hash: string }[]>(
      'select token_hash from bearer_tokens where id = $1',
      [tokenId],
    );
    for (const path of ['/api/admin/users', '/api/admin/users-with-tokens', `/api/admin/users/${user.id}/tokens`]) {
      const response = await administrator.get<unknown>(path);
      expect({ status: response.status, cache: response.headers.get('cache-control') }).toEqual({
        status: 200,
        cache: expect.stringMatching(/^(no-store|private, no-cache)$/) as string,
      });
      const text = JSON.stringify(response.body);
      for (const secret of ['$argon2id$secret', 'subject-4711', token, storedToken?.token_hash ?? ''])
        expect(text).not.toContain(secret);
    }
  });
});
