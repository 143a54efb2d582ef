import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { PendingSignIn } from '@ringwell/database/accounts/sign-in/pending-sign-in.entity';
import { Session } from '@ringwell/database/accounts/sign-in/session.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { AuthenticatorApp } from '@ringwell/testing/authenticator-app';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi, type TestApi } from '@ringwell/testing/start-api';
import { TestBrowser, type BrowserResponse } from '@ringwell/testing/test-browser';
import type { TestDatabase } from '@ringwell/testing/test-database';

import { listSecurityEvents } from '../../http/security/testing/list-security-events';

const PASSWORD = 'four quiet copper kettles';

interface TwoStepUser {
  user: User;
  app: AuthenticatorApp;
  recoveryCodes: string[];
}

async function makeTwoStepUser(api: TestApi, database: TestDatabase): Promise<TwoStepUser> {
  const { user } = await database.makeAccount({ password: PASSWORD });
  const client = await api.signIn(user);
  const { body } = await client.post<{ secret: string }>('/api/my/second-factor/totp');
  const app = new AuthenticatorApp(body.secret);
  const { body: activation } = await client.post<{ recoveryCodes: string[] }>('/api/my/second-factor/totp/activate', {
    code: app.generateCode(),
  });
  // Resets the time step so the test doesn't have to wait for the next code.
  await database.query('update totp_factors set last_counter = null where user_id = $1', [user.id]);
  await database.manager.delete(Session, { userId: user.id });
  return { user, app, recoveryCodes: activation.recoveryCodes };
}

const setAccountsEnabled = (database: TestDatabase, { id }: User, isEnabled: boolean): Promise<unknown> =>
  database.query('update accounts set is_active = $2 where id in (select account_id from members where user_id = $1)', [
    id,
    isEnabled,
  ]);

describe('The second step of signing in', () => {
  const { api, database } = useTestApi();
  let twoStepUser: TwoStepUser;
  let browser: TestBrowser;

  beforeEach(async () => {
    twoStepUser = await makeTwoStepUser(api, database);
    browser = new TestBrowser();
  });

  const enterPassword = (returnTo = '/calls?a=1', client = browser): Promise<BrowserResponse> =>
    client.open(`${api.url}/api/login/local`, {
      form: { email: twoStepUser.user.email ?? '', password: PASSWORD, returnTo },
    });
  const enterCode = (code: string, fields: Record<string, string> = {}, client = browser): Promise<BrowserResponse> =>
    client.open(`${api.url}/api/login/code`, { form: { code, returnTo: '/calls?a=1', ...fields } });
  const countSessions = (): Promise<number> => database.manager.countBy(Session, { userId: twoStepUser.user.id });

  it('follows the password, which alone grants no access, and redirects to the requested page', async () => {
    const passwordResponse = await enterPassword();
    expect({ status: passwordResponse.status, location: passwordResponse.location?.pathname }).toEqual({
      status: 303,
      location: '/api/login/code',
    });
    expect(passwordResponse.headers.getSetCookie().join()).toMatch(
      /^ringwell_second_step=[\w-]{43}; Max-Age=300; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect([await countSessions(), (await browser.open(`${api.url}/api/auth/user`)).status]).toEqual([0, 401]);
    const page = await browser.open(passwordResponse.location ?? '');
    expect({ status: page.status, cache: page.headers.get('cache-control') }).toEqual({
      status: 200,
      cache: 'no-store',
    });
    expect(page.body).toContain('autocomplete="one-time-code" maxlength="40" inputmode="numeric"');
    expect(page.body).toContain('name="returnTo" value="/calls?a=1"');
    const wrongCodeResponse = await enterCode(twoStepUser.app.findWrongCode());
    expect(wrongCodeResponse.status).toBe(401);
    expect(wrongCodeResponse.body).toContain('role="alert">Incorrect code.');
    const response = await enterCode(` ${twoStepUser.app.generateCode()} `);
    expect({ status: response.status, location: response.location?.href }).toEqual({
      status: 303,
      location: `${api.url}/calls?a=1`,
    });
    expect((await browser.open(`${api.url}/api/auth/user`)).status).toBe(200);
    expect(browser.cookies(api.url).has('ringwell_second_step')).toBe(false);
    expect(await database.manager.countBy(PendingSignIn, { userId: twoStepUser.user.id })).toBe(0);
  });

  it('accepts each code once across browsers, and rejects codes older than a used one', async () => {
    await enterPassword();
    const code = twoStepUser.app.generateCode();
    expect((await enterCode(code)).status).toBe(303);
    const otherBrowser = new TestBrowser();
    await enterPassword('/', otherBrowser);
    const replayResponse = await enterCode(code, {}, otherBrowser);
    expect(replayResponse.status).toBe(401);
    expect(replayResponse.body).toContain('This code was already used.');
    expect((await enterCode(twoStepUser.app.generateCode(-1), {}, otherBrowser)).status).toBe(401);
    expect((await enterCode(twoStepUser.app.generateCode(1), {}, otherBrowser)).status).toBe(303);
  });

  it('accepts a code only once when two browsers send it concurrently', async () => {
    const browsers = [browser, new TestBrowser(), new TestBrowser()];
    for (const client of browsers) await enterPassword('/', client);
    const code = twoStepUser.app.generateCode();
    const responses = await Promise.all(browsers.map((client) => enterCode(code, {}, client)));
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 401, 401]);
    expect(await countSessions()).toBe(1);
  });

  it('accepts a recovery code only once', async () => {
    await enterPassword();
    const page = await browser.open(`${api.url}/api/login/code?method=recovery&returnTo=%2Fcalls`);
    expect(page.body).toContain('Enter a recovery code');
    const code = twoStepUser.recoveryCodes[3]?.toUpperCase().replace('-', ' ') ?? '';
    expect((await enterCode('aaaaa-aaaaa', { method: 'recovery' })).body).toContain('not one of your recovery codes');
    expect((await enterCode(code, { method: 'recovery' })).status).toBe(303);
    const otherBrowser = new TestBrowser();
    await enterPassword('/', otherBrowser);
    expect((await enterCode(code, { method: 'recovery' }, otherBrowser)).status).toBe(401);
  });

  it('expires after five minutes or with a new password, and works only in the browser that entered the password', async () => {
    const expectExpired = async (): Promise<void> => {
      const { status, body } = await enterCode(twoStepUser.app.generateCode());
      expect(status).toBe(400);
      expect(body).toContain('Sign in again.');
      expect(await countSessions()).toBe(0);
    };
    await expectExpired();
    const { location } = await browser.open(`${api.url}/api/login/code?returnTo=%2Fcalls`);
    expect(location?.href).toBe(`${api.url}/api/login/local?returnTo=%2Fcalls`);
    await enterPassword();
    await database.query(
      `update pending_sign_ins set expires_at = expires_at - interval '5 minutes' where user_id = $1`,
      [twoStepUser.user.id],
    );
    await expectExpired();
    await enterPassword();
    const { user: adminUser } = await database.makeAccount({ user: { role: 'admin' } });
    const admin = await api.signIn(adminUser);
    const path = `/api/admin/users/${twoStepUser.user.id}/password`;
    expect((await admin.post(path, { password: 'seven loud iron pans' })).status).toBe(204);
    await expectExpired();
  });

  it("does not begin while all of the user's accounts are disabled, and the response is the same as for a wrong password", async () => {
    await setAccountsEnabled(database, twoStepUser.user, false);
    const response = await enterPassword();
    expect(response.status).toBe(401);
    expect(response.body).toContain('Wrong email or password.');
    expect(await database.manager.countBy(PendingSignIn, { userId: twoStepUser.user.id })).toBe(0);
  });

  it('is requested from JSON clients with an error code, and can be completed only once', async () => {
    const client = new SessionClient(api.url, '');
    const signInResponse: ClientResponse<ProblemBody> = await client.post('/api/login', {
      email: twoStepUser.user.email,
      password: PASSWORD,
    });
    expect(signInResponse).toMatchObject(problem(401, 'SECOND_FACTOR_REQUIRED'));
    const cookie = signInResponse.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const finishSignIn = (code?: string): Promise<ClientResponse<ProblemBody>> =>
      client.post('/api/login/code', code === undefined ? {} : { code }, { cookie });
    expect(await finishSignIn()).toMatchObject(problem(400, 'VALIDATION_FAILED'));
    expect(await finishSignIn('123')).toMatchObject(problem(401, 'SIGN_IN_REFUSED'));
    expect(await finishSignIn(twoStepUser.app.generateCode())).toMatchObject({
      status: 200,
      body: { id: twoStepUser.user.id },
    });
    expect(await finishSignIn(twoStepUser.app.generateCode(1))).toMatchObject(problem(400, 'SIGN_IN_EXPIRED'));
  });

  it('records the factors used in sign-ins and rejected attempts', async () => {
    await enterPassword();
    await enterCode(twoStepUser.app.findWrongCode());
    await enterCode(twoStepUser.app.generateCode());
    const events = await listSecurityEvents(api, database, twoStepUser.user.id);
    const userEvents = events.filter(({ kind }) => kind === 'sign_in');
    expect(
      userEvents.map(({ outcome, method, code, action, route }) => [outcome, method, code ?? action, route]),
    ).toEqual(
      expect.arrayContaining([
        ['refused', 'totp', 'WRONG_CODE', 'POST /api/login/code'],
        ['succeeded', 'totp', 'Signed in', null],
      ]),
    );
    expect(userEvents.map(({ code }) => code)).not.toContain('SECOND_FACTOR_REQUIRED');
    const isInActivityLog = async (): Promise<boolean> =>
      (await database.manager.findBy(ActivityLog, { action: 'Sign-in refused' })).some(
        ({ metadata }) => metadata?.['targetUserId'] === twoStepUser.user.id,
      );
    while (!(await isInActivityLog())) await new Promise(setImmediate); // recorded after the response
  });
});

describe('The second step at an address where passkeys no longer work', () => {
  const { api, database } = useTestApi({ PUBLIC_URL: 'http://192.0.2.7:3000' });

  it('asks for a code, and offers no passkey', async () => {
    const { user } = await makeTwoStepUser(api, database);
    await database.query(
      `insert into passkeys (user_id, name, credential_id, public_key, counter) values ($1, 'Laptop', 'abc', 'key', 0)`,
      [user.id],
    );
    const browser = new TestBrowser();
    const form = { email: user.email ?? '', password: PASSWORD, returnTo: '/' };
    await browser.open(`${api.url}/api/login/local`, { form });
    const { body } = await browser.open(`${api.url}/api/login/code`);
    expect(body).toContain('Enter your code');
    expect(body).not.toContain('Use a passkey');
  });
});

describe('Code guesses', () => {
  const { api, database } = useTestApi({ RATE_LIMIT_TIGHT_FACTOR: '1', TRUST_PROXY: 'loopback' });

  it('are limited per user across all networks, not counting correct codes', async () => {
    const { user, recoveryCodes, app } = await makeTwoStepUser(api, database);
    let network = 0;
    const client = new SessionClient(api.url, '');
    const send = (path: string, body: object, cookie = ''): Promise<ClientResponse<ProblemBody>> =>
      client.post(path, body, { cookie, 'x-forwarded-for': `203.0.113.${(network += 1)}` });
    const tryCode = async (code: string, beforeCode?: () => Promise<unknown>): Promise<number> => {
      const { headers } = await send('/api/login', { email: user.email, password: PASSWORD });
      await beforeCode?.();
      return (await send('/api/login/code', { code }, headers.getSetCookie()[0]?.split(';')[0])).status;
    };
    expect(await tryCode(recoveryCodes[0] ?? '')).toBe(200);
    expect(await tryCode(recoveryCodes[1] ?? '', () => setAccountsEnabled(database, user, false))).toBe(400);
    await setAccountsEnabled(database, user, true);
    const statuses: number[] = [];
    for (let i = 0; i < 10; i += 1) statuses.push(await tryCode(app.findWrongCode()));
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 401));
    expect([await tryCode(app.generateCode()), await tryCode(recoveryCodes[2] ?? '')]).toEqual([429, 429]);
  });
});
