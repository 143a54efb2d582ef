import { randomUUID } from 'node:crypto';

import { JwtService } from '@nestjs/jwt';

import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { SessionClient } from '@ringwell/testing/session-client';
import {
  ATTEMPT_COOKIE,
  CALLBACK,
  isCallback,
  ORIGIN,
  SESSION_COOKIE,
  useOidcSignIn,
} from '@ringwell/testing/use-oidc-sign-in';

import type { NewInvitationDto } from '../../members/dto/member.dto';

interface OpenApi {
  components: { securitySchemes: Record<string, { in?: string; name?: string }> };
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

describe('Signing in with OpenID Connect', () => {
  const suite = useOidcSignIn();
  const { provider, signIn, fetchCurrentUser, findUsersBySubject } = suite;

  it('sends PKCE, state and nonce and stores the attempt in a cookie', async () => {
    const { status, location, headers } = await suite.browser.open(`${ORIGIN}/api/auth/login`);
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 302, cache: 'no-store' });
    expect(location?.href.startsWith(`${provider.origin}/auth?`)).toBe(true);
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

  it('makes signed-in users sign in again at the provider to confirm their identity', async () => {
    await signIn();
    const { database, browser } = suite;
    await database.query("update sessions set confirmed_at = now() - interval '16 minutes'");
    const openLogin = (query: string): ReturnType<typeof browser.open> => browser.open(`${ORIGIN}/api/login?${query}`);
    expect((await openLogin('returnTo=/account')).location?.href).toBe(`${ORIGIN}/account`);
    expect((await openLogin('again=true&returnTo=/account')).location?.searchParams.get('prompt')).toBe('login');
    const secondResponse = await browser.follow(`${ORIGIN}/api/login?again=true&returnTo=/account`, isCallback);
    expect((await browser.open(secondResponse.location ?? '')).location?.href).toBe(`${ORIGIN}/account`);
    const sessions = await database.query<{ isRecent: boolean }[]>(
      `select confirmed_at > now() - interval '1 minute' as "isRecent" from sessions join users on users.id = user_id
        where oidc_subject = $1`,
      [provider.userClaims.sub],
    );
    expect(sessions).toEqual([{ isRecent: true }]);
  });

  it('creates a demo user from Replit claims and redirects to the requested page', async () => {
    provider.userClaims = {
      sub: randomUUID(),
      email: suite.email,
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
    expect(suite.browser.cookies(ORIGIN).has(ATTEMPT_COOKIE)).toBe(false);
    expect(await fetchCurrentUser()).toMatchObject({
      email: suite.email,
      firstName: 'Dana',
      lastName: 'Reyes',
      profileImageUrl: 'https://images.example.com/d.png',
      role: 'user',
      status: 'demo',
      hasPassword: false,
    });
    const [user] = await findUsersBySubject(provider.userClaims.sub);
    expect(user).toMatchObject({ oidcIssuer: provider.origin });
    const log = await suite.database.manager.findBy(ActivityLog, { userId: user?.id });
    expect(log.map(({ action }) => action).sort()).toEqual(['Signed in', 'User created']);
  });

  const startSignIn = async (path: string): Promise<URL> => {
    const { location } = await suite.browser.follow(`${ORIGIN}/api/login?returnTo=${path}`, isCallback);
    return location ?? new URL(ORIGIN);
  };

  it('can be completed in each of several tabs', async () => {
    const tabs = [await startSignIn('/calls'), await startSignIn('/team')];
    for (const [index, path] of ['/calls', '/team'].entries())
      expect((await suite.browser.open(tabs[index] ?? '')).location?.pathname).toBe(path);
    expect((await suite.browser.open(tabs[0] ?? '')).status).toBe(400);
  });

  it('keeps a pending sign-in when the callback of another sign-in arrives', async () => {
    const url = await suite.reachCallback();
    expect((await suite.browser.open(`${CALLBACK}?code=x&state=y`)).status).toBe(400);
    expect((await suite.browser.open(url)).location?.pathname).toBe('/calls');
  });

  it('drops the oldest unfinished sign-ins to keep the cookie small', async () => {
    const firstUrl = await suite.reachCallback();
    for (let tab = 0; tab < 8; tab += 1) await suite.browser.open(`${ORIGIN}/api/login`);
    expect(suite.browser.cookies(ORIGIN).get(ATTEMPT_COOKIE)?.length).toBeLessThan(2_000);
    expect((await suite.browser.open(firstUrl)).status).toBe(400);
  });

  it('drops the oldest unfinished sign-ins sooner if the return paths are long, because browsers ignore a cookie over 4,096 bytes', async () => {
    const firstUrl = await startSignIn(`/calls?search=${'a'.repeat(1_900)}`);
    const latestUrl = await startSignIn(`/team?search=${'b'.repeat(1_900)}`);
    expect(suite.browser.cookies(ORIGIN).get(ATTEMPT_COOKIE)?.length).toBeLessThan(4_000);
    expect((await suite.browser.open(firstUrl)).status).toBe(400);
    expect((await suite.browser.open(latestUrl)).location?.pathname).toBe('/team');
  });

  it("doesn't accept an attempt token as a session", async () => {
    const jwt = suite.api.app.get(JwtService, { strict: false });
    await signIn();
    const { sid } = jwt.decode<{ sid: string }>(suite.browser.cookies(ORIGIN).get(SESSION_COOKIE) ?? '');
    suite.browser.cookies(ORIGIN).set(SESSION_COOKIE, await jwt.signAsync({ sid }, { audience: 'sign-in' }));
    expect((await suite.browser.open(`${ORIGIN}/api/auth/user`)).status).toBe(401);
  });

  it('documents the https cookie name and provider errors', async () => {
    const { components, paths } = JSON.parse((await suite.browser.open(`${ORIGIN}/api/openapi.json`)).body) as OpenApi;
    expect(Object.values(components.securitySchemes).find((scheme) => scheme.in === 'cookie')).toMatchObject({
      name: SESSION_COOKIE,
    });
    for (const path of ['/api/login', '/api/auth/login'])
      expect(Object.keys(paths[path]?.['get']?.responses ?? {})).toEqual(expect.arrayContaining(['502', '503']));
    expect(Object.keys(paths['/api/auth/user']?.['get']?.responses ?? {})).toContain('404');
  });

  it('still serves the password page, with a link to the provider', async () => {
    const { status, body } = await suite.browser.open(`${ORIGIN}/api/login/local?returnTo=/calls`);
    expect(status).toBe(200);
    expect(body).toContain('<a class="button quiet" href="/api/login?returnTo=%2Fcalls">Sign in with Acme</a>');
    expect(JSON.parse((await suite.browser.open(`${ORIGIN}/api/auth/provider`)).body)).toEqual({
      name: 'Acme',
      kind: 'oidc',
      localUrl: '/api/login/local',
      signUp: 'provider',
    });
    expect((await suite.browser.open(`${ORIGIN}/api/sign-up?returnTo=/calls`)).location?.href).toBe(
      `${ORIGIN}/api/login?returnTo=%2Fcalls`,
    );
  });

  it('also signs out at the provider', async () => {
    await signIn();
    const { status, location } = await suite.browser.open(`${ORIGIN}/api/logout`);
    expect(status).toBe(302);
    expect(location?.origin).toBe(provider.origin);
    expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
      client_id: 'ringwell',
      post_logout_redirect_uri: ORIGIN,
    });
    expect((await suite.browser.open(location ?? '')).status).toBe(200);
    expect((await suite.browser.open(`${ORIGIN}/api/auth/user`)).status).toBe(401);
  });

  it('returns an invited user to the invitation, and adds them to the account', async () => {
    const { account, user: owner } = await suite.database.makeAccount({
      account: { company: 'Reyes HVAC' },
    });
    const { cookie } = await suite.api.signIn(owner);
    const inviter = new SessionClient(suite.api.url, `__Host-${cookie}`);
    const invitation = { email: suite.email, role: 'member' };
    const { body } = await inviter.post<NewInvitationDto>('/api/my/invitations', invitation, { origin: ORIGIN });
    provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true };
    const page = await suite.browser.open(body.link ?? '');
    const [, path = ''] = /href="(\/api\/login\?returnTo=[^"]+)"/.exec(page.body) ?? [];
    const { location } = await suite.browser.follow(ORIGIN + path, isCallback);
    const signInResponse = await suite.browser.open(location ?? ORIGIN);
    expect(signInResponse.location?.href).toBe(body.link);
    const invitationPage = await suite.browser.open(signInResponse.location ?? ORIGIN);
    expect(invitationPage.body).toContain('Join Reyes HVAC');
    const token = new URL(body.link ?? '').searchParams.get('token') ?? '';
    expect((await suite.browser.open(`${ORIGIN}/api/invitations`, { form: { token } })).status).toBe(303);
    expect(await fetchCurrentUser()).toMatchObject({ email: suite.email, accountId: account.id, memberRole: 'member' });
  });
});
