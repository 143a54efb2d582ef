import { setTimeout as sleep } from 'node:timers/promises';

import { BearerToken } from '@ringwell/database/accounts/tokens/bearer-token.entity';
import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

interface BearerResponse {
  status: number;
  challenge: string | null;
  body: { code: string; message: string; requestId: string };
}

describe('A bearer token', () => {
  const { api, database, owner: account } = useSignedInOwner();
  let path: string;

  beforeEach(async () => {
    path = `/api/n8n/calls/${(await database.makeCall(account.account.id)).id}`;
  });

  async function get(authorization?: string, query = ''): Promise<BearerResponse> {
    const response = await fetch(`${api.url}${path}${query}`, {
      headers: authorization === undefined ? {} : { authorization },
    });
    return {
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      body: (await response.json()) as BearerResponse['body'],
    };
  }
  const getWithToken = (): Promise<BearerResponse> => get(`Bearer ${account.token}`);
  const updateToken = (changes: Partial<BearerToken>): Promise<unknown> =>
    database.manager.update(BearerToken, { id: account.tokenId }, changes);
  const findToken = (): Promise<BearerToken> => database.manager.findOneByOrFail(BearerToken, { id: account.tokenId });

  it('is accepted with any capitalization of the scheme', async () => {
    expect((await getWithToken()).status).toBe(200);
    expect((await get(`bearer ${account.token}`)).status).toBe(200);
  });

  it('is requested when missing', async () => {
    expect(await get()).toMatchObject({
      status: 401,
      challenge: 'Bearer realm="api"',
      body: { code: 'TOKEN_MISSING', message: expect.stringContaining('Authorization header') as string },
    });
  });

  it("gets the same response whether it's wrong, malformed, expired, disabled, revoked or from a disabled account", async () => {
    const responses = [
      await get('Bearer rw_wrong'),
      await get('Bearer'),
      await get(`Basic ${account.token}`),
      await get(`Bearer ${account.token} x`),
    ];
    await updateToken({ expiresAt: new Date(Date.now() - 1_000) });
    responses.push(await getWithToken());
    await updateToken({ expiresAt: null, isActive: false });
    responses.push(await getWithToken());
    await updateToken({ isActive: true });
    await database.query('update accounts set is_active = false where id = $1', [account.account.id]);
    responses.push(await getWithToken());
    await database.manager.delete(BearerToken, { id: account.tokenId });
    responses.push(await getWithToken());
    for (const response of responses) {
      expect(response).toMatchObject({
        status: 401,
        challenge: 'Bearer realm="api", error="invalid_token"',
        body: { code: 'TOKEN_REFUSED', message: responses[0]?.body.message },
      });
    }
  });

  it('is rejected in a query string, even when valid', async () => {
    expect(await get(undefined, `?access_token=${account.token}`)).toMatchObject(problem(400, 'TOKEN_IN_ADDRESS'));
    expect(await get(`Bearer ${account.token}`, '?access_token=x')).toMatchObject(problem(400, 'TOKEN_IN_ADDRESS'));
    expect(api.log.join('')).not.toContain(account.token);
  });

  it('is not read from a body', async () => {
    const response = await fetch(`${api.url}/api/n8n/calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: account.token, recordingUrl: 'https://example.com/a.mp3' }),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'TOKEN_MISSING' });
  });

  it('is rejected as soon as it expires', async () => {
    await updateToken({ expiresAt: new Date(Date.now() + 1_000) });
    expect((await getWithToken()).status).toBe(200);
    await sleep(1_100);
    expect((await getWithToken()).status).toBe(401);
  });

  it("is rejected on the next request after it's revoked or its account is disabled", async () => {
    expect((await getWithToken()).status).toBe(200);
    await database.query('update accounts set is_active = false where id = $1', [account.account.id]);
    expect((await getWithToken()).status).toBe(401);
    await database.query('update accounts set is_active = true where id = $1', [account.account.id]);
    expect((await getWithToken()).status).toBe(200);
    await database.manager.delete(BearerToken, { id: account.tokenId });
    expect((await getWithToken()).status).toBe(401);
  });

  it("only gives access to its own account's calls, even during concurrent requests", async () => {
    const otherAccount = await database.makeAccount();
    const getStatus = async (token: string): Promise<number> => (await get(`Bearer ${token}`)).status;
    const tokens = Array.from({ length: 30 }, () => [account.token, otherAccount.token, 'rw_wrong']).flat();
    expect(await Promise.all(tokens.map(getStatus))).toEqual(Array.from({ length: 30 }, () => [200, 404, 401]).flat());
  });

  it('records its last use at most once a minute', async () => {
    await getWithToken();
    while ((await findToken()).lastUsedAt === null) await sleep(10);
    const { lastUsedAt } = await findToken();
    await getWithToken();
    await sleep(100);
    expect((await findToken()).lastUsedAt).toEqual(lastUsedAt);
    await updateToken({ lastUsedAt: new Date(Date.now() - 61_000) });
    await getWithToken();
    while (((await findToken()).lastUsedAt ?? 0) < (lastUsedAt ?? 0)) await sleep(10);
  });
});
