import { randomUUID } from 'node:crypto';

import { JwtService } from '@nestjs/jwt';

import { ActivityLog } from '@ringwell/database/accounts/activity-log.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { makeAccount } from '@ringwell/testing/make-account';
import { OidcProviderServer } from '@ringwell/testing/oidc-provider-server';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { TestBrowser, type BrowserAnswer } from '@ringwell/testing/test-browser';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';
import { whileLocked } from '@ringwell/testing/while-locked';

const ORIGIN = 'https://calls.example.com';
const CALLBACK = `${ORIGIN}/api/callback`;
const ATTEMPT_COOKIE = '__Host-ringwell_sign_in';
const SESSION_COOKIE = '__Host-ringwell_session';

interface OpenApi {
  components: { securitySchemes: Record<string, { in?: string; name?: string }> };
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

describe('Signing in with OpenID Connect', () => {
  const provider = new OidcProviderServer();
  let database: TestDatabase;
  let api: TestApi;
  let browser: TestBrowser;
  let email: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    await provider.start({
      client: {
        client_id: 'ringwell',
        redirect_uris: [CALLBACK],
        post_logout_redirect_uris: [ORIGIN],
        token_endpoint_auth_method: 'none',
      },
    });
    api = await startApi(database.url, {
      PUBLIC_URL: ORIGIN,
      OIDC_ISSUER_URL: provider.issuer,
      OIDC_CLIENT_ID: 'ringwell',
      AUTH_PROVIDER_NAME: 'Acme',
    });
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
    await database.drop();
  });
  beforeEach(() => {
    browser = new TestBrowser({ [ORIGIN]: api.url });
    email = `${randomUUID()}@example.com`;
    provider.person = { sub: randomUUID() };
    provider.isWilling = true;
  });

  const isBack = (next: URL): boolean => next.href.startsWith(CALLBACK);
  /** Up to the moment when the provider sends the browser back. */
  async function callbackUrl(): Promise<URL> {
    const { location } = await browser.follow(`${ORIGIN}/api/login?returnTo=/calls`, isBack);
    if (!location) throw new Error('The provider did not send the browser back.');
    return location;
  }
  const signIn = async (): Promise<BrowserAnswer> => browser.open(await callbackUrl());
  const currentUser = async (): Promise<Partial<User>> =>
    JSON.parse((await browser.open(`${ORIGIN}/api/auth/user`)).body) as Partial<User>;
  const usersOf = (subject: string): Promise<User[]> =>
    database.dataSource.manager.findBy(User, { oidcSubject: subject });

  function expectRefusal(answer: BrowserAnswer, status: number, sentence: string): void {
    expect({
      status: answer.status,
      type: answer.headers.get('content-type'),
      cache: answer.headers.get('cache-control'),
    }).toEqual({ status, type: 'text/html; charset=utf-8', cache: 'no-store' });
    expect(answer.body).toContain(sentence);
    expect(answer.body).toContain('<a class="button" href="/api/login">Try again</a>');
    expect(answer.body).not.toMatch(/\n\s+at |openid-client/);
    expect(browser.cookies(ORIGIN).has(SESSION_COOKIE)).toBe(false);
  }

  it('sends PKCE, state and nonce and stores the attempt in a cookie', async () => {
    const { status, location, headers } = await browser.open(`${ORIGIN}/api/auth/login`);
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 302, cache: 'no-store' });
    expect(location?.href.startsWith(`${provider.issuer}/auth?`)).toBe(true);
    expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
      client_id: 'ringwell',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-ringwell_sign_in=[^;]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('creates a demo user from Replit claims and redirects to the requested page', async () => {
    provider.person = {
      sub: randomUUID(),
      email,
      email_verified: true,
      first_name: 'Dana',
      last_name: 'Reyes',
      profile_image_url: 'https://images.example.com/d.png',
    };
    const { status, location, headers } = await signIn();
    expect({ status, location: location?.href }).toEqual({ status: 302, location: `${ORIGIN}/calls` });
    expect(headers.getSetCookie().find((line) => line.startsWith(SESSION_COOKIE))).toMatch(
      /; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(browser.cookies(ORIGIN).has(ATTEMPT_COOKIE)).toBe(false);
    expect(await currentUser()).toMatchObject({
      email,
      firstName: 'Dana',
      lastName: 'Reyes',
      profileImageUrl: 'https://images.example.com/d.png',
      role: 'user',
      status: 'demo',
      hasPassword: false,
    });
    const [user] = await usersOf(provider.person.sub);
    expect(user).toMatchObject({ oidcIssuer: provider.issuer, activatedAt: null });
    const log = await database.dataSource.manager.findBy(ActivityLog, { userId: user?.id });
    expect(log.map(({ action }) => action).sort()).toEqual(['Signed in', 'User created']);
  });

  it('recognizes a returning user by issuer and subject and fills in empty fields only', async () => {
    provider.person = { sub: randomUUID(), email: null };
    await signIn();
    expect(await currentUser()).toMatchObject({ email: null, firstName: null });
    const [user] = await usersOf(provider.person.sub);
    await database.dataSource.manager.update(User, { id: user?.id }, { lastName: 'Set by an administrator' });

    browser = new TestBrowser({ [ORIGIN]: api.url });
    provider.person = {
      sub: provider.person.sub,
      email,
      email_verified: true,
      given_name: 'Dana',
      family_name: 'Reyes',
    };
    await signIn();
    expect(await currentUser()).toMatchObject({
      id: user?.id,
      email,
      firstName: 'Dana',
      lastName: 'Set by an administrator',
    });
  });

  describe('when the email belongs to a user', () => {
    it('links the identity to that user when the email is verified', async () => {
      const { user } = await makeAccount(database.dataSource, { user: { email, firstName: 'Dee' } });
      provider.person = {
        sub: randomUUID(),
        email: email.toUpperCase(),
        email_verified: true,
        given_name: 'Dana',
        family_name: 'Reyes',
      };
      await signIn();
      expect(await currentUser()).toMatchObject({ id: user.id, status: 'active', firstName: 'Dee', lastName: 'Reyes' });
    });

    it.each([
      ['is not verified', { email_verified: false }],
      ['may be verified or not', {}],
      ['is verified in words', { email_verified: 'true' as unknown as boolean }],
    ])('creates a separate user without an email when it %s', async (_what, claims) => {
      const { user } = await makeAccount(database.dataSource, { user: { email } });
      provider.person = { sub: randomUUID(), email, ...claims };
      await signIn();
      const current = await currentUser();
      expect(current).toMatchObject({ email: null, status: 'demo' });
      expect(current.id).not.toBe(user.id);
    });

    it('does not store an unverified email that no user has', async () => {
      provider.person = { sub: randomUUID(), email, given_name: 'Mallory' };
      await signIn();
      const first = await currentUser();
      expect(first).toMatchObject({ email: null, firstName: 'Mallory' });
      await browser.open(`${ORIGIN}/api/logout`);

      browser = new TestBrowser({ [ORIGIN]: api.url });
      provider.person = { sub: randomUUID(), email, email_verified: true, given_name: 'Dana' };
      await signIn();
      const second = await currentUser();
      expect(second).toMatchObject({ email, firstName: 'Dana' });
      expect(second.id).not.toBe(first.id);
    });

    it('creates a separate user when that user already has another identity', async () => {
      const { user } = await makeAccount(database.dataSource, {
        user: { email, oidcIssuer: provider.issuer, oidcSubject: randomUUID() },
      });
      provider.person = { sub: randomUUID(), email, email_verified: true };
      await signIn();
      const current = await currentUser();
      expect(current).toMatchObject({ email: null, status: 'demo' });
      expect(current.id).not.toBe(user.id);
    });

    it('refuses a disabled user and creates no other', async () => {
      const { user } = await makeAccount(database.dataSource, { user: { email, isActive: false } });
      provider.person = { sub: randomUUID(), email, email_verified: true };
      expectRefusal(await signIn(), 403, 'This account is disabled.');
      expect(await usersOf(provider.person.sub)).toEqual([]);
      await database.dataSource.manager.update(
        User,
        { id: user.id },
        { oidcIssuer: provider.issuer, oidcSubject: provider.person.sub },
      );
      expectRefusal(await signIn(), 403, 'This account is disabled.');
    });
  });

  it('starts no session for a user disabled during sign-in', async () => {
    const { user } = await makeAccount(database.dataSource, {
      user: { email, firstName: 'D', lastName: 'R', oidcIssuer: provider.issuer, oidcSubject: randomUUID() },
    });
    provider.person = { sub: user.oidcSubject ?? '', email, email_verified: true };
    const url = await callbackUrl();
    const answer = await whileLocked(
      database.dataSource,
      'update users set is_active = false where id = $1',
      [user.id],
      () => browser.open(url),
    );
    expectRefusal(answer, 403, 'This account is disabled.');
  });

  it('creates one user for two concurrent first sign-ins', async () => {
    provider.person = { sub: randomUUID(), email, email_verified: true };
    const browsers = Array.from({ length: 6 }, () => new TestBrowser({ [ORIGIN]: api.url }));
    const answers = await Promise.all(
      browsers.map(async (one) => {
        const { location } = await one.follow(`${ORIGIN}/api/login`, isBack);
        return one.open(location ?? '');
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(browsers.map(() => 302));
    expect(await usersOf(provider.person.sub)).toHaveLength(1);
  });

  describe('refuses with a page', () => {
    it('when the user declines', async () => {
      provider.isWilling = false;
      expectRefusal(await signIn(), 403, 'The sign-in was cancelled at the provider.');
    });

    it('when the callback is repeated', async () => {
      const url = await callbackUrl();
      const attempt = browser.cookies(ORIGIN).get(ATTEMPT_COOKIE) ?? '';
      await browser.open(url);
      browser = new TestBrowser({ [ORIGIN]: api.url });
      expectRefusal(await browser.open(url), 400, 'This sign-in has expired or was used already.');
      browser.cookies(ORIGIN).set(ATTEMPT_COOKIE, attempt); // a copy of the cookie does not help: the provider knows the code
      expectRefusal(await browser.open(url), 400, 'This sign-in has expired or was used already.');
    });

    it('when the sign-in began in another browser', async () => {
      const url = await callbackUrl();
      browser = new TestBrowser({ [ORIGIN]: api.url });
      await browser.open(`${ORIGIN}/api/login`);
      expectRefusal(await browser.open(url), 400, 'This sign-in has expired or was used already.');
    });

    it.each(['', '?state=x', '?code=x', '?error=access_denied', '?state=a&state=b&code=c', '?state[a]=b&code=%00'])(
      'when the callback has no attempt: %j',
      async (search) => {
        expectRefusal(await browser.open(CALLBACK + search), 400, 'This sign-in has expired or was used already.');
        await browser.open(`${ORIGIN}/api/login`);
        expectRefusal(await browser.open(CALLBACK + search), 400, 'This sign-in has expired or was used already.');
      },
    );

    it('when the state matches but the code is wrong or missing', async () => {
      for (const change of [
        (url: URL): void => url.searchParams.set('code', 'wrong'),
        (url: URL): void => url.searchParams.delete('code'),
      ]) {
        const url = await callbackUrl();
        change(url);
        expectRefusal(await browser.open(url), 400, 'This sign-in has expired or was used already.');
      }
    });

    it('when the ID token belongs to another attempt', async () => {
      const { location } = await browser.open(`${ORIGIN}/api/login`);
      location?.searchParams.set('nonce', 'of-somebody-else');
      const { location: back } = await browser.follow(location ?? '', isBack);
      expectRefusal(await browser.open(back ?? ''), 502, 'gave an answer that we cannot use');
    });

    it('when the attempt is forged, expired or a session token', async () => {
      const jwt = api.app.get(JwtService, { strict: false });
      const url = await callbackUrl();
      const attempt: object = jwt.decode(browser.cookies(ORIGIN).get(ATTEMPT_COOKIE) ?? '');
      const { aud: _aud, iat: _iat, exp: _exp, ...claims } = attempt as Record<string, unknown>;
      for (const cookie of [
        'x',
        await jwt.signAsync(claims),
        await jwt.signAsync(claims, { audience: 'sign-in', expiresIn: -1 }),
      ]) {
        browser.cookies(ORIGIN).set(ATTEMPT_COOKIE, cookie);
        expectRefusal(await browser.open(url), 400, 'This sign-in has expired or was used already.');
      }
    });
  });

  it('does not accept an attempt token as a session', async () => {
    const jwt = api.app.get(JwtService, { strict: false });
    await signIn();
    const { sid } = jwt.decode<{ sid: string }>(browser.cookies(ORIGIN).get(SESSION_COOKIE) ?? '');
    browser.cookies(ORIGIN).set(SESSION_COOKIE, await jwt.signAsync({ sid }, { audience: 'sign-in' }));
    expect((await browser.open(`${ORIGIN}/api/auth/user`)).status).toBe(401);
  });

  it('documents the https cookie name and provider errors', async () => {
    const { components, paths } = JSON.parse((await browser.open(`${ORIGIN}/api/openapi.json`)).body) as OpenApi;
    expect(Object.values(components.securitySchemes).find((scheme) => scheme.in === 'cookie')).toMatchObject({
      name: SESSION_COOKIE,
    });
    for (const path of ['/api/login', '/api/auth/login'])
      expect(Object.keys(paths[path]?.['get']?.responses ?? {})).toEqual(expect.arrayContaining(['502', '503']));
    expect(Object.keys(paths['/api/auth/user']?.['get']?.responses ?? {})).toContain('404');
  });

  it('keeps the password page and links it to the provider', async () => {
    const { status, body } = await browser.open(`${ORIGIN}/api/login/local?returnTo=/calls`);
    expect(status).toBe(200);
    expect(body).toContain('<a class="button quiet" href="/api/login?returnTo=%2Fcalls">Sign in with Acme</a>');
    expect(JSON.parse((await browser.open(`${ORIGIN}/api/auth/provider`)).body)).toEqual({
      name: 'Acme',
      kind: 'oidc',
      localUrl: '/api/login/local',
    });
  });

  it('signs out at the provider, too', async () => {
    await signIn();
    const { status, location } = await browser.open(`${ORIGIN}/api/logout`);
    expect(status).toBe(302);
    expect(location?.origin).toBe(provider.issuer);
    expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
      client_id: 'ringwell',
      post_logout_redirect_uri: ORIGIN,
    });
    expect((await browser.open(location ?? '')).status).toBe(200); // the provider takes both
    expect((await browser.open(`${ORIGIN}/api/auth/user`)).status).toBe(401);
  });
});
