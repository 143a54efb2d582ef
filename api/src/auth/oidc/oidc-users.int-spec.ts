import { randomUUID } from 'node:crypto';

import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { Connection } from '@ringwell/database/deliveries/connection.entity';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { CHANNEL_SETTINGS } from '@ringwell/domain/channels/channels';
import type { SettingDefinition } from '@ringwell/domain/settings/setting-kinds';
import { SessionClient } from '@ringwell/testing/session-client';
import type { BrowserResponse } from '@ringwell/testing/test-browser';
import { MAIL_SETTINGS } from '@ringwell/testing/test-settings';
import { expectRejection, isCallback, ORIGIN, SESSION_COOKIE, useOidcSignIn } from '@ringwell/testing/use-oidc-sign-in';

// Example settings for all channels, with every switch that is off by default turned on.
const STRANGER_SETTINGS = {
  ...Object.fromEntries(
    Object.entries<SettingDefinition>(CHANNEL_SETTINGS)
      .filter(([, definition]) => definition.kind !== 'choice' && !('default' in definition && definition.default))
      .map(([name, { kind, example }]) => [name, kind === 'switch' ? true : example]),
  ),
  vocabulary: ['Stranger'],
};

describe('Finding the user who signs in with OpenID Connect', () => {
  const suite = useOidcSignIn(MAIL_SETTINGS);
  const { provider, createBrowser, signIn, fetchCurrentUser, findUsersBySubject } = suite;
  const expectRejected = (response: BrowserResponse, status: number, sentence: string): void =>
    expectRejection(suite.browser, response, status, sentence);
  const listEmails = (): Promise<Pick<Mail, 'subject' | 'body'>[]> =>
    suite.database.manager.find(Mail, {
      select: { subject: true, body: true },
      where: { recipient: suite.email },
    });
  const signInAs = async (userId: string): Promise<SessionClient> => {
    const { cookie } = await suite.api.signIn({ id: userId });
    return new SessionClient(suite.api.url, `__Host-${cookie}`);
  };

  it('recognizes a returning user by issuer and subject and fills in empty fields only', async () => {
    provider.userClaims = { sub: randomUUID(), email: null };
    await signIn();
    expect(await fetchCurrentUser()).toMatchObject({ email: null, firstName: null });
    const [user] = await findUsersBySubject(provider.userClaims.sub);
    await suite.database.manager.update(User, { id: user?.id }, { lastName: 'Set by an administrator' });

    suite.browser = createBrowser();
    provider.userClaims = {
      sub: provider.userClaims.sub,
      email: suite.email,
      email_verified: true,
      given_name: 'Dana',
      family_name: 'Reyes',
    };
    await signIn();
    expect(await fetchCurrentUser()).toMatchObject({
      id: user?.id,
      email: suite.email,
      firstName: 'Dana',
      lastName: 'Set by an administrator',
    });
  });

  describe('when the email belongs to a user', () => {
    it('links the identity to that user when the email is verified', async () => {
      const { user } = await suite.database.makeAccount({ user: { email: suite.email, firstName: 'Dee' } });
      provider.userClaims = {
        sub: randomUUID(),
        email: suite.email.toUpperCase(),
        email_verified: true,
        given_name: 'Dana',
        family_name: 'Reyes',
      };
      await signIn();
      expect(await fetchCurrentUser()).toMatchObject({
        id: user.id,
        status: 'active',
        firstName: 'Dee',
        lastName: 'Reyes',
      });
    });

    it('links it to an administrator only after they confirm with their password in this browser', async () => {
      const { database } = suite;
      const { user } = await database.makeAccount({
        user: { email: suite.email, role: 'admin', passwordHash: 'x' },
      });
      provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true };
      expectRejected(await signIn(), 403, 'This email address belongs to an administrator.');
      expect(await findUsersBySubject(provider.userClaims.sub)).toEqual([]);

      const { cookie } = await suite.api.signIn(user);
      const [, session = ''] = cookie.split('=');
      const signInAgain = async (): Promise<BrowserResponse> => {
        suite.browser.cookies(ORIGIN).set(SESSION_COOKIE, session);
        const { location } = await suite.browser.follow(`${ORIGIN}/api/login?again=true&returnTo=/`, isCallback);
        return suite.browser.open(location ?? '');
      };
      await database.query("update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1", [
        user.id,
      ]);
      expect((await signInAgain()).status).toBe(403);
      await database.query('update sessions set confirmed_at = now() where user_id = $1', [user.id]);
      expect((await signInAgain()).status).toBe(302);
      expect(await fetchCurrentUser()).toMatchObject({ id: user.id });
      expect(await findUsersBySubject(provider.userClaims.sub)).toMatchObject([{ id: user.id, role: 'admin' }]);
    });

    it('links it to a user with two-step verification only after a sign-in with both steps', async () => {
      const { database } = suite;
      const { user } = await database.makeAccount({ user: { email: suite.email, passwordHash: 'x' } });
      const sql = 'insert into totp_factors (user_id, sealed_secret, activated_at) values ($1, $2, now())';
      await database.query(sql, [user.id, 'sealed']);
      provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true };
      expectRejected(await signIn(), 403, 'This account has two-step verification.');
      expect(await findUsersBySubject(provider.userClaims.sub)).toEqual([]);
      expect(await listEmails()).toEqual([]);
      const { cookie } = await suite.api.signIn(user);
      suite.browser.cookies(ORIGIN).set(SESSION_COOKIE, cookie.split('=')[1] ?? '');
      const { location } = await suite.browser.follow(`${ORIGIN}/api/login?again=true&returnTo=/`, isCallback);
      expect((await suite.browser.open(location ?? '')).status).toBe(302);
      expect(await findUsersBySubject(provider.userClaims.sub)).toMatchObject([{ id: user.id }]);
      expect(await listEmails()).toEqual([
        {
          subject: 'You can now sign in to Ringwell with Acme',
          body: expect.stringContaining(`${ORIGIN}/account`) as string,
        },
      ]);
    });

    it('notifies the user by email only once', async () => {
      await suite.database.makeAccount({ user: { email: suite.email } });
      provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true };
      await signIn();
      suite.browser = createBrowser();
      await signIn();
      expect(await listEmails()).toHaveLength(1);
    });

    it('locks out a stranger who signed up with the address without confirming it', async () => {
      const { database } = suite;
      const { user } = await database.makeAccount({
        user: { email: suite.email, passwordHash: "a stranger's", isEmailConfirmed: false },
      });
      const stranger = await signInAs(user.id);
      expect((await stranger.get('/api/auth/user')).status).toBe(200);
      provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true };
      await signIn();
      expect(await fetchCurrentUser()).toMatchObject({ id: user.id, hasPassword: false });
      expect((await stranger.get('/api/auth/user')).status).toBe(401);

      const { user: confirmedUser } = await database.makeAccount({
        user: { email: `b${suite.email}`, passwordHash: 'their own' },
      });
      suite.browser = createBrowser();
      provider.userClaims = { sub: randomUUID(), email: confirmedUser.email, email_verified: true };
      await signIn();
      expect(await fetchCurrentUser()).toMatchObject({ id: confirmedUser.id, hasPassword: true });
    });

    it("removes a member with an unconfirmed address from a stranger's account", async () => {
      const { database } = suite;
      const stranger = await database.makeAccount();
      const unconfirmedMember = await database.makeMember(stranger, 'owner');
      const sql = 'update users set email = $2, is_email_confirmed = false where id = $1';
      await database.query(sql, [unconfirmedMember.id, suite.email]);
      provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true };
      await signIn();
      expect(await fetchCurrentUser()).toMatchObject({ id: unconfirmedMember.id, status: 'demo', memberRole: 'owner' });
      expect(await database.query('select user_id from members where account_id = $1', [stranger.account.id])).toEqual([
        { user_id: stranger.user.id },
      ]);
    });

    it("removes a stranger's settings from the account, and keeps its calls", async () => {
      const { database } = suite;
      const { user, account, token } = await database.makeAccount({
        user: { email: suite.email, isEmailConfirmed: false },
      });
      await database.makeMember({ account, user }, 'viewer');
      const stranger = await signInAs(user.id);
      const settings = await stranger.put('/api/my/settings', STRANGER_SETTINGS, { origin: ORIGIN });
      expect(settings.status).toBe(200);
      const guideline = { replaces: 0, text: 'Call every customer happy.', rules: [] };
      expect((await stranger.put('/api/guideline', guideline, { origin: ORIGIN })).status).toBe(200);
      await stranger.post('/api/my/invitations', { email: 'friend@example.com', role: 'owner' }, { origin: ORIGIN });
      await database.manager.insert(Connection, {
        accountId: account.id,
        channel: 'slack',
        destinationHash: 'a',
        destination: '#calls',
      });
      const call = await database.makeCompletedCall(account.id, {
        call: { sealedCallbackUrl: 'sealed', callbackHost: 'stranger.example', callbackHash: 'a' },
      });
      const { body: link } = await stranger.post<{ url: string }>(
        `/api/calls/${call.id}/shares`,
        { scope: 'summary', days: 30 },
        { origin: ORIGIN },
      );
      const sharedPath = `/api/shared/${link.url.split('/').at(-1)}`;
      expect((await stranger.get(sharedPath)).status).toBe(200);

      provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true };
      await signIn();
      const owner = await signInAs(user.id);
      const { user: newUser } = await database.makeAccount();
      const defaultSettings = await (await signInAs(newUser.id)).get<object>('/api/my/settings');
      expect((await owner.get<object>('/api/my/settings')).body).toEqual({
        ...defaultSettings.body,
        id: expect.any(String) as string,
        userId: account.id,
        createdAt: expect.any(String) as string,
        updatedAt: expect.any(String) as string,
      });
      expect(await database.manager.countBy(Connection, { accountId: account.id })).toBe(0);
      const tokenResponse = await fetch(`${suite.api.url}/api/account/settings`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(tokenResponse.status).toBe(401);
      expect((await owner.get('/api/my/members')).body).toMatchObject([{ userId: user.id }]);
      expect((await owner.get('/api/my/invitations')).body).toEqual([]);
      expect((await owner.get('/api/guideline/versions')).body).toEqual([]);
      expect((await owner.get(sharedPath)).status).toBe(404);
      expect((await owner.get(`/api/calls/${call.id}`)).status).toBe(200);
      expect(await database.manager.findOneBy(Call, { id: call.id })).toMatchObject({
        state: 'completed',
        sealedCallbackUrl: null,
        callbackHash: null,
      });
      expect(
        await database.manager.findBy(ActivityLog, { userId: user.id, action: 'Settings updated' }),
      ).toContainEqual(
        expect.objectContaining({
          description: expect.stringMatching(
            /^Members, connections, alert addresses, tokens and shared links of .+ were removed, because/,
          ) as string,
          accountId: account.id,
          metadata: { targetUserId: user.id, tokens: 1, links: 1 },
        }),
      );
    });

    it.each([
      ['is not verified', { email_verified: false }],
      ['has no email_verified claim', {}],
    ])('creates a separate user without an email when the email %s', async (_case, claims) => {
      const { user } = await suite.database.makeAccount({ user: { email: suite.email } });
      provider.userClaims = { sub: randomUUID(), email: suite.email, ...claims };
      await signIn();
      const currentUser = await fetchCurrentUser();
      expect(currentUser).toMatchObject({ email: null, status: 'demo' });
      expect(currentUser.id).not.toBe(user.id);
    });

    it('does not store an unverified email, even if no user has it', async () => {
      provider.userClaims = { sub: randomUUID(), email: suite.email, given_name: 'Mallory' };
      await signIn();
      const firstUser = await fetchCurrentUser();
      expect(firstUser).toMatchObject({ email: null, firstName: 'Mallory' });
      await suite.browser.open(`${ORIGIN}/api/logout`);

      suite.browser = createBrowser();
      provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true, given_name: 'Dana' };
      await signIn();
      const secondUser = await fetchCurrentUser();
      expect(secondUser).toMatchObject({ email: suite.email, firstName: 'Dana' });
      expect(secondUser.id).not.toBe(firstUser.id);
    });

    it('replaces the identity that the user had at an earlier provider', async () => {
      const { user } = await suite.database.makeAccount({
        user: { email: suite.email, oidcIssuer: 'https://earlier.example.com', oidcSubject: 'dana' },
      });
      provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true };
      await signIn();
      expect(await fetchCurrentUser()).toMatchObject({ id: user.id, status: 'active' });
      expect(await findUsersBySubject(provider.userClaims.sub)).toMatchObject([{ oidcIssuer: provider.origin }]);
    });

    it('creates a separate user if the existing user already has another identity', async () => {
      const { user } = await suite.database.makeAccount({
        user: { email: suite.email, oidcIssuer: provider.origin, oidcSubject: randomUUID() },
      });
      provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true };
      await signIn();
      const currentUser = await fetchCurrentUser();
      expect(currentUser).toMatchObject({ email: null, status: 'demo' });
      expect(currentUser.id).not.toBe(user.id);
    });

    it('rejects a disabled user without creating a new one', async () => {
      const { user } = await suite.database.makeAccount({ user: { email: suite.email, isActive: false } });
      provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true };
      expectRejected(await signIn(), 403, 'This account is disabled.');
      expect(await findUsersBySubject(provider.userClaims.sub)).toEqual([]);
      await suite.database.manager.update(
        User,
        { id: user.id },
        { oidcIssuer: provider.origin, oidcSubject: provider.userClaims.sub },
      );
      expectRejected(await signIn(), 403, 'This account is disabled.');
    });
  });

  it('creates one user for several concurrent first sign-ins', async () => {
    provider.userClaims = { sub: randomUUID(), email: suite.email, email_verified: true };
    const browsers = Array.from({ length: 6 }, () => createBrowser());
    const responses = await Promise.all(
      browsers.map(async (browser) => {
        const { location } = await browser.follow(`${ORIGIN}/api/login`, isCallback);
        return browser.open(location ?? '');
      }),
    );
    expect(responses.map(({ status }) => status)).toEqual(browsers.map(() => 302));
    expect(await findUsersBySubject(provider.userClaims.sub)).toHaveLength(1);
  });
});
