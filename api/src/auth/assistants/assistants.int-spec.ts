import { createServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import type { Client } from '@modelcontextprotocol/client';

import { Assistant } from '@ringwell/database/accounts/assistants/assistant.entity';
import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { row, rows } from '@ringwell/database/postgres/sql';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { listenLocally } from '@ringwell/testing/local-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { createSelfSignedCertificate } from '@ringwell/testing/self-signed';
import { SessionClient } from '@ringwell/testing/session-client';
import { SigningInAssistant } from '@ringwell/testing/signing-in-assistant';
import { useTestApi } from '@ringwell/testing/start-api';
import { TestBrowser, type BrowserResponse } from '@ringwell/testing/test-browser';

import { RecordAdapter } from './record-adapter';

const PUBLIC_URL = 'https://calls.example.com';
const CALLBACK = 'http://127.0.0.1:43210/callback';

interface ListedAssistant {
  id: string;
  name: string;
  host: string;
  isReadOnly: boolean;
  connectedBy: string;
  lastUsedAt: string | null;
}

describe('An assistant that signs in', () => {
  const certificate = createSelfSignedCertificate('DNS:localhost');
  const site = createServer(certificate, ({ url = '' }, response) => {
    if (url === '/down.json') response.statusCode = 503;
    if (url === '/moved.json') {
      response.statusCode = 302;
      response.setHeader('location', '/elsewhere.json');
    }
    const metadata = {
      client_id: buildClientId(url === '/elsewhere.json' ? '/moved.json' : url),
      client_name: url === '/odd.json' ? '\u202eHelp\0er\n' : 'Helper',
      redirect_uris: ['http://127.0.0.1/callback'],
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata));
  });
  let port: number;
  const buildClientId = (path = '/client.json'): string => `https://localhost:${port}${path}`;
  const defaultAuthorities = getCACertificates();
  beforeAll(async () => {
    setDefaultCACertificates([...defaultAuthorities, certificate.cert]);
    port = await listenLocally(site);
  });
  afterAll(() => {
    setDefaultCACertificates(defaultAuthorities);
    site.close();
    site.closeAllConnections();
  });
  const { api, database } = useTestApi(() => ({ PUBLIC_URL, OUTBOUND_ALLOW: `localhost:${port}` }));
  let account: TestAccount;
  let browser: TestBrowser;
  let assistant: SigningInAssistant;

  beforeEach(async () => {
    account = await database.makeAccount({ account: { company: 'Cedar Creek Plumbing' } });
    browser = new TestBrowser({ [PUBLIC_URL]: api.url });
    assistant = new SigningInAssistant(PUBLIC_URL, api.url);
    await signIn(account.user.id);
  });

  async function createSession(userId: string): Promise<SessionClient> {
    const { cookie } = await api.signIn({ id: userId });
    return new SessionClient(api.url, cookie.replace('ringwell_session', '__Host-ringwell_session'));
  }
  async function signIn(userId: string): Promise<void> {
    const { cookie } = await createSession(userId);
    const [name = '', value = ''] = cookie.split('=');
    browser.cookies(PUBLIC_URL).set(name, value);
  }
  const signInAsOwner = (): Promise<SessionClient> => createSession(account.user.id);
  const sameOrigin = { origin: PUBLIC_URL };
  const isExternal = ({ origin }: URL): boolean => origin !== PUBLIC_URL;
  const openConsent = async (): Promise<BrowserResponse> => browser.follow(await assistant.startSignIn(), isExternal);
  async function submitConsent(choice: string, consent?: BrowserResponse): Promise<URL> {
    const page = consent ?? (await openConsent());
    const accountId = /name="accountId" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    let response = await browser.open(page.url, { form: { accountId, choice } });
    while (response.location && !isExternal(response.location)) response = await browser.open(response.location);
    if (!response.location) throw new Error(`The browser ended at ${response.status} ${response.body}`);
    return response.location;
  }
  const connect = async (choice = 'read'): Promise<Client> => assistant.finishSignIn(await submitConsent(choice));
  const postForm = async (
    path: string,
    form: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, string> }> => {
    const response = await fetch(api.url + path, { method: 'POST', body: new URLSearchParams(form) });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, string>) };
  };
  const refresh = (token = assistant.stored.tokens?.refresh_token ?? ''): ReturnType<typeof postForm> =>
    postForm('/api/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: assistant.stored.client?.client_id ?? '',
    });
  async function callApi(
    token = assistant.stored.tokens?.access_token,
    path = '/api/mcp',
    method = 'POST',
  ): Promise<number> {
    const response = await fetch(api.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }),
    });
    return response.status;
  }
  const getAccessStatuses = async (): Promise<{ call: number; refresh: number }> => ({
    call: await callApi(),
    refresh: (await refresh()).status,
  });
  const REVOKED_STATUSES = { call: 401, refresh: 400 };

  it.each([
    ['auto', '/api/mcp/'],
    ['legacy', '/api/mcp'],
  ] as const)('discovers the server, gets consent, and reads calls (%s, %s)', async (mode, path) => {
    assistant = new SigningInAssistant(PUBLIC_URL, api.url, CALLBACK, undefined, mode);
    assistant.path = path;
    const page = await openConsent();
    expect(page.status).toBe(200);
    for (const text of ['Claude', 'this computer', 'Cedar Creek Plumbing', 'Allow reading', 'follow-ups'])
      expect(page.body).toContain(text);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:43210");
    const client = await assistant.finishSignIn(await submitConsent('read', page));
    expect(await client.callTool({ name: 'list_calls', arguments: {} })).toMatchObject({
      structuredContent: { calls: [] },
    });
    const ownAssistants = await (await signInAsOwner()).get<ListedAssistant[]>('/api/my/assistants');
    expect(ownAssistants.body).toMatchObject([
      { name: 'Claude', host: 'this computer', isReadOnly: true, connectedBy: account.user.email },
    ]);
    expect(await database.manager.findBy(ActivityLog, { accountId: account.account.id })).toMatchObject([
      { action: 'Assistant connected', userId: account.user.id },
    ]);
    const events = await database.query(
      `select kind, outcome from security_events where account_id = $1 and kind = 'rights_changed'`,
      [account.account.id],
    );
    expect(events).toEqual([{ kind: 'rights_changed', outcome: 'succeeded' }]);
  });

  it('sends visitors to the sign-in page, and then back to the consent page', async () => {
    browser.cookies(PUBLIC_URL).clear();
    const authorizeUrl = await assistant.startSignIn();
    const page = await browser.follow(authorizeUrl, isExternal);
    expect(page.url.pathname).toBe('/api/login');
    expect(page.body).toMatch(/name="returnTo" value="\/api\/oauth\/consent\/[\w-]+"/);
    await signIn(account.user.id);
    const returnTo = /name="returnTo" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    expect((await browser.open(PUBLIC_URL + returnTo)).body).toContain('Connect Claude?');
  });

  it('can change follow-ups only if the user allows it and has that permission', async () => {
    const { id } = await database.makeFollowUp(account.account.id);
    const toolCall = { name: 'take_follow_up', arguments: { id } };
    expect(await (await connect('read')).callTool(toolCall)).toMatchObject({ isError: true });
    assistant = new SigningInAssistant(PUBLIC_URL, api.url);
    expect(await (await connect('write')).callTool(toolCall)).toMatchObject({
      structuredContent: { state: 'in_progress' },
    });
    const viewer = await database.makeMember(account, 'viewer');
    await signIn(viewer.id);
    assistant = new SigningInAssistant(PUBLIC_URL, api.url);
    const page = await openConsent();
    expect(page.body).not.toContain('value="write"');
    expect(await (await assistant.finishSignIn(await submitConsent('write', page))).callTool(toolCall)).toMatchObject({
      isError: true,
    });
  });

  it('can use a client ID metadata document instead of registering, unless it is on a private network or redirects', async () => {
    assistant = new SigningInAssistant(PUBLIC_URL, api.url, CALLBACK, buildClientId());
    const client = await connect();
    expect(await client.listTools()).toBeDefined();
    expect(assistant.stored.client).toMatchObject({ client_id: buildClientId() });
    const url = new URL(assistant.openedUrl ?? '');
    for (const documentUrl of ['https://10.0.0.1/client.json', buildClientId('/moved.json')]) {
      url.searchParams.set('client_id', documentUrl);
      expect((await browser.open(url)).status).toBe(400);
    }
  });

  it('is asked to retry instead of being rejected as unknown while its document is unavailable', async () => {
    const token = { grant_type: 'refresh_token', refresh_token: 'x' };
    expect(await postForm('/api/oauth/token', { ...token, client_id: buildClientId('/down.json') })).toMatchObject({
      status: 503,
      body: { error: 'temporarily_unavailable' },
    });
    expect(await postForm('/api/oauth/token', { ...token, client_id: 'unknown' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
  });

  it("doesn't get access if the user declines", async () => {
    const { searchParams } = await submitConsent('no');
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null]);
    expect(await database.manager.countBy(Assistant, { accountId: account.account.id })).toBe(0);
  });

  it('gets a token that works only for the tools', async () => {
    await connect('write');
    expect(await callApi()).toBe(200);
    for (const path of ['/api/calls', '/api/my/settings', '/api/n8n/calls/x', '/api/MCP', '/api/my/assistants'])
      expect(await callApi(assistant.stored.tokens?.access_token, path, 'GET')).toBe(401);
    expect(await callApi(assistant.stored.tokens?.refresh_token)).toBe(401);
  });

  it('stays connected when it immediately resends a refresh token after a lost response', async () => {
    await connect();
    const token = assistant.stored.tokens?.refresh_token ?? '';
    const responses = [...(await Promise.all([refresh(token), refresh(token)])), await refresh(token)];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of responses) {
      expect(await callApi(body['access_token'])).toBe(200);
      expect((await refresh(body['refresh_token'])).status).toBe(200);
    }
  });

  it('refreshes its tokens, and loses all of them if one is reused later', async () => {
    await connect();
    const firstToken = assistant.stored.tokens?.refresh_token ?? '';
    const response = await refresh(firstToken);
    expect(response).toMatchObject({ status: 200, body: { access_token: expect.any(String) as string } });
    expect(response.body['refresh_token']).not.toBe(firstToken);
    expect(await callApi(response.body['access_token'])).toBe(200);
    await rows(
      database.manager,
      `update assistant_records set consumed_at = consumed_at - interval '1 minute' where consumed_at is not null`,
      [],
    );
    expect(await refresh(firstToken)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await callApi(response.body['access_token'])).toBe(401);
    expect((await refresh(response.body['refresh_token'])).status).toBe(400);
  });

  it('loses access when its grant expires', async () => {
    await connect();
    const { manager } = database;
    const [token] = await rows<{ grantId: string }>(
      manager,
      `select payload->>'grantId' as "grantId" from assistant_records join assistants on assistants.id = assistant_id
      where kind = 'AccessToken' and account_id = $1`,
      [account.account.id],
    );
    const adapter = new RecordAdapter('Grant', database.repositories.assistants, () => new Error('already consumed'));
    await adapter.destroy(token?.grantId ?? '');
    expect(await getAccessStatuses()).toEqual(REVOKED_STATUSES);
  });

  it('can revoke itself', async () => {
    await connect();
    const { refresh_token: token = '' } = assistant.stored.tokens ?? {};
    await postForm('/api/oauth/revoke', { token, client_id: assistant.stored.client?.client_id ?? '' });
    expect(await getAccessStatuses()).toEqual(REVOKED_STATUSES);
  });

  it('can be disconnected by the member who connected it or an owner, but not by other members', async () => {
    const member = await database.makeMember(account, 'member');
    await signIn(member.id);
    await connect();
    const otherClient = await createSession((await database.makeMember(account, 'member')).id);
    const owner = await signInAsOwner();
    const [listedAssistant] = (await owner.get<ListedAssistant[]>('/api/my/team/assistants')).body;
    expect(listedAssistant).toMatchObject({ name: 'Claude', connectedBy: member.email });
    expect((await owner.get<ListedAssistant[]>('/api/my/assistants')).body).toEqual([]);
    for (const path of [`/api/my/assistants/${listedAssistant?.id}`, `/api/my/team/assistants/${listedAssistant?.id}`])
      expect((await otherClient.send('DELETE', path, undefined, sameOrigin)).status).toBe(
        path.includes('team') ? 403 : 404,
      );
    const stranger = await createSession((await database.makeAccount()).user.id);
    expect(
      (await stranger.send('DELETE', `/api/my/team/assistants/${listedAssistant?.id}`, undefined, sameOrigin)).status,
    ).toBe(404);
    expect(await callApi()).toBe(200);
    expect(
      (await owner.send('DELETE', `/api/my/team/assistants/${listedAssistant?.id}`, undefined, sameOrigin)).status,
    ).toBe(204);
    expect(await getAccessStatuses()).toEqual(REVOKED_STATUSES);
  });

  it.each([
    [
      'changes their password',
      ({ user }: TestAccount) =>
        (work: UnitOfWork) =>
          work.run(({ sessions }) => sessions.endByUser(user.id, 'kept')),
    ],
    [
      'is disabled',
      ({ user }: TestAccount) =>
        () =>
          rows(database.manager, 'update users set is_active = false where id = $1', [user.id]),
    ],
    [
      'leaves the account',
      ({ user, account: { id } }: TestAccount) =>
        () =>
          rows(database.manager, 'delete from members where user_id = $1 and account_id = $2', [user.id, id]),
    ],
    [
      'belongs to a disabled account',
      ({ account: { id } }: TestAccount) =>
        () =>
          rows(database.manager, 'update accounts set is_active = false where id = $1', [id]),
    ],
  ])('loses access when the user %s', async (_case, change) => {
    await connect();
    await change(account)(database.unitOfWork);
    expect(await getAccessStatuses()).toEqual(REVOKED_STATUSES);
  });

  it('can exchange a code only once, even in simultaneous requests', async () => {
    const code = (await submitConsent('read')).searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: assistant.codeVerifier(),
      client_id: assistant.stored.client?.client_id ?? '',
    };
    const wrongVerifierResponse = await postForm('/api/oauth/token', { ...form, code_verifier: 'x'.repeat(43) });
    expect(wrongVerifierResponse).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const responses = await Promise.all(Array.from({ length: 5 }, () => postForm('/api/oauth/token', form)));
    expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await postForm('/api/oauth/token', form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it("can't redirect users to an unregistered URL, except to another port on their own computer", async () => {
    const authorizeUrl = await assistant.startSignIn();
    for (const [address, status] of [
      ['https://evil.example/callback', 400],
      [`${CALLBACK}/more`, 400],
      ['http://127.0.0.1.evil.example/callback', 400],
      ['http://127.0.0.1:5/callback', 303],
    ] as const) {
      const url = new URL(authorizeUrl);
      url.searchParams.set('redirect_uri', address);
      const response = await browser.open(url);
      expect([response.status, response.location?.origin ?? null]).toEqual([
        status,
        status === 303 ? PUBLIC_URL : null,
      ]);
      expect(response.body).not.toContain('evil.example');
    }
  });

  it.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['when it requests another resource', { resource: 'https://other.example/api/mcp' }],
    ['when it requests a token in the URL', { response_type: 'token' }],
    ['when it asks to skip the consent page', { prompt: 'none' }],
  ])('is rejected %s, with a page that never redirects to its URL', async (_case, change) => {
    const url = new URL(await assistant.startSignIn());
    for (const [name, value] of Object.entries(change)) {
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    const { location, status, body } = await browser.open(url);
    expect({ location, status }).toEqual({ location: null, status: 400 });
    expect(body).toContain('Start over in the assistant. Its request was invalid: ');
  });

  it('can send text that PostgreSQL cannot store', async () => {
    const response = await fetch(`${api.url}/api/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Cla\0ude\ud800', redirect_uris: [CALLBACK] }),
    });
    expect(response.status).toBe(201);
    const url = new URL(await assistant.startSignIn());
    url.searchParams.set('state', 'a\0b');
    expect((await browser.open(url)).status).toBe(303);
    assistant = new SigningInAssistant(PUBLIC_URL, api.url, CALLBACK, buildClientId('/odd.json'));
    await connect();
    expect((await (await signInAsOwner()).get<ListedAssistant[]>('/api/my/assistants')).body).toMatchObject([
      { name: 'Helper' },
    ]);
  });

  it("requires the signed-in user's consent on the page itself", async () => {
    const page = await openConsent();
    const form = { accountId: account.account.id, choice: 'write' };
    const headers = { origin: 'https://evil.example' };
    expect((await browser.open(page.url, { form, headers })).status).toBe(403);
    const otherBrowser = new TestBrowser({ [PUBLIC_URL]: api.url });
    for (const [name, value] of browser.cookies(PUBLIC_URL))
      if (!name.includes('consent')) otherBrowser.cookies(PUBLIC_URL).set(name, value);
    expect((await otherBrowser.open(page.url, { form })).status).toBe(400);
    const otherAccount = await database.makeAccount();
    const response = await browser.open(page.url, { form: { ...form, accountId: otherAccount.account.id } });
    expect(response.status).toBe(409);
    expect(response.body).toContain("<h1>Couldn't connect the assistant</h1>".replace("'", '&#39;'));
    expect(response.body).not.toContain('/api/login');
    expect(await database.manager.countBy(Assistant, { accountId: account.account.id })).toBe(0);
  });

  it('is only connected once after a double click', async () => {
    const page = await openConsent();
    const form = { accountId: account.account.id, choice: 'read' };
    const responses = await Promise.all([1, 2].map(async () => browser.open(page.url, { form })));
    const resumeResponse = responses[1]?.location && (await browser.open(responses[1].location));
    if (!resumeResponse?.location) throw new Error('The browser did not return to the app.');
    expect(await (await assistant.finishSignIn(resumeResponse.location)).listTools()).toBeDefined();
    for (const entity of [Assistant, ActivityLog])
      expect(await database.manager.countBy(entity, { accountId: account.account.id })).toBe(1);
  });

  it("isn't connected if the user's session ends concurrently", async () => {
    const page = await openConsent();
    const { manager } = database;
    let consentResponse: Promise<BrowserResponse> | undefined;
    await database.unitOfWork.run(async ({ sessions }) => {
      await sessions.endByUser(account.user.id);
      consentResponse = browser.open(page.url, { form: { accountId: account.account.id, choice: 'read' } });
      let hasResponse = false;
      void consentResponse.finally(() => (hasResponse = true));
      const waitingSql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while (!hasResponse && (await rows(manager, waitingSql, [])).length === 0) await sleep(10);
    });
    expect((await consentResponse)?.status).toBe(400);
    expect(await manager.countBy(Assistant, { accountId: account.account.id })).toBe(0);
  });

  it("can use a redirect URL that a content security policy can't express", async () => {
    assistant = new SigningInAssistant(PUBLIC_URL, api.url, 'http://[::1]:43210/callback');
    const page = await openConsent();
    expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self' http:(;|$)/);
  });

  it('gets a 500 response when the database fails, and the error is logged', async () => {
    await connect();
    const rename = (from: string, to: string): Promise<unknown> =>
      rows(database.manager, `alter table ${from} rename to ${to}`, []);
    await rename('assistant_records', 'hidden');
    const response = await refresh();
    await rename('hidden', 'assistant_records');
    expect(response.status).toBe(500);
    expect(api.log.join('')).toContain('assistants: a request failed');
    expect(api.log.join('')).not.toContain(assistant.stored.tokens?.refresh_token);
    expect((await refresh()).status).toBe(200);
  });

  it.each([
    ['no redirect URIs', { client_name: 'x' }],
    ['too many redirect URIs', { redirect_uris: Array.from({ length: 6 }, () => CALLBACK) }],
    ['a name that is too long', { client_name: 'x'.repeat(101), redirect_uris: [CALLBACK] }],
    ['plain http on another machine', { redirect_uris: ['http://evil.example/callback'] }],
    ["a host that would change the page's policy", { redirect_uris: ["https://a;script-src.b$'/callback"] }],
    ['a javascript: URI', { redirect_uris: ['javascript:alert(1)'] }],
  ])('cannot register with %s', async (_case, registration) => {
    const response = await fetch(`${api.url}/api/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(registration),
    });
    expect(response.status).toBe(400);
  });

  it('leaves no readable tokens, codes or cookies in the database', async () => {
    const consent = await openConsent();
    const callbackUrl = await submitConsent('read', consent);
    const code = callbackUrl.searchParams.get('code') ?? '';
    await assistant.finishSignIn(callbackUrl);
    const storedRecords = await row<{ all: string }>(
      database.manager,
      'select jsonb_agg(assistant_records)::text as all from assistant_records',
      [],
    );
    const { access_token: accessToken = '', refresh_token: refreshToken = '' } = assistant.stored.tokens ?? {};
    for (const secret of [code, accessToken, refreshToken]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(storedRecords?.all).not.toContain(secret);
      expect(api.log.join('')).not.toContain(secret);
    }
  });

  it("gets metadata whose URLs are based on PUBLIC_URL, regardless of the request's host", async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const fetchMetadata = async (path: string): Promise<Record<string, unknown>> =>
      (await (await fetch(api.url + path, { headers })).json()) as Record<string, unknown>;
    const server = await fetchMetadata('/.well-known/oauth-authorization-server');
    expect(server).toMatchObject({
      issuer: PUBLIC_URL,
      authorization_endpoint: `${PUBLIC_URL}/api/oauth/authorize`,
      token_endpoint: `${PUBLIC_URL}/api/oauth/token`,
      registration_endpoint: `${PUBLIC_URL}/api/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    });
    expect(JSON.stringify(server)).not.toContain('evil');
    expect(await fetchMetadata('/.well-known/oauth-protected-resource/api/mcp')).toEqual({
      resource: `${PUBLIC_URL}/api/mcp`,
      authorization_servers: [PUBLIC_URL],
      scopes_supported: ['read', 'follow_ups'],
      bearer_methods_supported: ['header'],
    });
    for (const path of ['/api/mcp', '/api/mcp/']) {
      const response = await fetch(api.url + path, { method: 'POST' });
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer realm="api", resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/api/mcp"`,
      );
    }
  });
});
