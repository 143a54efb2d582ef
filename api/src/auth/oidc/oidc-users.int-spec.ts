import { randomUUID } from 'node:crypto';

import { User } from '@ringwell/database/accounts/user.entity';
import { makeAccount } from '@ringwell/testing/make-account';
import { SessionClient } from '@ringwell/testing/session-client';
import type { BrowserAnswer } from '@ringwell/testing/test-browser';
import { expectRefusal, isCallback, ORIGIN, useOidcSignIn } from '@ringwell/testing/use-oidc-sign-in';

describe('Users who sign in with OpenID Connect', () => {
  const suite = useOidcSignIn();
  const { provider, newBrowser, signIn, currentUser, usersOf } = suite;
  const refused = (answer: BrowserAnswer, status: number, sentence: string): void =>
    expectRefusal(suite.browser, answer, status, sentence);

  it('recognizes a returning user by issuer and subject and fills in empty fields only', async () => {
    provider.person = { sub: randomUUID(), email: null };
    await signIn();
    expect(await currentUser()).toMatchObject({ email: null, firstName: null });
    const [user] = await usersOf(provider.person.sub);
    await suite.database.dataSource.manager.update(User, { id: user?.id }, { lastName: 'Set by an administrator' });

    suite.browser = newBrowser();
    provider.person = {
      sub: provider.person.sub,
      email: suite.email,
      email_verified: true,
      given_name: 'Dana',
      family_name: 'Reyes',
    };
    await signIn();
    expect(await currentUser()).toMatchObject({
      id: user?.id,
      email: suite.email,
      firstName: 'Dana',
      lastName: 'Set by an administrator',
    });
  });

  describe('when the email belongs to a user', () => {
    it('links the identity to that user when the email is verified', async () => {
      const { user } = await makeAccount(suite.database.dataSource, { user: { email: suite.email, firstName: 'Dee' } });
      provider.person = {
        sub: randomUUID(),
        email: suite.email.toUpperCase(),
        email_verified: true,
        given_name: 'Dana',
        family_name: 'Reyes',
      };
      await signIn();
      expect(await currentUser()).toMatchObject({ id: user.id, status: 'active', firstName: 'Dee', lastName: 'Reyes' });
    });

    it('locks out whoever signed up with the address without confirming it', async () => {
      const { dataSource } = suite.database;
      const { user } = await makeAccount(dataSource, {
        user: { email: suite.email, passwordHash: "a stranger's", isEmailConfirmed: false },
      });
      const stranger = await SessionClient.signIn(suite.api, dataSource, user.id);
      provider.person = { sub: randomUUID(), email: suite.email, email_verified: true };
      await signIn();
      expect(await currentUser()).toMatchObject({ id: user.id, hasPassword: false });
      expect((await stranger.get('/api/auth/user')).status).toBe(401);

      const { user: confirmed } = await makeAccount(dataSource, {
        user: { email: `b${suite.email}`, passwordHash: 'their own' },
      });
      suite.browser = newBrowser();
      provider.person = { sub: randomUUID(), email: confirmed.email, email_verified: true };
      await signIn();
      expect(await currentUser()).toMatchObject({ id: confirmed.id, hasPassword: true });
    });

    it.each([
      ['is not verified', { email_verified: false }],
      ['may be verified or not', {}],
      ['is verified in words', { email_verified: 'true' as unknown as boolean }],
    ])('creates a separate user without an email when it %s', async (_what, claims) => {
      const { user } = await makeAccount(suite.database.dataSource, { user: { email: suite.email } });
      provider.person = { sub: randomUUID(), email: suite.email, ...claims };
      await signIn();
      const current = await currentUser();
      expect(current).toMatchObject({ email: null, status: 'demo' });
      expect(current.id).not.toBe(user.id);
    });

    it('does not store an unverified email that no user has', async () => {
      provider.person = { sub: randomUUID(), email: suite.email, given_name: 'Mallory' };
      await signIn();
      const first = await currentUser();
      expect(first).toMatchObject({ email: null, firstName: 'Mallory' });
      await suite.browser.open(`${ORIGIN}/api/logout`);

      suite.browser = newBrowser();
      provider.person = { sub: randomUUID(), email: suite.email, email_verified: true, given_name: 'Dana' };
      await signIn();
      const second = await currentUser();
      expect(second).toMatchObject({ email: suite.email, firstName: 'Dana' });
      expect(second.id).not.toBe(first.id);
    });

    it('creates a separate user when that user already has another identity', async () => {
      const { user } = await makeAccount(suite.database.dataSource, {
        user: { email: suite.email, oidcIssuer: provider.issuer, oidcSubject: randomUUID() },
      });
      provider.person = { sub: randomUUID(), email: suite.email, email_verified: true };
      await signIn();
      const current = await currentUser();
      expect(current).toMatchObject({ email: null, status: 'demo' });
      expect(current.id).not.toBe(user.id);
    });

    it('refuses a disabled user and creates no other', async () => {
      const { user } = await makeAccount(suite.database.dataSource, { user: { email: suite.email, isActive: false } });
      provider.person = { sub: randomUUID(), email: suite.email, email_verified: true };
      refused(await signIn(), 403, 'This account is disabled.');
      expect(await usersOf(provider.person.sub)).toEqual([]);
      await suite.database.dataSource.manager.update(
        User,
        { id: user.id },
        { oidcIssuer: provider.issuer, oidcSubject: provider.person.sub },
      );
      refused(await signIn(), 403, 'This account is disabled.');
    });
  });

  it('creates one user for two concurrent first sign-ins', async () => {
    provider.person = { sub: randomUUID(), email: suite.email, email_verified: true };
    const browsers = Array.from({ length: 6 }, () => newBrowser());
    const answers = await Promise.all(
      browsers.map(async (one) => {
        const { location } = await one.follow(`${ORIGIN}/api/login`, isCallback);
        return one.open(location ?? '');
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(browsers.map(() => 302));
    expect(await usersOf(provider.person.sub)).toHaveLength(1);
  });
});
