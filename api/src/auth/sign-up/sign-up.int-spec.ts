import { SignUp } from '@ringwell/database/accounts/sign-in/sign-up.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { findMailLink } from '@ringwell/testing/mail-link';
import { SessionClient } from '@ringwell/testing/session-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { TestBrowser } from '@ringwell/testing/test-browser';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { MAIL_SETTINGS } from '@ringwell/testing/test-settings';

const PASSWORD = 'four quiet copper kettles';

describe('Signing up', () => {
  const database = useTestDatabase();
  let api: TestApi;
  let browser: TestBrowser;
  let userNumber = 0;
  let newUser: Record<'firstName' | 'lastName' | 'email' | 'password', string>;

  const startApiWith = async (settings: Record<string, string> = {}): Promise<void> => {
    api = await startApi(database.url, settings);
  };
  beforeEach(() => {
    browser = new TestBrowser();
    userNumber += 1;
    newUser = { firstName: 'Kim', lastName: 'Lee', email: `kim-${userNumber}@example.com`, password: PASSWORD };
  });
  afterEach(() => api.stop());

  const findUser = (email = newUser.email): Promise<User | null> =>
    database.manager.findOneBy(User, { email: email.toLowerCase() });
  const listEmailsTo = (recipient: string): Promise<Mail[]> => database.manager.findBy(Mail, { recipient });
  const signUp = (form: Record<string, string> = newUser): ReturnType<TestBrowser['open']> =>
    browser.open(`${api.url}/api/sign-up`, { form });
  const findLink = async (recipient: string): Promise<string> => findMailLink(api, await listEmailsTo(recipient));
  const confirm = (link: string, password = PASSWORD): ReturnType<TestBrowser['open']> =>
    browser.open(`${api.url}/api/sign-up/confirm`, {
      form: { token: new URL(link).searchParams.get('token') ?? '', password },
    });

  describe('with a mail server', () => {
    beforeEach(() => startApiWith({ ...MAIL_SETTINGS, PUBLIC_URL: 'https://calls.example.com' }));

    it('creates a demo account with settings once the address is confirmed, and returns to the requested page', async () => {
      const page = await browser.follow(
        `${api.url}/api/login?signUp=true&returnTo=${encodeURIComponent('/?plan=team')}`,
      );
      expect(page).toMatchObject({ status: 200, body: expect.stringContaining('value="/?plan=team"') as string });
      expect(page.body).not.toContain('<script>');
      const response = await signUp({
        ...newUser,
        email: newUser.email.toUpperCase(),
        company: 'Lee Plumbing',
        returnTo: '/?plan=team',
      });
      expect(response.body).toContain('Check your email');
      expect(await findUser()).toBeNull();

      const link = await findLink(newUser.email);
      expect(link).toMatch(/^https:\/\/calls\.example\.com\/api\/sign-up\/confirm\?token=[\w-]{43}$/);
      const openedPage = await browser.open(`${api.url}${new URL(link).pathname}${new URL(link).search}`);
      expect(openedPage.body).toContain(`Enter the password you chose for ${newUser.email}.`);
      expect(await findUser()).toBeNull(); // mail scanners also open links
      expect(await confirm(link, 'somebody else').then(({ status, body }) => [status, body])).toEqual([
        401,
        expect.stringContaining('This is not the password you chose when you signed up.'),
      ]);

      expect(await confirm(link)).toMatchObject({ status: 303, location: { pathname: '/', search: '?plan=team' } });
      expect(JSON.parse((await browser.open(`${api.url}/api/auth/user`)).body)).toMatchObject({
        email: newUser.email,
        firstName: 'Kim',
        company: 'Lee Plumbing',
        role: 'user',
        status: 'demo',
        activatedAt: null,
      });
      const user = await findUser();
      const settings = await database.query<unknown[]>(
        `select 1 from members join account_settings using (account_id) join account_lanes using (account_id)
        where user_id = $1 and role = 'owner'`,
        [user?.id],
      );
      expect(settings).toHaveLength(1);

      const secondResponse = await confirm(link);
      expect(secondResponse).toMatchObject({ status: 400, body: expect.stringContaining('already used') as string });
      expect(await database.manager.countBy(SignUp, { email: newUser.email })).toBe(0);
    });

    it("sends the link to the account's address regardless of how the visitor spells it", async () => {
      await signUp({ ...newUser, email: `\u212aim-${userNumber}@\uff45xample\uff0ecom` });
      await confirm(await findLink(newUser.email));
      expect(await findUser()).toMatchObject({ isEmailConfirmed: true });
    });

    it.each(['=?utf-8?q?kim?=@example.com', '"kim lee"@example.com', 'ki\u200bm@example.com', 'kim@exam\u00adple.com'])(
      "rejects %j, which could look like someone else's address",
      async (email) => {
        expect(await signUp({ ...newUser, email })).toMatchObject({
          status: 400,
          body: expect.stringContaining('Please enter a valid email address') as string,
        });
      },
    );

    it("doesn't sign in a user who is disabled concurrently", async () => {
      await signUp();
      const link = await findLink(newUser.email);
      await database.query(`
        create function disable_user() returns trigger language plpgsql as $$
        begin
          new.is_active := false;
          return new;
        end $$`);
      await database.query(
        'create trigger disable_user before insert on users for each row execute function disable_user()',
      );
      const response = await confirm(link);
      await database.query('drop function disable_user cascade');
      expect(response).toMatchObject({ status: 401, body: expect.stringContaining('you are not signed in') as string });
      expect((await browser.open(`${api.url}/api/auth/user`)).status).toBe(401);
    });

    it('signs in even if a double click submits the form twice', async () => {
      await signUp();
      const link = await findLink(newUser.email);
      const responses = await database.whileLocked(
        'update sign_ups set expires_at = expires_at where email = $1',
        [newUser.email],
        () => Promise.all([confirm(link), confirm(link)]),
        2,
      );
      expect(responses.map(({ status }) => status)).toEqual([303, 303]);
      expect((await browser.open(`${api.url}/api/auth/user`)).body).toContain(newUser.email);
    });

    it('rejects expired and unknown links', async () => {
      await signUp();
      const link = await findLink(newUser.email);
      await database.query('update sign_ups set expires_at = now() where email = $1', [newUser.email]);
      for (const url of [link, 'https://calls.example.com/?token=x', 'https://calls.example.com/']) {
        const { search } = new URL(url);
        expect((await browser.open(`${api.url}/api/sign-up/confirm${search}`)).status).toBe(400);
        expect((await confirm(url)).status).toBe(400);
      }
      expect(await findUser()).toBeNull();
    });

    it('reveals only to the owner of an address whether it has an account', async () => {
      const { user } = await database.makeAccount({
        user: { firstName: 'Dana' },
        account: { company: 'Reyes HVAC' },
      });
      const ownerEmail = user.email ?? '';
      const { body } = await signUp();
      expect(await signUp({ ...newUser, email: ownerEmail })).toMatchObject({
        status: 200,
        body: body.replace(newUser.email, ownerEmail),
      });
      const [mail] = await listEmailsTo(ownerEmail);
      expect(mail).toMatchObject({ subject: 'You already have a Ringwell account', sealedLink: null });
      expect(mail?.body).not.toMatch(/Dana|Kim|token/);
      expect(await findUser(ownerEmail)).toMatchObject({ firstName: 'Dana', passwordHash: null });
    });

    it("doesn't create a second account for an address that got one after signing up", async () => {
      await signUp();
      const link = await findLink(newUser.email);
      await database.makeAccount({ user: { email: newUser.email } });
      expect((await confirm(link)).status).toBe(400);
      expect((await findUser())?.firstName).toBeNull();
    });

    it('keeps tokens, passwords and addresses out of the log, and the token out of the database', async () => {
      await signUp();
      const token = new URL(await findLink(newUser.email)).searchParams.get('token') ?? '';
      await browser.open(`${api.url}/api/sign-up/confirm?token=${token}`);
      await confirm(`https://calls.example.com/?token=${token}`);
      const storedText = JSON.stringify([
        await database.manager.find(Mail),
        await database.manager.find(SignUp),
        api.log,
      ]);
      expect(token).toHaveLength(43);
      expect(storedText).not.toContain(token);
      expect(storedText).not.toContain(PASSWORD);
      expect(api.log.join('')).not.toContain(newUser.email);
    });
  });

  describe('on this machine without a mail server', () => {
    beforeEach(() => startApiWith());

    it('creates the account, signs in immediately, and opens the requested page', async () => {
      const response = await signUp({ ...newUser, company: 'Lee Plumbing', returnTo: '/?plan=team' });
      expect(response).toMatchObject({ status: 303, location: { pathname: '/', search: '?plan=team' } });
      expect(JSON.parse((await browser.open(`${api.url}/api/auth/user`)).body)).toMatchObject({
        email: newUser.email,
        company: 'Lee Plumbing',
        accountName: 'Lee Plumbing',
        status: 'demo',
      });
      expect(await findUser()).toMatchObject({ role: 'user', isEmailConfirmed: false });
    });

    it('signs in even if a double click submits the form twice, but not with another password or later', async () => {
      const responses = await Promise.all([signUp(), signUp()]);
      expect(responses.map(({ status }) => status)).toEqual([303, 303]);
      expect((await browser.open(`${api.url}/api/auth/user`)).status).toBe(200);
      expect((await signUp({ ...newUser, password: 'another quiet copper kettle' })).status).toBe(400);
      await database.manager.update(User, { email: newUser.email }, { createdAt: new Date(0) });
      expect((await signUp()).status).toBe(400);
    });

    it('says that an address has an account, which signing in with the chosen password would reveal anyway', async () => {
      const client = new SessionClient(api.url, '');
      const signIn = async (email: string): Promise<number> =>
        (await client.post('/api/login', { email, password: PASSWORD })).status;
      const { user } = await database.makeAccount({ user: { firstName: 'Dana' } });
      const ownerEmail = user.email ?? '';
      const originalUser = await findUser(ownerEmail);
      await signUp();
      browser = new TestBrowser();
      expect([await signIn(newUser.email), await signIn(ownerEmail)]).toEqual([200, 401]);

      const message = 'This email already has an account. Sign in instead.';
      const { status, body } = await signUp({ ...newUser, email: ownerEmail });
      expect(status).toBe(400);
      expect(body.slice(body.indexOf('<label for="email">'), body.indexOf('<label for="password">'))).toContain(
        message,
      );
      expect(body).toContain('I already have an account');
      expect((await browser.open(`${api.url}/api/auth/user`)).status).toBe(401);
      expect(await findUser(ownerEmail)).toEqual(originalUser);
    });

    it('explains an invalid password next to its field', async () => {
      const { body } = await signUp({ ...newUser, password: '12345' });
      const field = body.slice(body.indexOf('<label for="password">'));
      expect(field).toMatch(/aria-invalid="true" aria-describedby="password-hint error"/);
      expect(field).toContain('<p class="alert" id="error" role="alert">Password must be at least 6 characters</p>');
      expect(body.match(/id="error"/g)).toHaveLength(1);
    });

    it.each([
      ['no first name', { firstName: ' ' }, 'for="firstName"', 'First name is required'],
      ['an invalid address', { email: 'kim@' }, 'for="email"', 'Please enter a valid email address'],
      ['a short password', { password: '12345' }, 'for="password"', 'Password must be at least 6 characters'],
      ['a role', { role: 'admin' }, '<h1>', 'Unknown field.'],
    ])('rejects %s, and shows the form again without the password', async (_case, change, place, message) => {
      const invalidSignUp = { ...newUser, ...change };
      const { status, body } = await signUp(invalidSignUp);
      expect(status).toBe(400);
      expect(body.split('<label ').find((part) => part.includes(message))).toContain(place);
      expect(body).toContain('value="Lee"');
      expect(body).not.toContain(invalidSignUp.password);
      expect(await findUser()).toBeNull();
    });
  });

  it('is limited per address and per network', async () => {
    await startApiWith({ RATE_LIMIT_TIGHT_FACTOR: '1' });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await signUp()).status);
    for (let i = 0; i < 15; i += 1) statuses.push((await signUp({})).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, ...Array.from({ length: 14 }, () => 400), 429]);
  });

  it('explains who creates accounts when sign-up is off', async () => {
    await startApiWith({ SELF_SIGN_UP: 'off' });
    const { status, body } = await browser.follow(`${api.url}/api/login?signUp=true`);
    expect({ status, body }).toEqual({
      status: 200,
      body: expect.stringContaining('Only administrators can create accounts.') as string,
    });
    expect(body).toContain('href="/contact"');
    expect((await browser.open(`${api.url}/api/login`)).body).not.toContain('demo account');
    expect(await signUp()).toMatchObject({
      status: 403,
      body: expect.stringContaining('Ask your administrator for an account.') as string,
    });
    expect(await findUser()).toBeNull();
  });
});
