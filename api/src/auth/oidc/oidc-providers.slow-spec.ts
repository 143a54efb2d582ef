import { randomUUID } from 'node:crypto';

import type { AccountClaims, ClientMetadata } from 'oidc-provider';
import { Like } from 'typeorm';

import { User } from '@ringwell/database/accounts/user.entity';
import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from '@ringwell/testing/fake-http-provider';
import { OidcProviderServer, type OidcProviderOptions } from '@ringwell/testing/oidc-provider-server';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { TestBrowser, type BrowserResponse } from '@ringwell/testing/test-browser';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

const ORIGIN = 'http://calls.example.com';
const SECRET = 'a test secret';
const PUBLIC_CLIENT: ClientMetadata = {
  client_id: 'ringwell',
  redirect_uris: [`${ORIGIN}/api/callback`],
  token_endpoint_auth_method: 'none',
};
const CONFIDENTIAL_CLIENT: ClientMetadata = { ...PUBLIC_CLIENT, client_secret: SECRET };

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
    provider.userClaims = {
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

  async function signIn(): Promise<BrowserResponse> {
    const { location } = await browser.follow(`${ORIGIN}/api/login`, (next) => next.pathname === '/api/callback');
    return browser.open(location ?? '');
  }

  async function expectSignIn(): Promise<void> {
    expect(await signIn()).toMatchObject({ status: 302, location: new URL(ORIGIN) });
    expect(JSON.parse((await browser.open(`${ORIGIN}/api/auth/user`)).body)).toMatchObject({
      email: provider.userClaims['email'],
      firstName: 'Dana',
    });
  }

  it.each<[string, Omit<OidcProviderOptions, 'client'>, ClientMetadata['token_endpoint_auth_method']]>([
    ['with the secret in the body', {}, 'client_secret_post'],
    [
      'with the secret in the header, if they accept no other method',
      { configuration: { clientAuthMethods: ['client_secret_basic'] } },
      'client_secret_basic',
    ],
  ])('authenticate the client %s', async (_case, options, method) => {
    await provider.startWith({ client: { ...CONFIDENTIAL_CLIENT, token_endpoint_auth_method: method }, ...options });
    await startApiFor(provider.origin, { OIDC_CLIENT_SECRET: SECRET });
    await expectSignIn();
  });

  it('that reject the client secret lead to an error page, and the secret is not logged', async () => {
    await provider.startWith({ client: { ...CONFIDENTIAL_CLIENT, token_endpoint_auth_method: 'client_secret_post' } });
    await startApiFor(provider.origin, { OIDC_CLIENT_SECRET: 'a wrong secret' });
    expect(await signIn()).toMatchObject({
      status: 502,
      body: expect.stringContaining('check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET') as string,
    });
    const log = api?.log.join('') ?? '';
    expect(log).toContain('SIGN_IN_PROVIDER_FAILED');
    expect(log).not.toMatch(/a wrong secret|code_verifier|[?&]code=/);
  });

  it("are queried at their userinfo endpoint and don't need an end-session endpoint", async () => {
    await provider.startWith({ client: PUBLIC_CLIENT, hasClaimsInIdToken: false, hasSignOut: false });
    await startApiFor(provider.origin, {
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

  it('can supply claims missing from the ID token, but an email is only trusted if its own source verifies it', async () => {
    const { sub, email } = provider.userClaims;
    const claims = (use: string): AccountClaims =>
      use === 'id_token'
        ? { sub, email: 'unchecked@example.com' }
        : { sub, email, email_verified: true, given_name: 'Dana' };
    await provider.startWith({
      client: PUBLIC_CLIENT,
      configuration: { findAccount: (_context, accountId) => ({ accountId, claims }) },
    });
    await startApiFor(provider.origin);
    await expectSignIn();
  });

  it('lead to an error page while unreachable and are retried', async () => {
    await provider.startWith({ client: PUBLIC_CLIENT });
    const { origin: issuer, port } = provider;
    await provider.stop();
    await startApiFor(issuer);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, body } = await browser.open(`${ORIGIN}/api/login`);
      expect(status).toBe(503);
      expect(body).toContain('The sign-in provider is unavailable right now.');
      expect(body).toContain('href="/api/login/local"');
    }
    await provider.startWith({ client: PUBLIC_CLIENT }, port);
    await expectSignIn();
  });

  it('lead to an error page when they become unreachable during a sign-in', async () => {
    await provider.startWith({ client: PUBLIC_CLIENT });
    await startApiFor(provider.origin);
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
    for (const status of [429, 500, 503]) {
      issuer.reply = () => ({ status, body: {} });
      expect(await browser.open(`${ORIGIN}/api/login`)).toMatchObject({
        status: 503,
        body: expect.stringContaining('is unavailable right now') as string,
      });
    }
    const replies: ProviderReply[] = [
      { status: 404, body: 'nothing' },
      { body: 'not JSON' },
      { body: [] },
      { body: {} },
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

  describe('with unusual behavior', () => {
    const nowSeconds = (): number => Math.floor(Date.now() / 1_000);
    let issuer: FakeIssuer;

    beforeEach(async () => {
      issuer = new FakeIssuer();
      await issuer.start();
    });
    afterEach(() => issuer.stop());

    const discoveryDocument = (name: string, origin = issuer.origin): object => ({
      issuer: name,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      response_types_supported: ['code'],
    });

    // The ID token comes from the token endpoint, so its signature is not checked.
    function idToken(claims: object): string {
      const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
      return `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmVk`;
    }

    /** Signs in at the fake issuer, whose ID token contains these claims. */
    async function signInWith(
      metadata: object,
      claims: object,
      { query = '', userInfo = { status: 404, body: {} } }: { query?: string; userInfo?: ProviderReply } = {},
    ): Promise<BrowserResponse> {
      browser = new TestBrowser({ [ORIGIN]: api?.url ?? '' });
      issuer.reply = () => ({ body: metadata });
      const { location } = await browser.open(`${ORIGIN}/api/login`);
      const [state, nonce] = ['state', 'nonce'].map((name) => location?.searchParams.get(name) ?? '');
      const token = idToken({ aud: 'ringwell', iat: nowSeconds(), exp: nowSeconds() + 3_600, nonce, ...claims });
      const tokens = { access_token: 'opaque', token_type: 'bearer', expires_in: '3600', id_token: token };
      issuer.reply = (path) => (path === '/userinfo' ? userInfo : { body: tokens });
      return browser.open(`${ORIGIN}/api/callback?code=code&state=${state}${query}`);
    }

    const makeClaims = (): object => ({
      sub: randomUUID(),
      email: `${randomUUID()}@example.com`,
      email_verified: 'true',
      given_name: 'Dana',
    });

    it("include Microsoft's endpoint for all organizations, each of which has its own issuer", async () => {
      const microsoft = 'https://login.microsoftonline.com';
      const tenant = randomUUID();
      const originalFetch = globalThis.fetch;
      const fetchSpy = jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        return url.origin === microsoft
          ? originalFetch(issuer.origin + url.pathname, init)
          : originalFetch(input, init);
      });
      try {
        await startApiFor(`${microsoft}/common/v2.0`);
        const metadata = discoveryDocument(`${microsoft}/{tenantid}/v2.0`, microsoft);
        const claims = { ...makeClaims(), iss: `${microsoft}/${tenant}/v2.0`, tid: tenant };
        expect(await signInWith(metadata, claims)).toMatchObject({ status: 302, location: new URL(ORIGIN) });
        const otherTenant = randomUUID();
        const otherClaims = { ...claims, sub: randomUUID(), iss: `${microsoft}/${otherTenant}/v2.0`, tid: otherTenant };
        expect(await signInWith(metadata, otherClaims)).toMatchObject({ status: 302, location: new URL(ORIGIN) });
        const users = await database.dataSource.manager.find(User, { where: { oidcIssuer: Like(`${microsoft}/%`) } });
        expect(users.map(({ oidcIssuer }) => oidcIssuer).sort()).toEqual([claims.iss, otherClaims.iss].sort());
        const forgedClaims = { ...claims, iss: `${microsoft}/${randomUUID()}/v2.0` };
        expect(await signInWith(metadata, forgedClaims)).toMatchObject({ status: 502 });
      } finally {
        fetchSpy.mockRestore();
      }
    });

    it.each([
      ["has a trailing slash that the setting doesn't", '/realms/calls', '/realms/calls/'],
      ["is missing the setting's trailing slash", '/realms/calls/', '/realms/calls'],
    ])('may have an issuer that %s', async (_case, setting, name) => {
      await startApiFor(issuer.origin + setting);
      const iss = issuer.origin + name;
      expect(await signInWith(discoveryDocument(iss), { ...makeClaims(), iss })).toMatchObject({ status: 302 });
    });

    it('lead to an error page that shows their issuer if it differs from the setting', async () => {
      await startApiFor(`${issuer.origin}/realms/calls`);
      issuer.reply = () => ({ body: discoveryDocument('https://id.example.com/realms/calls') });
      expect((await browser.open(`${ORIGIN}/api/login`)).body).toContain(
        'The sign-in provider identifies itself as https://id.example.com/realms/calls. Ask your administrator to ' +
          'set OIDC_ISSUER_URL to that.',
      );
    });

    it("can have a clock that's four minutes off", async () => {
      await startApiFor(issuer.origin);
      const claims = { ...makeClaims(), iss: issuer.origin };
      const earlyClaims = { iat: nowSeconds() + 240, nbf: nowSeconds() + 240 };
      expect(await signInWith(discoveryDocument(issuer.origin), { ...claims, ...earlyClaims })).toMatchObject({
        status: 302,
      });
      const lateClaims = { iat: nowSeconds() - 3_840, exp: nowSeconds() - 240 };
      expect(await signInWith(discoveryDocument(issuer.origin), { ...claims, ...lateClaims })).toMatchObject({
        status: 302,
      });
    });

    it.each<[string, number, object, object, { query?: string; userInfo?: ProviderReply }]>([
      ['names itself in its response without announcing it, as Google does', 302, {}, {}, { query: '&iss=ISSUER' }],
      [
        'names itself in its response, as Keycloak does',
        302,
        { authorization_response_iss_parameter_supported: true },
        {},
        { query: '&iss=ISSUER&session_state=1' },
      ],
      ['names another issuer in its response', 502, {}, {}, { query: '&iss=https://id.example.com' }],
      ['lists hundreds of groups', 302, {}, { groups: Array.from({ length: 2_000 }, () => randomUUID()) }, {}],
      ['has several audiences, as Keycloak does', 302, {}, { aud: ['ringwell', 'account'], azp: 'ringwell' }, {}],
      ['sends no email address, as Entra does for guests', 302, {}, { email: null, email_verified: null }, {}],
      [
        'rejects the userinfo request when only names are missing',
        302,
        {},
        { given_name: null },
        { userInfo: { status: 403, body: {} } },
      ],
      [
        'omits whether the email is verified while its userinfo endpoint is unavailable',
        503,
        {},
        { email_verified: null },
        { userInfo: { status: 503, body: {} } },
      ],
      [
        "returns another person's userinfo",
        502,
        {},
        { email_verified: null },
        { userInfo: { body: { sub: 'another', email: 'dana@example.com', email_verified: true } } },
      ],
    ])('one that %s: the sign-in ends with status %d', async (_case, status, metadata, claims, options) => {
      await startApiFor(issuer.origin);
      const userInfoMetadata = options.userInfo !== undefined && { userinfo_endpoint: `${issuer.origin}/userinfo` };
      const response = await signInWith(
        { ...discoveryDocument(issuer.origin), ...userInfoMetadata, ...metadata },
        { ...makeClaims(), iss: issuer.origin, ...claims },
        { ...options, query: options.query?.replace('ISSUER', encodeURIComponent(issuer.origin)) },
      );
      expect(response.status).toBe(status);
    });

    it("lead to an error page about the clock if it's an hour off", async () => {
      await startApiFor(issuer.origin);
      const claims = { ...makeClaims(), iss: issuer.origin, nbf: nowSeconds() + 3_600 };
      expect((await signInWith(discoveryDocument(issuer.origin), claims)).body).toContain(
        'clock and the sign-in provider&#39;s differ too much.',
      );
    });
  });
});
