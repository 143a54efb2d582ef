import type { User } from '@ringwell/database/accounts/user.entity';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { SoftwarePasskey, type PasskeyOverrides, type PasskeyOptions } from '@ringwell/testing/software-passkey';
import { useTestApi } from '@ringwell/testing/start-api';
import { useTestDate } from '@ringwell/testing/test-date';

import { summarizeSecurityEvents } from '../../http/security/testing/list-security-events';

const PATH = '/api/login/with-passkey';
// Over plain HTTP, cookies have the names that SessionClient sends.
const ORIGIN = 'http://localhost:4321';
const REJECTED_RESPONSE = { status: 401, body: { code: 'SIGN_IN_REFUSED' } };

describe('Signing in with a passkey alone', () => {
  const { api, database } = useTestApi({ PUBLIC_URL: ORIGIN, ADMIN_SECOND_FACTOR: 'required' });
  const setTestDate = useTestDate();
  let user: User;
  let passkey: SoftwarePasskey;

  beforeEach(async () => {
    [user, passkey] = await makeUserWithPasskey();
  });

  async function makeUserWithPasskey(): Promise<[User, SoftwarePasskey]> {
    const account = await database.makeAccount({ password: 'four quiet copper kettles' });
    const client = await api.signIn(account.user);
    const newPasskey = new SoftwarePasskey(ORIGIN);
    const { body } = await client.post<{ options: PasskeyOptions }>('/api/my/second-factor/passkeys/options');
    const credential = newPasskey.create(body.options);
    expect((await client.post('/api/my/second-factor/passkeys', { name: 'Phone', credential })).status).toBe(200);
    return [account.user, newPasskey];
  }
  const createClient = (): SessionClient => new SessionClient(api.url, '');
  const fetchOptions = async (): Promise<PasskeyOptions> =>
    (await createClient().post<{ options: PasskeyOptions }>(`${PATH}/options`)).body.options;
  const postCredential = (credential: string): Promise<ClientResponse<ProblemBody>> =>
    createClient().post(PATH, { credential });
  const signIn = async (overrides: PasskeyOverrides = {}): Promise<ClientResponse<ProblemBody>> =>
    postCredential(passkey.use(await fetchOptions(), overrides));
  const updateRow = (table: string, values: string): Promise<unknown> =>
    database.query(`update ${table} set ${values} where id = $1`, [user.id]);

  it('accepts a passkey instead of the password and the second step, and records it in sessions and security events', async () => {
    const passkeyOptions = await fetchOptions();
    expect(passkeyOptions).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' });
    const response = await postCredential(passkey.use(passkeyOptions));
    expect(response).toMatchObject({ status: 200, body: { id: user.id } });
    const signedInClient = new SessionClient(api.url, response.headers.getSetCookie()[0]?.split(';')[0] ?? '');
    const sessions = (await signedInClient.get<{ isCurrent: boolean; signedInWith: string }[]>('/api/my/sessions'))
      .body;
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({ signedInWith: 'passkey' });
    expect(await summarizeSecurityEvents(api, database, user.id)).toContainEqual(['succeeded', 'passkey', 'Signed in']);
  });

  it('grants full access to administrators who are required to have a second factor', async () => {
    await updateRow('users', `role = 'admin'`);
    const { headers } = await signIn();
    const signedInClient = new SessionClient(api.url, headers.getSetCookie()[0]?.split(';')[0] ?? '');
    expect((await signedInClient.get('/api/admin/users')).status).toBe(200);
  });

  it('still requires users to replace a password that an administrator set for them', async () => {
    await updateRow('users', 'must_change_password = true');
    const response = await signIn();
    expect(response.body).toMatchObject({ requiredStep: 'change_password' });
    const signedInClient = new SessionClient(api.url, response.headers.getSetCookie()[0]?.split(';')[0] ?? '');
    expect((await signedInClient.get('/api/auth/user')).body).toMatchObject({ requiredStep: 'change_password' });
  });

  it.each<[string, PasskeyOverrides]>([
    ['an authenticator that has not verified its user', { isUnverified: true }],
    ['a passkey that does not name its user', { userHandle: '' }],
    ['a passkey that names another user', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ["another site's origin", { origin: 'http://localhost.evil.example:4321' }],
    ["another site's domain", { rpId: 'evil.example' }],
    ['a challenge from another source', { challenge: 'ff2qOnd3SiJ-JW5nSdF6N9Y9bIyO7o_hw6UFCNQ69Vw' }],
    ["another key's signature", { signedBy: new SoftwarePasskey(ORIGIN) }],
    ["an unknown credential's id", { credentialId: 'bm9uZQ' }],
  ])('rejects %s', async (_case, overrides) => {
    expect(await signIn(overrides)).toMatchObject(REJECTED_RESPONSE);
    expect((await signIn()).status).toBe(200);
  });

  it('accepts each response once, and only with a higher counter', async () => {
    const response = passkey.use(await fetchOptions());
    const responses = await Promise.all([postCredential(response), postCredential(response)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await signIn({ counter: 1 })).toMatchObject(REJECTED_RESPONSE);
    expect(
      (await summarizeSecurityEvents(api, database, user.id)).filter(([outcome]) => outcome === 'refused'),
    ).toEqual(
      expect.arrayContaining([
        ['refused', 'passkey', 'WRONG_PASSKEY'],
        ['refused', 'passkey', 'PASSKEY_COPIED'],
      ]),
    );
  });

  it('accepts a response only within five minutes', async () => {
    setTestDate('2026-03-31T10:00:00Z');
    const [firstCredential, secondCredential] = [passkey.use(await fetchOptions()), passkey.use(await fetchOptions())];
    setTestDate('2026-03-31T10:04:59Z');
    expect((await postCredential(firstCredential)).status).toBe(200);
    setTestDate('2026-03-31T10:05:01Z');
    expect(await postCredential(secondCredential)).toMatchObject(REJECTED_RESPONSE);
  });

  it('rejects disabled users, and users who sign in only with the provider', async () => {
    await updateRow('users', 'is_active = false');
    expect(await signIn()).toMatchObject(REJECTED_RESPONSE);
    await updateRow('users', 'is_active = true, password_hash = null');
    expect(await signIn()).toMatchObject(REJECTED_RESPONSE);
    await updateRow('users', `password_hash = 'x'`);
    await database.query(
      'update accounts set is_active = false where id in (select account_id from members where user_id = $1)',
      [user.id],
    );
    expect(await signIn()).toMatchObject(REJECTED_RESPONSE);
    expect(await summarizeSecurityEvents(api, database, user.id)).toContainEqual([
      'refused',
      'passkey',
      'USER_DISABLED',
    ]);
  });

  it('redirects from the sign-in page to the requested page', async () => {
    const page = (await createClient().get<string>('/api/login?returnTo=%2Fcalls%3Flabel%3Dnegative')).body;
    expect(page).toContain('autocomplete="username webauthn"');
    expect(page).toContain('Sign in with a passkey');
    const sendForm = async (credential: string): Promise<Response> =>
      fetch(api.url + PATH, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: api.url },
        body: new URLSearchParams({ returnTo: '/calls?label=negative', credential }),
      });
    const rejectedResponse = await sendForm(passkey.use(await fetchOptions(), { isUnverified: true }));
    expect(rejectedResponse.status).toBe(401);
    expect(await rejectedResponse.text()).toContain('value="/calls?label=negative"');
    const response = await sendForm(passkey.use(await fetchOptions()));
    expect([response.status, response.headers.get('location')]).toEqual([303, '/calls?label=negative']);
  });

  it('still accepts a passkey as the second step after the password', async () => {
    const response = await createClient().post<ProblemBody>('/api/login', {
      email: user.email,
      password: 'four quiet copper kettles',
    });
    expect(response).toMatchObject(problem(401, 'SECOND_FACTOR_REQUIRED'));
    const browser = new SessionClient(api.url, response.headers.getSetCookie()[0]?.split(';')[0] ?? '');
    const passkeyOptions = (await browser.post<{ options: PasskeyOptions }>('/api/login/passkey/options')).body.options;
    const credential = passkey.use(passkeyOptions, { isUnverified: true, userHandle: '' });
    expect((await browser.post('/api/login/passkey', { credential })).status).toBe(200);
  });
});

describe('With rate limits', () => {
  const { api } = useTestApi({ RATE_LIMIT_TIGHT_FACTOR: '1' });

  it('rejects passkeys from a network after too many failed attempts', async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 40; i += 1)
      statuses.add((await new SessionClient(api.url, '').post(PATH, { credential: 'x' })).status);
    expect([...statuses]).toEqual([401, 429]);
  });
});
