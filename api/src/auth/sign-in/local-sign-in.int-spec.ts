import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Session } from '@ringwell/database/accounts/sign-in/session.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { TestBrowser } from '@ringwell/testing/test-browser';

const PASSWORD = 'four quiet copper kettles';
const REJECTION_MESSAGE = 'Wrong email or password.';

describe('Signing in with a password', () => {
  const { api, database } = useTestApi();
  let user: User;
  let email: string;

  beforeEach(async () => {
    ({ user } = await database.makeAccount({ password: PASSWORD }));
    email = user.email ?? '';
  });

  const listSessions = (): Promise<Session[]> => database.manager.findBy(Session, { userId: user.id });
  const listActivity = (action: string): Promise<ActivityLog[]> => database.manager.findBy(ActivityLog, { action });
  const signIn = (
    body: unknown,
    headers: Record<string, string> = {},
    path = '/api/login',
  ): Promise<ClientResponse<ProblemBody>> =>
    new SessionClient(api.url, '').post(path, body, { cookie: '', ...headers });

  describe('over JSON', () => {
    it.each(['/api/login', '/api/login/local'])('returns the user and sets the cookie at %s', async (path) => {
      const { status, headers, body } = await signIn(
        { email: ` ${email.toUpperCase()} `, password: PASSWORD },
        { 'user-agent': 'a browser' },
        path,
      );
      expect({ status, cache: headers.get('cache-control'), body }).toMatchObject({
        status: 200,
        cache: 'no-store',
        body: { id: user.id, email, hasPassword: true },
      });
      expect(JSON.stringify(body)).not.toContain('$argon2');
      const [cookie = ''] = headers.getSetCookie();
      expect(cookie).toMatch(
        /^ringwell_session=[^;]+; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      );
      expect(await new SessionClient(api.url, cookie.split(';')[0] ?? '').get('/api/auth/user')).toMatchObject({
        status: 200,
        body: { id: user.id },
      });
      expect((await listActivity('Signed in')).find(({ userId }) => userId === user.id)).toMatchObject({
        userAgent: 'a browser',
        ipAddress: expect.stringContaining('127.0.0.1') as string,
        metadata: { signedInWith: 'password' },
      });
    });

    it('rejects unknown users, disabled users and wrong passwords with the same response', async () => {
      const { user: passwordlessUser } = await database.makeAccount();
      const { user: disabledUser } = await database.makeAccount({
        user: { isActive: false },
        password: PASSWORD,
      });
      const responses = [
        await signIn({ email, password: 'wrong' }),
        await signIn({ email: 'nobody@example.com', password: PASSWORD }),
        await signIn({ email: passwordlessUser.email, password: PASSWORD }),
        await signIn({ email: disabledUser.email, password: PASSWORD }),
      ];
      for (const {
        status,
        headers,
        body: { code, message },
      } of responses) {
        expect({ status, code, message, cookies: headers.getSetCookie() }).toEqual({
          status: 401,
          code: 'SIGN_IN_REFUSED',
          message: REJECTION_MESSAGE,
          cookies: [],
        });
      }
    });

    it.each([
      ['no email', { password: 'x' }, 'Enter your email address.'],
      ['an email with a zero byte', { email: 'a\0@example.com', password: 'x' }, 'Enter your email address.'],
      ['no password', { email: 'a@example.com' }, 'Enter your password.'],
      ['an enormous password', { email: 'a@example.com', password: 'x'.repeat(1_001) }, 'Enter your password.'],
      ['values that are not text', { email: ['a@example.com'], password: { length: 5 } }, 'Enter your email address.'],
      ['an unknown field', { email: 'a@example.com', password: 'x', admin: true }, 'Unknown field.'],
    ])('rejects %s', async (_case, body, message) => {
      const {
        status,
        body: { code, errors },
      } = await signIn(body);
      expect({ status, code, message: errors?.[0]?.message }).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
        message,
      });
    });

    it.each([['null'], ['[]'], ['"text"'], ['']])('rejects the body %j', async (body) => {
      const response = await fetch(`${api.url}/api/login`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect({ status: response.status, body: await response.json() }).toMatchObject(problem(400, 'VALIDATION_FAILED'));
    });
  });

  describe('on the page', () => {
    let browser: TestBrowser;
    beforeEach(() => {
      browser = new TestBrowser();
    });

    it('shows an error after a wrong password', async () => {
      const form = { email: 'nobody@example.com', password: 'wrong password' };
      const { status, body } = await browser.open(`${api.url}/api/login/local`, { form });
      expect(status).toBe(401);
      expect(body).toContain(`<p class="alert" id="error" role="alert">${REJECTION_MESSAGE}</p>`);
      expect(body).toContain('<h1>Sign in</h1>');
      expect(body).toContain('<link rel="stylesheet" href="/fonts.css">');
    });

    it.each(['/api/login', '/api/auth/login', '/api/login/local'])(
      'works at %s and redirects to the requested page',
      async (path) => {
        const { status, headers, body } = await browser.open(
          `${api.url}${path}?returnTo=${encodeURIComponent('/calls?a=1&b="2"')}`,
        );
        expect({ status, type: headers.get('content-type'), cache: headers.get('cache-control') }).toEqual({
          status: 200,
          type: 'text/html; charset=utf-8',
          cache: 'no-store',
        });
        expect(body).toContain('<form method="post" action="/api/login/local">');
        expect(body).toContain('name="returnTo" value="/calls?a=1&amp;b=%222%22"');
        expect(body).not.toContain('<script>');
        const response = await browser.open(`${api.url}/api/login/local`, {
          form: { email, password: PASSWORD, returnTo: '/calls?a=1' },
        });
        expect({
          status: response.status,
          location: response.location?.href,
          cache: response.headers.get('cache-control'),
        }).toEqual({ status: 303, location: `${api.url}/calls?a=1`, cache: 'no-store' });
        expect((await browser.open(`${api.url}/api/auth/user`)).status).toBe(200);
      },
    );

    it('shows the form again after a failed attempt, with the email and without the password', async () => {
      const hostileEmail = '"><script>alert(1)</script>@example.com';
      const { status, body } = await browser.open(`${api.url}/api/login`, {
        form: { email: hostileEmail, password: 'secret-wrong', returnTo: '/calls' },
      });
      expect(status).toBe(401);
      expect(body).toContain(REJECTION_MESSAGE);
      expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@example.com"');
      expect(body).toContain('name="returnTo" value="/calls"');
      expect(body).not.toMatch(/secret-wrong|<script>/);
      expect(await browser.open(`${api.url}/api/login`, { form: { email: '', password: 'x' } })).toMatchObject({
        status: 400,
        body: expect.stringContaining('Enter your email address.') as string,
      });
    });

    it.each([
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/%2f/evil.example',
      '/.//evil.example',
      '/api/logout',
    ])('does not redirect to %s', async (returnTo) => {
      expect((await browser.open(`${api.url}/api/login?returnTo=${encodeURIComponent(returnTo)}`)).body).toContain(
        'name="returnTo" value="/"',
      );
      expect(
        (await browser.open(`${api.url}/api/login/local`, { form: { email, password: PASSWORD, returnTo } })).location
          ?.href,
      ).toBe(`${api.url}/`);
      const response = await browser.open(`${api.url}/api/login?returnTo=${encodeURIComponent(returnTo)}`);
      expect({ status: response.status, location: response.location?.href }).toEqual({
        status: 302,
        location: `${api.url}/`,
      });
    });

    it('redirects users who are already signed in', async () => {
      await browser.open(`${api.url}/api/login`, { form: { email, password: PASSWORD } });
      expect((await browser.open(`${api.url}/api/login?returnTo=/calls`)).location?.href).toBe(`${api.url}/calls`);
      expect((await browser.open(`${api.url}/api/login/local`)).status).toBe(200);
    });

    it("replaces the browser's earlier session", async () => {
      await browser.open(`${api.url}/api/login`, { form: { email, password: PASSWORD } });
      const [{ sid: firstSid } = { sid: '' }] = await listSessions();
      const oldToken = browser.cookies(api.url).get('ringwell_session') ?? '';
      await browser.open(`${api.url}/api/login`, { form: { email, password: PASSWORD } });
      expect((await listSessions()).map(({ sid }) => sid)).toEqual([expect.not.stringMatching(firstSid) as string]);
      expect((await new SessionClient(api.url, `ringwell_session=${oldToken}`).get('/api/auth/user')).status).toBe(401);
    });

    it('rejects forms from other sites with an error page', async () => {
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
        const { status, body } = await browser.open(`${api.url}/api/login`, {
          form: { email, password: PASSWORD },
          headers,
        });
        expect(status).toBe(403);
        expect(body).toContain('came from another site');
      }
      expect(await listSessions()).toEqual([]);
    });
  });

  describe('with an invalid body', () => {
    const sendBody = (body: string, type = 'application/x-www-form-urlencoded', headers = {}): Promise<Response> =>
      fetch(`${api.url}/api/login`, { method: 'POST', body, headers: { 'content-type': type, ...headers } });

    it.each([
      ['a body that is too large', () => sendBody(`email=${'a'.repeat(11_000)}`), 413],
      ['too many fields', () => sendBody('a&'.repeat(4_000)), 400],
      ['a field that targets a prototype', () => sendBody('__proto__=1&email=a&password=b'), 400],
      ['a compressed body', () => sendBody('email=a', undefined, { 'content-encoding': 'gzip' }), 415],
      ['a body of another type', () => sendBody('email=a', 'text/plain'), 415],
      ['a body without a type', () => sendBody('', ''), 415],
      ['a multipart body', () => sendBody('--a\r\n\r\n--a--', 'multipart/form-data; boundary=a'), 415],
    ])('rejects %s', async (_case, attempt, status) => {
      const response = await attempt();
      expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
        status,
        type: 'text/html; charset=utf-8',
      });
      expect(await response.text()).not.toMatch(/\n\s+at /);
    });

    it('rejects deeply nested JSON', async () => {
      const response = await sendBody('['.repeat(50_000) + ']'.repeat(50_000), 'application/json');
      expect({ status: response.status, body: await response.json() }).toMatchObject(
        problem(400, expect.any(String) as string),
      );
    });
  });

  it('records rejected sign-ins of existing users at most once a minute, without passwords or unknown emails', async () => {
    const listRejections = async (): Promise<ActivityLog[]> =>
      (await listActivity('Sign-in refused')).filter(({ metadata }) => metadata?.['targetUserId'] === user.id);
    await signIn({ email, password: 'my-wrong-secret' });
    while ((await listRejections()).length === 0) await new Promise(setImmediate);
    await signIn({ email, password: 'my-wrong-secret' });
    await signIn({ email: 'stranger-to-us@example.com', password: 'my-wrong-secret' });
    await database.query(
      `update activity_logs set created_at = now() - interval '61 seconds' where metadata->>'targetUserId' = $1`,
      [user.id],
    );
    await signIn({ email, password: 'my-wrong-secret' });
    while ((await listRejections()).length === 1) await new Promise(setImmediate);
    expect((await listRejections()).map(({ userId, description }) => ({ userId, description }))).toEqual(
      Array.from({ length: 2 }, () => ({
        userId: null,
        description: `An attempt to sign in as ${email} was refused.`,
      })),
    );
    const storedText = JSON.stringify(await database.manager.find(ActivityLog)) + api.log.join('');
    expect(storedText).not.toMatch(/my-wrong-secret|stranger-to-us/);
  });
});
