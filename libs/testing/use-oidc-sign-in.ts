import { randomUUID } from 'node:crypto';

import { User } from '@ringwell/database/accounts/user.entity';

import { OidcProviderServer } from './oidc-provider-server';
import { startApi, type TestApi } from './start-api';
import { TestBrowser, type BrowserResponse } from './test-browser';
import { createTestDatabase, type TestDatabase } from './test-database';

export const ORIGIN = 'https://calls.example.com';
export const CALLBACK = `${ORIGIN}/api/callback`;
export const ATTEMPT_COOKIE = '__Host-ringwell_sign_in';
export const SESSION_COOKIE = '__Host-ringwell_session';

/** An API with an OpenID Connect provider. Each test starts with a new browser, user and email address. */
export interface OidcSuite {
  provider: OidcProviderServer;
  database: TestDatabase;
  api: TestApi;
  browser: TestBrowser;
  email: string;
  createBrowser: () => TestBrowser;
  /** Signs in up to the redirect to the callback. */
  reachCallback: () => Promise<URL>;
  signIn: () => Promise<BrowserResponse>;
  fetchCurrentUser: () => Promise<Partial<User>>;
  findUsersBySubject: (subject: string) => Promise<User[]>;
}

export function useOidcSignIn(settings: Record<string, string> = {}): OidcSuite {
  const provider = new OidcProviderServer();
  const suite = {
    provider,
    createBrowser: () => new TestBrowser({ [ORIGIN]: suite.api.url }),
    reachCallback: async () => {
      const { location } = await suite.browser.follow(`${ORIGIN}/api/login?returnTo=/calls`, isCallback);
      if (!location) throw new Error('The provider did not redirect to the callback.');
      return location;
    },
    signIn: async () => suite.browser.open(await suite.reachCallback()),
    fetchCurrentUser: async () =>
      JSON.parse((await suite.browser.open(`${ORIGIN}/api/auth/user`)).body) as Partial<User>,
    findUsersBySubject: (subject: string) => suite.database.manager.findBy(User, { oidcSubject: subject }),
  } as OidcSuite;

  beforeAll(async () => {
    suite.database = await createTestDatabase();
    await provider.startWith({
      client: {
        client_id: 'ringwell',
        redirect_uris: [CALLBACK],
        post_logout_redirect_uris: [ORIGIN],
        token_endpoint_auth_method: 'none',
      },
    });
    suite.api = await startApi(suite.database.url, {
      PUBLIC_URL: ORIGIN,
      OIDC_ISSUER_URL: provider.origin,
      OIDC_CLIENT_ID: 'ringwell',
      AUTH_PROVIDER_NAME: 'Acme',
      ...settings,
    });
  });
  afterAll(async () => {
    await suite.api.stop();
    await provider.stop();
    await suite.database.drop();
  });
  beforeEach(() => {
    suite.browser = suite.createBrowser();
    suite.email = `${randomUUID()}@example.com`;
    provider.userClaims = { sub: randomUUID() };
    provider.grantsConsent = true;
  });
  return suite;
}

export function isCallback(url: URL): boolean {
  return url.href.startsWith(CALLBACK);
}

export function expectRejection(
  browser: TestBrowser,
  response: BrowserResponse,
  status: number,
  sentence: string,
): void {
  expect({
    status: response.status,
    type: response.headers.get('content-type'),
    cache: response.headers.get('cache-control'),
  }).toEqual({ status, type: 'text/html; charset=utf-8', cache: 'no-store' });
  expect(response.body).toContain(sentence);
  expect(response.body).toContain('<a class="button" href="/api/login">Try again</a>');
  expect(response.body).not.toMatch(/\n\s+at |openid-client/);
  expect(browser.cookies(ORIGIN).has(SESSION_COOKIE)).toBe(false);
}
