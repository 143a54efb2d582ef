import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { AuthenticatorApp } from '@ringwell/testing/authenticator-app';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { SoftwarePasskey, type PasskeyOptions } from '@ringwell/testing/software-passkey';
import { useTestApi } from '@ringwell/testing/start-api';
import { MAIL_SETTINGS } from '@ringwell/testing/test-settings';

import { summarizeSecurityEvents } from '../../../http/security/testing/list-security-events';
import type { MySecondFactorDto } from '../second-factor.dto';

const PATH = '/api/my/second-factor';
const PASSWORD = 'four quiet copper kettles';
// Over plain HTTP, cookies have the names that SessionClient sends.
const ORIGIN = 'http://localhost:4321';

describe('Passkeys', () => {
  const { api, database } = useTestApi({ PUBLIC_URL: ORIGIN, ...MAIL_SETTINGS });
  let user: User;
  let client: SessionClient;

  beforeEach(async () => {
    [user, client] = await makeSignedInUser();
  });

  async function makeSignedInUser(): Promise<[User, SessionClient]> {
    const account = await database.makeAccount({ password: PASSWORD });
    return [account.user, await api.signIn(account.user)];
  }
  const fetchOptions = async (path: string, session = client): Promise<PasskeyOptions> =>
    (await session.post<{ options: PasskeyOptions }>(path)).body.options;
  const sendPasskey = (
    credential: string,
    session = client,
  ): Promise<ClientResponse<ProblemBody & { recoveryCodes: string[] | null }>> =>
    session.post(`${PATH}/passkeys`, { name: 'Chrome on Mac', credential });
  async function addPasskey(passkey = new SoftwarePasskey(ORIGIN), session = client): Promise<SoftwarePasskey> {
    expect(
      (await sendPasskey(passkey.create(await fetchOptions(`${PATH}/passkeys/options`, session)), session)).status,
    ).toBe(200);
    return passkey;
  }
  const getState = async (): Promise<MySecondFactorDto> => (await client.get<MySecondFactorDto>(PATH)).body;
  const ageSession = (): Promise<unknown> =>
    database.query(`update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1`, [user.id]);
  /** Opens a browser and enters the correct password. */
  async function enterPassword(account = user): Promise<SessionClient> {
    const { status, headers } = await new SessionClient(api.url, '').post('/api/login', {
      email: account.email,
      password: PASSWORD,
    });
    expect(status).toBe(401);
    return new SessionClient(api.url, headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }
  const finishSignIn = (browser: SessionClient, credential: string): Promise<ClientResponse<ProblemBody>> =>
    browser.post('/api/login/passkey', { credential });
  const listEmailLines = async (): Promise<string[]> =>
    (
      await database.manager.find(Mail, {
        where: { recipient: user.email ?? '' },
        order: { createdAt: 'ASC' },
      })
    ).map(({ body }) => body.split('\n')[0] ?? '');

  it('turn on two-step verification, with recovery codes, and complete a sign-in after the password', async () => {
    expect(await getState()).toMatchObject({ arePasskeysAvailable: true, passkeys: [], recoveryCodesLeft: 0 });
    const passkey = new SoftwarePasskey(ORIGIN);
    const { body: optionsResponse, headers } = await client.post<{ options: Record<string, unknown> }>(
      `${PATH}/passkeys/options`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(optionsResponse.options).toMatchObject({
      rp: { id: 'localhost', name: 'Ringwell' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'preferred' },
      excludeCredentials: [],
    });
    const oldClient = new SessionClient(api.url, client.cookie);
    const response = await sendPasskey(passkey.create(optionsResponse.options as unknown as PasskeyOptions));
    expect(response.status).toBe(200);
    expect(response.body.recoveryCodes).toHaveLength(10);
    await database.query(`update sessions set replaced_at = now() - interval '11 seconds'`);
    expect((await oldClient.get(PATH)).status).toBe(401);
    expect(await getState()).toMatchObject({
      totp: null,
      passkeys: [{ name: 'Chrome on Mac', lastUsedAt: null }],
      recoveryCodesLeft: 10,
    });

    const browser = await enterPassword();
    const options = await fetchOptions('/api/login/passkey/options', browser);
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: passkey.id }] });
    const signInResponse = await finishSignIn(browser, passkey.use(options));
    expect(signInResponse).toMatchObject({ status: 200, body: { id: user.id } });
    expect(await getState()).toMatchObject({ passkeys: [{ lastUsedAt: expect.any(String) as string }] });
    expect(await summarizeSecurityEvents(api, database, user.id)).toEqual(
      expect.arrayContaining([
        ['succeeded', 'passkey', 'Sign-in factor added'],
        ['succeeded', 'passkey', 'Signed in'],
      ]),
    );
    expect(await listEmailLines()).toEqual(['The passkey "Chrome on Mac" was added to your account.']);
  });

  it.each([
    ["another site's origin", { origin: 'http://localhost.evil.example:4321' }],
    ["another site's domain", { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'ff2qOnd3SiJ-JW5nSdF6N9Y9bIyO7o_hw6UFCNQ69Vw' }],
    ["another key's signature", { signedBy: new SoftwarePasskey(ORIGIN) }],
    ["an unknown credential's id", { credentialId: 'bm9uZQ' }],
  ])('are rejected with %s, which uses up the challenge', async (_case, overrides) => {
    const passkey = await addPasskey();
    const browser = await enterPassword();
    const options = await fetchOptions('/api/login/passkey/options', browser);
    const rejection = { status: 401, body: { code: 'SIGN_IN_REFUSED' } };
    expect(await finishSignIn(browser, passkey.use(options, overrides))).toMatchObject(rejection);
    expect(await finishSignIn(browser, passkey.use(options))).toMatchObject(rejection);
    expect(await summarizeSecurityEvents(api, database, user.id)).toContainEqual([
      'refused',
      'passkey',
      'WRONG_PASSKEY',
    ]);
    const newOptions = await fetchOptions('/api/login/passkey/options', browser);
    expect((await finishSignIn(browser, passkey.use(newOptions))).status).toBe(200);
  });

  it('are rejected when a response is repeated, or is for another browser or purpose', async () => {
    const passkey = await addPasskey();
    const [firstBrowser, secondBrowser] = [await enterPassword(), await enterPassword()];
    const response = passkey.use(await fetchOptions('/api/login/passkey/options', firstBrowser));
    expect((await finishSignIn(secondBrowser, response)).status).toBe(401);
    expect((await finishSignIn(firstBrowser, response)).status).toBe(200);
    expect((await finishSignIn(firstBrowser, response)).body.code).toBe('SIGN_IN_EXPIRED');
    await fetchOptions('/api/login/passkey/options', secondBrowser);
    expect((await finishSignIn(secondBrowser, response)).status).toBe(401);
    const confirmationOptions = await fetchOptions('/api/auth/confirm/passkey');
    expect((await finishSignIn(secondBrowser, passkey.use(confirmationOptions))).status).toBe(401);
  });

  it('are rejected when the counter has not increased, and accepted from authenticators without a counter', async () => {
    const passkey = await addPasskey();
    const signIn = async (counter: number): Promise<number> => {
      const browser = await enterPassword();
      const options = await fetchOptions('/api/login/passkey/options', browser);
      return (await finishSignIn(browser, passkey.use(options, { counter }))).status;
    };
    expect([await signIn(0), await signIn(0)]).toEqual([200, 200]);
    expect([await signIn(7), await signIn(7), await signIn(6), await signIn(0)]).toEqual([200, 401, 401, 401]);
    expect(await signIn(8)).toBe(200);
    expect(await summarizeSecurityEvents(api, database, user.id)).toContainEqual([
      'refused',
      'passkey',
      'PASSKEY_COPIED',
    ]);
  });

  it('work only for their user', async () => {
    const passkey = await addPasskey();
    const [otherUser, otherClient] = await makeSignedInUser();
    await addPasskey(new SoftwarePasskey(ORIGIN), otherClient);
    const browser = await enterPassword(otherUser);
    const options = await fetchOptions('/api/login/passkey/options', browser);
    expect((await finishSignIn(browser, passkey.use(options))).status).toBe(401);
    const response = await sendPasskey(
      passkey.create(await fetchOptions(`${PATH}/passkeys/options`, otherClient)),
      otherClient,
    );
    expect(response).toMatchObject(problem(409, 'PASSKEY_EXISTS'));
    const [{ id } = { id: '' }] = (await getState()).passkeys;
    expect((await otherClient.delete(`${PATH}/passkeys/${id}`)).status).toBe(404);
    expect((await getState()).passkeys).toHaveLength(1);
  });

  it('are rejected if the challenge has expired or does not match, or the credential is malformed', async () => {
    const options = await fetchOptions(`${PATH}/passkeys/options`);
    await database.query(`update passkey_challenges set expires_at = now()`);
    const rejection = { status: 400, body: { code: 'PASSKEY_REFUSED' } };
    expect(await sendPasskey(new SoftwarePasskey(ORIGIN).create(options))).toMatchObject(rejection);
    for (const credential of ['x', '{}', '{"id":1}']) {
      await fetchOptions(`${PATH}/passkeys/options`);
      expect(await sendPasskey(credential)).toMatchObject(rejection);
    }
    for (const mismatch of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { challenge: 'AAAA' }]) {
      const newOptions = await fetchOptions(`${PATH}/passkeys/options`);
      expect(await sendPasskey(new SoftwarePasskey(ORIGIN).create(newOptions, mismatch))).toMatchObject(rejection);
    }
    expect((await getState()).passkeys).toEqual([]);
    expect(await database.query('select from passkey_challenges where user_id = $1', [user.id])).toEqual([]);
  });

  it('work alongside other passkeys and the app, with shared recovery codes', async () => {
    await addPasskey();
    await database.query(
      'delete from recovery_codes where ctid in (select ctid from recovery_codes where user_id = $1 limit 1)',
      [user.id],
    );
    const options = await fetchOptions(`${PATH}/passkeys/options`);
    expect(options).toMatchObject({ excludeCredentials: [expect.any(Object)] });
    const secondResponse = await sendPasskey(new SoftwarePasskey(ORIGIN).create(options));
    expect(secondResponse).toMatchObject({ status: 200, body: { recoveryCodes: null } });
    const app = new AuthenticatorApp((await client.post<{ secret: string }>(`${PATH}/totp`)).body.secret);
    const activationResponse = await client.post(`${PATH}/totp/activate`, { code: app.generateCode() });
    expect(activationResponse).toMatchObject({ status: 200, body: { recoveryCodes: null } });
    expect(await getState()).toMatchObject({ recoveryCodesLeft: 9 });

    const { passkeys } = await getState();
    for (const { id } of passkeys) expect((await client.delete(`${PATH}/passkeys/${id}`)).status).toBe(204);
    expect(await getState()).toMatchObject({ passkeys: [], recoveryCodesLeft: 9 });
    expect((await client.delete(`${PATH}/totp`)).status).toBe(204);
    expect(await getState()).toMatchObject({ recoveryCodesLeft: 0 });
    const response = await new SessionClient(api.url, '').post('/api/login', { email: user.email, password: PASSWORD });
    expect(response.status).toBe(200);
    expect(await listEmailLines()).toEqual([
      'The passkey "Chrome on Mac" was added to your account.',
      'The passkey "Chrome on Mac" was added to your account.',
      'An authenticator app was added to your account.',
      'The passkey "Chrome on Mac" was removed from your account.',
      'The passkey "Chrome on Mac" was removed from your account.',
      'The authenticator app was removed from your account.',
    ]);
  });

  it('are rejected with a transport that PostgreSQL cannot store', async () => {
    const credential = new SoftwarePasskey(ORIGIN).create(await fetchOptions(`${PATH}/passkeys/options`));
    expect(credential).toContain('"internal"');
    expect(await sendPasskey(credential.replace('"internal"', '"\\u0000"'))).toMatchObject(
      problem(400, 'PASSKEY_REFUSED'),
    );
  });

  it("confirm the user's identity together with the password", async () => {
    const passkey = await addPasskey();
    await ageSession();
    const reauthenticationRequired = { status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } };
    expect(await client.post(`${PATH}/passkeys/options`)).toMatchObject(reauthenticationRequired);
    expect(await client.post(`${PATH}/recovery-codes`)).toMatchObject(reauthenticationRequired);
    expect((await client.get('/api/auth/confirm')).body).toMatchObject({ needsCode: true, hasPasskey: true });
    const confirm = (body: object): Promise<ClientResponse<ProblemBody>> => client.post('/api/auth/confirm', body);
    const wrongProof = passkey.use(await fetchOptions('/api/auth/confirm/passkey'), { origin: 'https://evil.example' });
    expect(await confirm({ password: PASSWORD, credential: wrongProof })).toMatchObject(
      problem(400, 'PASSKEY_REFUSED'),
    );
    const validProof = passkey.use(await fetchOptions('/api/auth/confirm/passkey'));
    expect((await confirm({ password: 'wrong', credential: validProof })).body.errors).toMatchObject([
      { field: 'password' },
    ]);
    expect((await confirm({ password: PASSWORD, credential: validProof })).status).toBe(204);
    expect((await client.post(`${PATH}/recovery-codes`)).status).toBe(200);
    expect(await summarizeSecurityEvents(api, database, user.id)).toContainEqual([
      'succeeded',
      'passkey',
      'Identity confirmed',
    ]);
    expect((await listEmailLines()).at(-1)).toBe(
      'New recovery codes were created for your account. The old ones no longer work.',
    );
  });

  it('are limited to ten', async () => {
    for (let i = 0; i < 10; i += 1) await addPasskey();
    expect(await client.post(`${PATH}/passkeys/options`)).toMatchObject(problem(409, 'TOO_MANY_PASSKEYS'));
  });

  it('require a single-line name', async () => {
    const credential = new SoftwarePasskey(ORIGIN).create(await fetchOptions(`${PATH}/passkeys/options`));
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(61), 5])
      expect(await client.post(`${PATH}/passkeys`, { name, credential })).toMatchObject(
        problem(400, 'VALIDATION_FAILED', { errors: [{ field: 'name' }] }),
      );
    expect((await sendPasskey(credential)).status).toBe(200);
  });

  it('come first on the second-step page, with the other factors below', async () => {
    await addPasskey();
    const browser = await enterPassword();
    const page = (await browser.get<string>('/api/login/code?returnTo=%2Fcalls')).body;
    expect(page).toContain('Use your passkey');
    expect(page).toContain('<script src="/passkey-step.js" defer></script>');
    expect(page).not.toContain('Use your authenticator app');
    expect(page).toContain('method=recovery');
    const recoveryPage = (await browser.get<string>('/api/login/code?method=recovery')).body;
    expect(recoveryPage).toContain('Enter a recovery code');
    expect(recoveryPage).not.toContain('passkey-step');
    // Browsers without scripts send this form.
    const response = await fetch(`${api.url}/api/login/passkey`, {
      method: 'POST',
      headers: { cookie: browser.cookie, origin: api.url },
      body: new URLSearchParams({ returnTo: '/calls', credential: '' }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Your browser didn&#39;t send a passkey.');
  });

  it("don't store readable secrets, and are deleted with their user", async () => {
    const passkey = await addPasskey();
    const storedText = JSON.stringify([
      await database.query('select * from passkey_challenges'),
      await database.manager.find(ActivityLog),
      api.log,
    ]);
    expect(storedText).not.toContain(passkey.id);
    await fetchOptions('/api/auth/confirm/passkey');
    await database.query('delete from accounts where id in (select account_id from members where user_id = $1)', [
      user.id,
    ]);
    await database.query('delete from users where id = $1', [user.id]);
    for (const table of ['passkeys', 'passkey_challenges', 'recovery_codes'])
      expect(await database.query(`select from ${table} where user_id = $1`, [user.id])).toEqual([]);
  });
});

describe('Passkeys without a domain and https', () => {
  const { api, database } = useTestApi({ PUBLIC_URL: 'http://192.168.1.20:3000' });

  it('are not offered', async () => {
    const { user } = await database.makeAccount({ password: PASSWORD });
    const client = await api.signIn(user);
    expect((await client.get(PATH)).body).toMatchObject({ isAvailable: true, arePasskeysAvailable: false });
    expect(await client.post(`${PATH}/passkeys/options`)).toMatchObject(problem(409, 'PASSKEYS_UNAVAILABLE'));
  });
});
