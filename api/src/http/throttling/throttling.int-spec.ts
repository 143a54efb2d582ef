import { Redis } from 'ioredis';

import type { User } from '@ringwell/database/accounts/user.entity';
import { hashToken, getLastFour, generateBearerToken } from '@ringwell/platform/crypto/token-hash';
import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import { requestStatuses } from '@ringwell/testing/request-statuses';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { useTestDatabase } from '@ringwell/testing/test-database';

const UNKNOWN_CALL_PATH = '/api/n8n/calls/00000000-0000-4000-8000-000000000000';
const LIMIT = 5;

interface RateLimitProblem {
  code: string;
  message: string;
}

describe('throttling', () => {
  const database = useTestDatabase();
  let api: TestApi | undefined;
  afterEach(async () => {
    jest.restoreAllMocks();
    await api?.stop();
  });

  // The queue prefix is unique, so other tests' counts don't interfere.
  async function startApiWith(settings: Record<string, string>): Promise<string> {
    api = await startApi(database.url, settings);
    return api.url;
  }
  async function advanceOneMinute(policy: string): Promise<void> {
    const redis = (api as TestApi).app.get(Redis, { strict: false });
    const keys = await redis.keys(`${api?.queuePrefix ?? ''}:throttle:${policy}:*`);
    expect(await redis.del(keys)).toBe(1);
    const laterMs = performance.now() + 61_000;
    jest.spyOn(performance, 'now').mockReturnValue(laterMs);
  }
  const repeatStatus = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

  describe('by address', () => {
    it('rejects requests over the limit before checking the token, and returns how long to wait', async () => {
      const url = await startApiWith({ RATE_LIMIT_PER_ADDRESS: String(LIMIT) });
      const request = (): Promise<Response> =>
        fetch(`${url}${UNKNOWN_CALL_PATH}`, { headers: { authorization: 'Bearer rw_guess' } });
      expect(await requestStatuses(LIMIT, request)).toEqual(repeatStatus(LIMIT, 401));
      const limitedResponse = await request();
      expect({ status: limitedResponse.status, wait: Number(limitedResponse.headers.get('retry-after')) }).toEqual({
        status: 429,
        wait: expect.any(Number) as number,
      });
      const { code, message } = (await limitedResponse.json()) as RateLimitProblem;
      expect({ code, message }).toEqual({
        code: 'RATE_LIMITED',
        message: `Too many requests from your network. Please try again in ${limitedResponse.headers.get('retry-after')} seconds.`,
      });
    });

    it('counts all routes together, except for health checks', async () => {
      const url = await startApiWith({ RATE_LIMIT_PER_ADDRESS: '2' });
      expect(await requestStatuses(5, () => fetch(`${url}/api/health/live`))).toEqual(repeatStatus(5, 200));
      expect((await fetch(`${url}/api/openapi.json`)).status).toBe(200);
      expect((await fetch(`${url}/api/auth/user`)).status).toBe(401);
      expect((await fetch(`${url}${UNKNOWN_CALL_PATH}`)).status).toBe(429);
      expect((await fetch(`${url}/api/health/live`)).status).toBe(200);
    });

    it('responds before a large body has arrived', async () => {
      const url = await startApiWith({ RATE_LIMIT_PER_ADDRESS: '1' });
      await fetch(`${url}${UNKNOWN_CALL_PATH}`);
      const response = await fetch(`${url}/api/n8n/calls`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: 'x'.repeat(500_000),
      });
      expect(response.status).toBe(429);
    });

    it('ignores addresses that the client claims', async () => {
      const url = await startApiWith({ RATE_LIMIT_PER_ADDRESS: '2' });
      const request = (number: number): Promise<Response> =>
        fetch(`${url}${UNKNOWN_CALL_PATH}`, {
          headers: { 'x-forwarded-for': `203.0.113.${number}`, forwarded: `for=203.0.113.${number}` },
        });
      expect(await requestStatuses(3, request)).toEqual([401, 401, 429]);
    });

    it('ignores addresses from an untrusted proxy', async () => {
      const url = await startApiWith({ RATE_LIMIT_PER_ADDRESS: '2', TRUST_PROXY: '10.0.0.5, 192.168.0.0/16' });
      const request = (number: number): Promise<Response> =>
        fetch(`${url}${UNKNOWN_CALL_PATH}`, { headers: { 'x-forwarded-for': `203.0.113.${number}` } });
      expect(await requestStatuses(3, request)).toEqual([401, 401, 429]);
    });

    it.each([
      ['203.0.113.7:50123', '203.0.113.7:50124', '203.0.113.7'],
      ['[2001:db8:1:2::7]:50123', '"[2001:db8:1:2::7]:50124"', '[2001:db8:1:2::7]'],
      ['198.51.100.1:1, 203.0.113.8:2,127.0.0.1:3', '198.51.100.2:4,203.0.113.8:5, 127.0.0.1:6', '203.0.113.8'],
    ])('ignores the ports in reported client addresses: %s', async (...forwarded) => {
      const url = await startApiWith({ RATE_LIMIT_PER_ADDRESS: '2', TRUST_PROXY: '127.0.0.1' });
      const request = (number: number): Promise<Response> =>
        fetch(`${url}${UNKNOWN_CALL_PATH}`, { headers: { 'x-forwarded-for': forwarded[number - 1] ?? '' } });
      expect(await requestStatuses(3, request)).toEqual([401, 401, 429]);
    });

    it('trusts the configured proxies, and counts an IPv6 /64 as one network', async () => {
      const url = await startApiWith({ RATE_LIMIT_PER_ADDRESS: '2', TRUST_PROXY: '127.0.0.1' });
      const fetchStatusFrom = (forwardedFor: string): Promise<number> =>
        fetch(`${url}${UNKNOWN_CALL_PATH}`, { headers: { 'x-forwarded-for': forwardedFor } }).then(
          ({ status }) => status,
        );
      expect([
        await fetchStatusFrom('203.0.113.1'),
        await fetchStatusFrom('203.0.113.2'),
        await fetchStatusFrom('198.51.100.9, 203.0.113.1'),
      ]).toEqual([401, 401, 401]);
      expect(await fetchStatusFrom('198.51.100.10, 203.0.113.1')).toBe(429); // the proxy appended only the last address
      expect(await fetchStatusFrom('::ffff:203.0.113.1')).toBe(429);
      expect([
        await fetchStatusFrom('2001:db8:1:2::1'),
        await fetchStatusFrom('2001:db8:1:2:ffff::9'),
        await fetchStatusFrom('2001:db8:1:2:3:4:5:6'),
      ]).toEqual([401, 401, 429]);
      expect(await fetchStatusFrom('2001:db8:1:3::1')).toBe(401);
    });
  });

  describe('by account', () => {
    it("counts an account's tokens together, and accounts and users separately", async () => {
      const url = await startApiWith({ RATE_LIMIT_PER_ACCOUNT: '3' });
      const { owner, tokens } = await makeAccountWithOwnerId();
      const otherAccount = await database.makeAccount();
      const requestWithToken = (token = ''): Promise<Response> =>
        fetch(`${url}${UNKNOWN_CALL_PATH}`, { headers: { authorization: `Bearer ${token}` } });
      const [firstToken, secondToken] = tokens;
      for (const token of [firstToken, secondToken, firstToken])
        expect((await requestWithToken(token)).status).toBe(404);
      const limitedResponse = await requestWithToken(secondToken);
      expect({
        status: limitedResponse.status,
        body: (await limitedResponse.json()) as RateLimitProblem,
      }).toMatchObject(
        problem(429, 'RATE_LIMITED', {
          message: expect.stringMatching(
            /^Too many requests for this account\. Please try again in \d+ seconds?\.$/,
          ) as string,
        }),
      );
      expect((await requestWithToken(otherAccount.token)).status).toBe(404);
      expect((await fetch(`${url}/api/openapi.json`)).status).toBe(200);
      const clients = [await (api as TestApi).signIn(owner), await (api as TestApi).signIn(owner)];
      expect(
        await requestStatuses(4, (request) => (clients[request % 2] as SessionClient).get('/api/auth/user')),
      ).toEqual([200, 200, 200, 429]);
    });

    // Creates an account with its owner's id, like new users' accounts.
    async function makeAccountWithOwnerId(): Promise<{ owner: User; tokens: string[] }> {
      const createdTokens = [generateBearerToken(), generateBearerToken()];
      const owner = await database.unitOfWork.run(async ({ users, accounts, tokens }) => {
        const user = await users.create({ email: 'owner@example.com' });
        await accounts.create(user.id, { status: 'active' });
        for (const token of createdTokens) {
          const storedToken = {
            tokenHash: hashToken(token),
            lastFour: getLastFour(token),
            name: 'test',
            expiresAt: null,
          };
          await tokens.create(user.id, storedToken);
        }
        return user;
      });
      return { owner, tokens: createdTokens };
    }

    it("counts requests during impersonation toward the administrator's limit", async () => {
      await startApiWith({ RATE_LIMIT_PER_ACCOUNT: '2' });
      const { user } = await database.makeAccount();
      const admin = await database.makeAccount({ user: { role: 'admin' } });
      const impersonatingClient = await (api as TestApi).signIn(admin.user);
      await database.query(
        `update sessions set sess = sess || jsonb_build_object('impersonatedUserId', $1::text) where user_id = $2`,
        [user.id, admin.user.id],
      );
      const ownClient = await (api as TestApi).signIn(user);
      expect(await requestStatuses(3, () => impersonatingClient.get('/api/auth/user'))).toEqual([200, 200, 429]);
      expect((await ownClient.get('/api/auth/user')).status).toBe(200);
    });
  });

  describe('by route policy', () => {
    const jsonHeaders = { 'content-type': 'application/json' };
    const realLimits = { RATE_LIMIT_TIGHT_FACTOR: '1' };
    const post = (url: string, path: string, body: unknown, headers = {}): Promise<Response> =>
      fetch(`${url}${path}`, { method: 'POST', headers: { ...jsonHeaders, ...headers }, body: JSON.stringify(body) });

    it('allows ten sign-in attempts per minute from one network, without affecting other routes', async () => {
      const url = await startApiWith(realLimits);
      const attemptSignIn = (number: number): Promise<Response> =>
        post(url, number % 2 ? '/api/login' : '/api/login/local', {
          email: `somebody-${number}@example.com`,
          password: 'guess-1',
        });
      expect(await requestStatuses(10, attemptSignIn)).toEqual(repeatStatus(10, 401));
      expect((await attemptSignIn(11)).status).toBe(429);
      expect((await fetch(`${url}/api/auth/user`)).status).toBe(401);
    });

    it('counts requests without a client address against the proxy that forwards them', async () => {
      const url = await startApiWith({ ...realLimits, TRUST_PROXY: '127.0.0.1' });
      const attemptSignIn = (number: number): Promise<Response> =>
        post(
          url,
          '/api/login',
          { email: `somebody-${number}@example.com`, password: 'guess-1' },
          { 'x-forwarded-for': `client-${number}` },
        );
      expect(await requestStatuses(11, attemptSignIn)).toEqual([...repeatStatus(10, 401), 429]);
    });

    it('limits password guesses for one email from one network, without locking the owner out elsewhere', async () => {
      const url = await startApiWith({ TRUST_PROXY: '127.0.0.1', RATE_LIMIT_TIGHT_FACTOR: '1' });
      await database.query(`delete from users where email = 'dana@example.com'`);
      await database.makeAccount({
        user: { email: 'dana@example.com' },
        password: 'the-right-one',
      });
      const signInFrom = (address: string, password: string, email = 'dana@example.com'): Promise<Response> =>
        post(url, '/api/login', { email, password }, { 'x-forwarded-for': address });
      expect(await requestStatuses(5, () => signInFrom('2001:db8::1', 'guess-1'))).toEqual(repeatStatus(5, 401));
      expect(await requestStatuses(5, () => signInFrom('2001:db8::2', 'guess-2', 'Dana@Example.com'))).toEqual(
        repeatStatus(5, 401),
      );
      await advanceOneMinute('sign-in');
      const limitedResponse = await signInFrom('2001:db8::3', 'the-right-one');
      expect({
        status: limitedResponse.status,
        body: (await limitedResponse.json()) as RateLimitProblem,
      }).toMatchObject({
        status: 429,
        body: {
          message: expect.stringMatching(
            /^Too many sign-in attempts for this email\. Please try again in 1[45] minutes\.$/,
          ) as string,
        },
      });
      expect((await signInFrom('203.0.113.5', 'the-right-one')).status).toBe(200);
      expect((await signInFrom('2001:db8::3', 'guess-3', 'sam@example.com')).status).toBe(401);
    });

    it('accepts five contact messages per hour from one network, without counting rejected messages', async () => {
      const url = await startApiWith(realLimits);
      const postMessage = (email: string, website = ''): Promise<Response> =>
        post(url, '/api/contact', { name: 'Dana', email, message: 'Hello', website });
      expect(await requestStatuses(6, () => postMessage('dana'))).toEqual(repeatStatus(6, 400));
      expect(
        await requestStatuses(5, (number) =>
          postMessage(`dana-${number}@example.com`, number % 2 ? '' : 'https://spam.example'),
        ),
      ).toEqual(repeatStatus(5, 201));
      const limitedResponse = await postMessage('dana@example.com');
      expect({
        status: limitedResponse.status,
        body: (await limitedResponse.json()) as RateLimitProblem,
      }).toMatchObject({
        status: 429,
        body: {
          message: expect.stringMatching(
            /^You've already sent several messages\. Please try again in \d+ minutes\.$/,
          ) as string,
        },
      });
      expect((await postMessage('dana')).status).toBe(400);
    });

    it('limits public routes by network, and multiplies the limit by the configured factor', async () => {
      const url = await startApiWith(realLimits);
      expect((await requestStatuses(61, () => fetch(`${url}/api/auth/provider`))).indexOf(429)).toBe(60);
      expect((await fetch(`${url}/api/public/config`)).status).toBe(429);
      await api?.stop();
      const doubledLimitUrl = await startApiWith({ RATE_LIMIT_TIGHT_FACTOR: '2' });
      expect(await requestStatuses(61, () => fetch(`${doubledLimitUrl}/api/auth/provider`))).not.toContain(429);
    });
  });

  it('still enforces limits when Redis is unavailable', async () => {
    const redis = await DedicatedRedis.start();
    const url = await startApiWith({ RATE_LIMIT_PER_ADDRESS: '3', REDIS_URL: redis.url });
    const requestCall = (): Promise<Response> => fetch(`${url}${UNKNOWN_CALL_PATH}`);
    expect((await requestCall()).status).toBe(401);
    await redis.stop();
    expect(await requestStatuses(3, requestCall)).toEqual([401, 401, 429]);
  });
});
