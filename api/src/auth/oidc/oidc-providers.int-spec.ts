import { randomUUID } from 'node:crypto';

import type { AccountClaims, ClientMetadata } from 'oidc-provider';

import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from '@ringwell/testing/fake-http-provider';
import { OidcProviderServer, type OidcProviderOptions } from '@ringwell/testing/oidc-provider-server';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { TestBrowser, type BrowserAnswer } from '@ringwell/testing/test-browser';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

const ORIGIN = 'http://calls.example.com';
const SECRET = 'a secret of the test';
const PUBLIC_CLIENT: ClientMetadata = {
  client_id: 'ringwell',
  redirect_uris: [`${ORIGIN}/api/callback`],
  token_endpoint_auth_method: 'none',
};
const CONFIDENTIAL: ClientMetadata = { ...PUBLIC_CLIENT, client_secret: SECRET };

class FakeIssuer extends FakeHttpProvider<string> {
  reply = (_path: string): ProviderReply => ({ status: 404, body: 'nothing here' });

  protected async read({ url }: ProviderRequest): Promise<string> {
    return url.pathname;
  }
}

describe('OpenID Connect providers', () => {
  let database: TestDatabase;
  let provider: OidcProviderServer;
  let api: TestApi | undefined;
  let browser: TestBrowser;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    provider = new OidcProviderServer();
    provider.person = {
      sub: randomUUID(),
      email: `${randomUUID()}@example.com`,
      email_verified: true,
      given_name: 'Dana',
    };
  });
  afterEach(async () => {
    await api?.stop();
    api = undefined;
    await provider.stop();
  });

  async function startApiFor(issuer: string, settings: Record<string, string> = {}): Promise<void> {
    api = await startApi(database.url, {
      PUBLIC_URL: `${ORIGIN}/`,
      OIDC_ISSUER_URL: issuer,
      OIDC_CLIENT_ID: 'ringwell',
      ...settings,
    });
    browser = new TestBrowser({ [ORIGIN]: api.url });
  }

  async function signIn(): Promise<BrowserAnswer> {
    const { location } = await browser.follow(`${ORIGIN}/api/login`, (next) => next.pathname === '/api/callback');
    return browser.open(location ?? '');
  }

  async function expectSignIn(): Promise<void> {
    expect(await signIn()).toMatchObject({ status: 302, location: new URL(ORIGIN) });
    expect(JSON.parse((await browser.open(`${ORIGIN}/api/auth/user`)).body)).toMatchObject({
      email: provider.person['email'],
      firstName: 'Dana',
    });
  }

  it.each<[string, Omit<OidcProviderOptions, 'client'>, ClientMetadata['token_endpoint_auth_method']]>([
    ['with the secret in the body', {}, 'client_secret_post'],
    [
      'with the secret in the header, when it takes no other',
      { configuration: { clientAuthMethods: ['client_secret_basic'] } },
      'client_secret_basic',
    ],
  ])('authenticate the client %s', async (_what, options, method) => {
    await provider.start({ client: { ...CONFIDENTIAL, token_endpoint_auth_method: method }, ...options });
    await startApiFor(provider.issuer, { OIDC_CLIENT_SECRET: SECRET });
    await expectSignIn();
  });

  it('that reject the client secret lead to an error page and keep the secret out of the log', async () => {
    await provider.start({ client: { ...CONFIDENTIAL, token_endpoint_auth_method: 'client_secret_post' } });
    await startApiFor(provider.issuer, { OIDC_CLIENT_SECRET: 'a wrong secret' });
    expect(await signIn()).toMatchObject({
      status: 502,
      body: expect.stringContaining('Couldn&#39;t sign you in') as string,
    });
    const log = api?.log.join('') ?? '';
    expect(log).toContain('SIGN_IN_PROVIDER_FAILED');
    expect(log).not.toMatch(/a wrong secret|code_verifier|[?&]code=/);
  });

  it('are asked at their userinfo endpoint and may lack an end-session endpoint', async () => {
    await provider.start({ client: PUBLIC_CLIENT, claimsInIdToken: false, hasSignOut: false });
    await startApiFor(provider.issuer, {
      OIDC_PROMPT: 'login consent',
      OIDC_SCOPES: 'openid email profile offline_access',
    });
    const { location } = await browser.open(`${ORIGIN}/api/login`);
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
      prompt: 'login consent',
      scope: 'openid email profile offline_access',
    });
    await expectSignIn();
    expect(await browser.open(`${ORIGIN}/api/logout`)).toMatchObject({ status: 302, location: new URL(ORIGIN) });
    expect((await browser.open(`${ORIGIN}/api/auth/user`)).status).toBe(401);
  });

  it('are asked for claims missing in the ID token, with an email only as verified as its source', async () => {
    const { sub, email } = provider.person;
    const claims = (use: string): AccountClaims =>
      use === 'id_token'
        ? { sub, email: 'unchecked@example.com' }
        : { sub, email, email_verified: true, given_name: 'Dana' };
    await provider.start({
      client: PUBLIC_CLIENT,
      configuration: { findAccount: (_context, accountId) => ({ accountId, claims }) },
    });
    await startApiFor(provider.issuer);
    await expectSignIn();
  });

  it('lead to an error page while unreachable and are retried', async () => {
    await provider.start({ client: PUBLIC_CLIENT });
    const { issuer, port } = provider;
    await provider.stop();
    await startApiFor(issuer);
    for (let tries = 0; tries < 2; tries += 1) {
      const { status, body } = await browser.open(`${ORIGIN}/api/login`);
      expect(status).toBe(503);
      expect(body).toContain('The sign-in provider is unavailable right now.');
      expect(body).toContain('href="/api/login/local"');
    }
    await provider.start({ client: PUBLIC_CLIENT }, port);
    await expectSignIn();
  });

  it('lead to an error page when they become unreachable during a sign-in', async () => {
    await provider.start({ client: PUBLIC_CLIENT });
    await startApiFor(provider.issuer);
    const { location } = await browser.follow(`${ORIGIN}/api/login`, (next) => next.pathname === '/api/callback');
    await provider.stop();
    expect(await browser.open(location ?? '')).toMatchObject({
      status: 503,
      body: expect.stringContaining('is unavailable right now') as string,
    });
  });

  it('lead to an error page when they send an invalid response', async () => {
    const issuer = new FakeIssuer();
    await issuer.start();
    await startApiFor(issuer.origin);
    const metadata = {
      issuer: 'https://somebody-else.example.com',
      authorization_endpoint: `${issuer.origin}/a`,
      token_endpoint: `${issuer.origin}/t`,
    };
    const replies: ProviderReply[] = [
      { status: 404, body: 'nothing' },
      { status: 500, body: {} },
      { body: 'no JSON' },
      { body: [] },
      { body: {} },
      { body: metadata },
    ];
    for (const reply of replies) {
      issuer.reply = () => reply;
      expect(await browser.open(`${ORIGIN}/api/login`)).toMatchObject({
        status: 502,
        body: expect.stringContaining('sent a response that we can&#39;t use') as string,
      });
    }
    await issuer.stop();
  });
});
