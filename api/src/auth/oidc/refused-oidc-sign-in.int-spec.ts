import { randomUUID } from 'node:crypto';

import { JwtService } from '@nestjs/jwt';

import type { BrowserResponse } from '@ringwell/testing/test-browser';
import {
  ATTEMPT_COOKIE,
  CALLBACK,
  expectRejection,
  isCallback,
  ORIGIN,
  useOidcSignIn,
} from '@ringwell/testing/use-oidc-sign-in';

describe('A rejected sign-in with OpenID Connect', () => {
  const suite = useOidcSignIn();
  const { provider, createBrowser, reachCallback, signIn } = suite;
  const expectRejected = (response: BrowserResponse, status: number, sentence: string): void =>
    expectRejection(suite.browser, response, status, sentence);

  it("doesn't start a session for a user disabled during sign-in", async () => {
    const { user } = await suite.database.makeAccount({
      user: {
        email: suite.email,
        firstName: 'D',
        lastName: 'R',
        oidcIssuer: provider.origin,
        oidcSubject: randomUUID(),
      },
    });
    provider.userClaims = { sub: user.oidcSubject ?? '', email: suite.email, email_verified: true };
    const url = await reachCallback();
    const response = await suite.database.whileLocked(
      'update users set is_active = false where id = $1',
      [user.id],
      () => suite.browser.open(url),
    );
    expectRejected(response, 403, 'This account is disabled.');
  });

  describe('shows an error page', () => {
    it('when the user declines', async () => {
      provider.grantsConsent = false;
      expectRejected(await signIn(), 403, 'Sign-in was canceled.');
    });

    it('when the callback is repeated', async () => {
      const url = await reachCallback();
      const attempt = suite.browser.cookies(ORIGIN).get(ATTEMPT_COOKIE) ?? '';
      await suite.browser.open(url);
      suite.browser = createBrowser();
      expectRejected(await suite.browser.open(url), 400, 'This sign-in link has expired or was already used.');
      // Repeating the callback with a copied cookie fails too, because the provider accepts a code only once.
      suite.browser.cookies(ORIGIN).set(ATTEMPT_COOKIE, attempt);
      expectRejected(await suite.browser.open(url), 400, 'This sign-in link has expired or was already used.');
    });

    it('when the sign-in began in another browser', async () => {
      const url = await reachCallback();
      suite.browser = createBrowser();
      await suite.browser.open(`${ORIGIN}/api/login`);
      expectRejected(await suite.browser.open(url), 400, 'This sign-in link has expired or was already used.');
    });

    it.each(['', '?state=x', '?code=x', '?error=access_denied', '?state=a&state=b&code=c', '?state[a]=b&code=%00'])(
      "when the callback doesn't belong to an attempt: %j",
      async (search) => {
        expectRejected(
          await suite.browser.open(CALLBACK + search),
          400,
          'This sign-in link has expired or was already used.',
        );
        await suite.browser.open(`${ORIGIN}/api/login`);
        expectRejected(
          await suite.browser.open(CALLBACK + search),
          400,
          'This sign-in link has expired or was already used.',
        );
      },
    );

    it('when the state matches but the code is wrong or missing', async () => {
      for (const change of [
        (url: URL): void => url.searchParams.set('code', 'wrong'),
        (url: URL): void => url.searchParams.delete('code'),
      ]) {
        const url = await reachCallback();
        change(url);
        expectRejected(await suite.browser.open(url), 400, 'This sign-in link has expired or was already used.');
      }
    });

    it('when the ID token belongs to another attempt', async () => {
      const { location } = await suite.browser.open(`${ORIGIN}/api/login`);
      location?.searchParams.set('nonce', 'of-somebody-else');
      const { location: finalLocation } = await suite.browser.follow(location ?? '', isCallback);
      expectRejected(await suite.browser.open(finalLocation ?? ''), 502, 'sent a response that we can&#39;t use');
    });

    it('when the attempt is forged, expired or a session token', async () => {
      const jwt = suite.api.app.get(JwtService, { strict: false });
      const url = await reachCallback();
      const attempt: object = jwt.decode(suite.browser.cookies(ORIGIN).get(ATTEMPT_COOKIE) ?? '');
      const { aud: _aud, iat: _iat, exp: _exp, ...claims } = attempt as Record<string, unknown>;
      for (const cookie of [
        'x',
        await jwt.signAsync(claims),
        await jwt.signAsync(claims, { audience: 'sign-in', expiresIn: -1 }),
      ]) {
        suite.browser.cookies(ORIGIN).set(ATTEMPT_COOKIE, cookie);
        expectRejected(await suite.browser.open(url), 400, 'This sign-in link has expired or was already used.');
      }
    });
  });
});
