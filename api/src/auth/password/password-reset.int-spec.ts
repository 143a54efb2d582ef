import { PasswordReset } from '@ringwell/database/accounts/sign-in/password-reset.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { findMailLink } from '@ringwell/testing/mail-link';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { TestBrowser } from '@ringwell/testing/test-browser';
import { MAIL_SETTINGS } from '@ringwell/testing/test-settings';

const PASSWORD = 'four quiet copper kettles';
const NEW_PASSWORD = 'five loud tin whistles';

describe('Resetting a forgotten password', () => {
  const { api, database } = useTestApi({ ...MAIL_SETTINGS, PUBLIC_URL: 'http://calls.example.com' });
  let user: User;
  let email: string;
  let browser: TestBrowser;

  beforeEach(async () => {
    ({ user } = await database.makeAccount({ password: PASSWORD }));
    email = user.email ?? '';
    browser = new TestBrowser();
  });

  const listEmailsTo = (recipient: string): Promise<Mail[]> => database.manager.findBy(Mail, { recipient });
  const requestReset = (address: string) =>
    browser.open(`${api.url}/api/password/forgot`, { form: { email: address } });
  const requestToken = async (): Promise<string> => {
    await requestReset(email);
    while ((await listEmailsTo(email)).length === 0) await new Promise(setImmediate); // written after the response
    return new URL(findMailLink(api, await listEmailsTo(email))).searchParams.get('token') ?? '';
  };
  const reset = (token: string, newPassword = NEW_PASSWORD) =>
    browser.open(`${api.url}/api/password/reset`, { form: { token, newPassword } });
  const signIn = async (password: string): Promise<number> =>
    (await new SessionClient(api.url, '').post('/api/login', { email, password })).status;

  it('uses an emailed link that works once, and ends all sessions', async () => {
    const session = await api.signIn(user);
    expect((await browser.open(`${api.url}/api/login`)).body).toContain('href="/api/password/forgot"');
    const [token, otherTokenHash] = [await requestToken(), 'second'];
    const sql = `insert into password_resets values ($2, $1, now() + interval '1 minute')`;
    await database.query(sql, [user.id, otherTokenHash]);
    const page = await browser.open(`${api.url}/api/password/reset?token=${token}`);
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Choose a new password') as string });
    const response = await reset(token, '12345');
    expect(response).toMatchObject({ status: 400, body: expect.stringContaining('at least 6 characters') as string });
    expect((await session.get('/api/auth/user')).status).toBe(200);

    expect(await reset(token)).toMatchObject({
      status: 200,
      body: expect.stringContaining('Password changed') as string,
    });
    expect([await signIn(PASSWORD), await signIn(NEW_PASSWORD)]).toEqual([401, 200]);
    expect((await session.get('/api/auth/user')).status).toBe(401);
    expect(await reset(token)).toMatchObject({ status: 400, body: expect.stringContaining('already used') as string });
    expect(await database.manager.countBy(PasswordReset, { userId: user.id })).toBe(0);
    const storedText = JSON.stringify([await listEmailsTo(email), api.log]);
    expect(storedText).not.toContain(token);
    expect(storedText).not.toContain(NEW_PASSWORD);
  });

  it('confirms the address, and removes the settings of a stranger who signed up with it', async () => {
    const unconfirmedAccount = await database.makeAccount({
      user: { isEmailConfirmed: false },
      password: PASSWORD,
      settings: { sealedWebhookUrl: 'sealed' },
    });
    email = unconfirmedAccount.user.email ?? '';
    await database.makeMember(unconfirmedAccount, 'manager');
    await database.query(
      `insert into totp_factors (user_id, sealed_secret, activated_at) values ($1, 'sealed', now())`,
      [unconfirmedAccount.user.id],
    );
    const existingCall = await database.makeCompletedCall(unconfirmedAccount.account.id);
    expect(await reset(await requestToken())).toMatchObject({ status: 200 });
    expect(await signIn(NEW_PASSWORD)).toBe(200);
    const owner = await api.signIn(unconfirmedAccount.user);
    expect((await owner.get('/api/my/members')).body).toMatchObject([{ userId: unconfirmedAccount.user.id }]);
    expect((await owner.get('/api/my/settings')).body).toMatchObject({ webhookUrl: null });
    expect((await owner.get(`/api/calls/${existingCall.id}`)).status).toBe(200);
    const tokenResponse = await fetch(`${api.url}/api/calls`, {
      headers: { authorization: `Bearer ${unconfirmedAccount.token}` },
    });
    expect(tokenResponse.status).toBe(401);
    expect(await database.manager.findOneBy(User, { id: unconfirmedAccount.user.id })).toMatchObject({
      isEmailConfirmed: true,
    });
  });

  it('keeps the settings of an account with a confirmed address', async () => {
    const otherAccount = await database.makeAccount({ password: PASSWORD });
    email = otherAccount.user.email ?? '';
    const member = await database.makeMember(otherAccount, 'member');
    expect(await reset(await requestToken())).toMatchObject({ status: 200 });
    const owner = await api.signIn(otherAccount.user);
    expect(JSON.stringify((await owner.get('/api/my/members')).body)).toContain(member.id);
  });

  it('succeeds even if a double click submits the form twice', async () => {
    const token = await requestToken();
    const responses = await database.whileLocked(
      'update users set updated_at = now() where id = $1',
      [user.id],
      () => Promise.all([reset(token), reset(token)]),
      2,
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await signIn(NEW_PASSWORD)).toBe(200);
  });

  it('fails with an expired link, or after the user was disabled or their password or address changed', async () => {
    const changes = [
      () => database.query('update password_resets set expires_at = now()'),
      () => database.manager.update(User, { id: user.id }, { isActive: false }),
      async () => {
        const client = await api.signIn(user);
        await client.post('/api/my/password', { currentPassword: PASSWORD, newPassword: 'a third one' });
      },
      async () => {
        const { user: admin } = await database.makeAccount({ user: { role: 'admin' } });
        const client = await api.signIn(admin);
        await client.put(`/api/admin/users/${user.id}`, { email: `new-${email}` });
      },
    ];
    for (const change of changes) {
      ({ user } = await database.makeAccount({ password: PASSWORD }));
      email = user.email ?? '';
      const token = await requestToken();
      await change();
      expect((await reset(token)).status).toBe(400);
    }
  });

  it("fails with a link from before the user was disabled, even once they're enabled again", async () => {
    const token = await requestToken();
    const { user: admin } = await database.makeAccount({ user: { role: 'admin' } });
    const adminClient = await api.signIn(admin);
    for (const isActive of [false, true])
      expect((await adminClient.put(`/api/admin/users/${user.id}`, { isActive })).status).toBe(200);
    expect((await reset(token)).status).toBe(400);
  });

  it('responds the same way to requests for any address', async () => {
    const { user: disabledUser } = await database.makeAccount({
      user: { isActive: false },
      password: PASSWORD,
    });
    const { user: passwordlessUser } = await database.makeAccount();
    const addresses = [email, disabledUser.email ?? '', 'stranger@example.com', passwordlessUser.email ?? ''];
    const responses = [];
    for (const address of addresses) responses.push(await requestReset(address));
    for (const { status, body } of responses) expect([status, body]).toEqual([200, responses[0]?.body]);
    while ((await listEmailsTo(passwordlessUser.email ?? '')).length === 0) await new Promise(setImmediate);
    expect([await listEmailsTo(disabledUser.email ?? ''), await listEmailsTo('stranger@example.com')]).toEqual([
      [],
      [],
    ]);
    expect(api.log.join('')).not.toContain('stranger@example.com');
  });

  it('lets a user of a sign-in provider that is no longer set up choose a first password', async () => {
    ({ user } = await database.makeAccount());
    email = user.email ?? '';
    expect(await reset(await requestToken())).toMatchObject({ status: 200 });
    expect(await signIn(NEW_PASSWORD)).toBe(200);
  });
});

describe('Resetting a forgotten password with a sign-in provider', () => {
  const { api, database } = useTestApi({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'calls@example.com',
    SUPPORT_EMAIL: 'help@example.com',
    PUBLIC_URL: 'http://calls.example.com',
    OIDC_ISSUER_URL: 'https://id.example.com',
    OIDC_CLIENT_ID: 'ringwell',
  });

  it('tells users without a password to sign in with the provider', async () => {
    const { user } = await database.makeAccount();
    const recipient = user.email ?? '';
    const listEmails = (): Promise<Mail[]> => database.manager.findBy(Mail, { recipient });
    const response = await new TestBrowser().open(`${api.url}/api/password/forgot`, { form: { email: recipient } });
    expect(response.status).toBe(200);
    while ((await listEmails()).length === 0) await new Promise(setImmediate); // written after the response
    expect(await listEmails()).toMatchObject([
      { sealedLink: null, body: expect.stringContaining('Sign in with id.example.com') as string },
    ]);
  });
});

describe('Resetting a forgotten password without a mail server', () => {
  const { api } = useTestApi();

  it('requires an administrator', async () => {
    const url = `${api.url}/api/password/forgot`;
    const advice: unknown = expect.stringContaining('Ask your administrator to set a new password for you.');
    expect(await new TestBrowser().open(url)).toMatchObject({ status: 200, body: advice });
    const response = await new TestBrowser().open(url, { form: { email: 'dana@example.com' } });
    expect(response).toMatchObject({ status: 503, body: advice });
  });
});
