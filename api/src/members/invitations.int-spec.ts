import { randomUUID } from 'node:crypto';

import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { ACCOUNT_HEADER } from '@ringwell/domain/accounts/account-header';
import { findMailLink } from '@ringwell/testing/mail-link';
import type { TestAccount } from '@ringwell/testing/make-account';
import { problem, SessionClient, type ClientResponse } from '@ringwell/testing/session-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { TestBrowser, type BrowserResponse } from '@ringwell/testing/test-browser';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { MAIL_SETTINGS } from '@ringwell/testing/test-settings';

import type { CurrentUserDto } from '../auth/current-user/current-user.dto';
import type { MemberDto, NewInvitationDto } from './dto/member.dto';

const INVITATIONS_PATH = '/api/my/invitations';
const JOIN_FORM = { firstName: 'Paul', lastName: 'Ruiz', password: 'four quiet copper kettles' };

describe('Invitations', () => {
  const database = useTestDatabase();
  let api: TestApi;
  let account: TestAccount;
  let owner: SessionClient;
  let browser: TestBrowser;
  let email: string;

  async function startApiAndSignIn(settings: Record<string, string> = {}): Promise<void> {
    api = await startApi(database.url, settings);
    account = await database.makeAccount({ account: { company: 'Reyes HVAC' } });
    owner = await api.signIn(account.user);
  }
  beforeEach(() => {
    browser = new TestBrowser();
    email = `paul-${randomUUID()}@example.com`;
  });
  afterEach(() => api.stop());

  const invite = (body: object = { email, role: 'member' }): Promise<ClientResponse<NewInvitationDto>> =>
    owner.post<NewInvitationDto>(INVITATIONS_PATH, body);
  const listEmails = (): Promise<Mail[]> => database.manager.findBy(Mail, { recipient: email });
  // Returns the link with the origin of the API under test.
  const localUrl = (link: string): string => api.url + new URL(link).pathname + new URL(link).search;
  const getToken = (link: string): string => new URL(link).searchParams.get('token') ?? '';
  const joinAccount = (link: string, form: object = JOIN_FORM): Promise<BrowserResponse> =>
    browser.open(`${api.url}/api/invitations/sign-up`, { form: { token: getToken(link), ...form } });
  const acceptInvitation = (link: string): Promise<BrowserResponse> =>
    browser.open(`${api.url}/api/invitations`, { form: { token: getToken(link) } });
  const fetchCurrentUser = async (): Promise<CurrentUserDto> =>
    JSON.parse((await browser.open(`${api.url}/api/auth/user`)).body) as CurrentUserDto;
  const listMemberEmails = async (): Promise<(string | null)[]> =>
    (await owner.get<MemberDto[]>('/api/my/members')).body.map((member) => member.email);

  describe('with a mail server', () => {
    beforeEach(() => startApiAndSignIn(MAIL_SETTINGS));

    it('let a new user join once with a new password', async () => {
      const { status, body } = await invite();
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { email, role: 'member', isExpired: false, link: null },
      });
      const link = findMailLink(api, await listEmails());
      const page = await browser.open(localUrl(link));
      expect(page.body).toContain('Join Reyes HVAC');
      expect(page.body).toContain(`Your email is ${email}.`);
      expect(await listMemberEmails()).toEqual([account.user.email]); // mail scanners also open links

      expect(await joinAccount(link)).toMatchObject({ status: 303, location: { pathname: '/' } });
      expect(await fetchCurrentUser()).toMatchObject({
        email,
        firstName: 'Paul',
        accountId: account.account.id,
        memberRole: 'member',
        status: 'active',
      });
      expect(await listMemberEmails()).toEqual([account.user.email, email]);
      expect((await owner.get(INVITATIONS_PATH)).body).toEqual([]);
      browser = new TestBrowser();
      expect((await browser.open(localUrl(link))).status).toBe(400);
      expect((await joinAccount(link)).status).toBe(400);
    });

    it('let an existing user join, and switch them to the account', async () => {
      const { user: existingUser } = await database.makeAccount({ user: { email } });
      await invite();
      const link = findMailLink(api, await listEmails());
      expect((await browser.open(localUrl(link))).body).toContain('Sign in to join.');
      const client = await api.signIn(existingUser);
      const page = await client.get<string>(new URL(link).pathname + new URL(link).search);
      expect(page.body).toContain(`Join as ${email}`);
      const form = new URLSearchParams({ token: getToken(link) });
      expect((await client.post('/api/invitations', form)).status).toBe(303);
      expect((await client.get<CurrentUserDto>('/api/auth/user')).body).toMatchObject({
        id: existingUser.id,
        accountName: 'Reyes HVAC',
        memberRole: 'member',
      });
      expect((await client.get<unknown[]>('/api/my/accounts')).body).toHaveLength(2);
    });

    it("aren't created by an owner who becomes a manager concurrently", async () => {
      await database.makeMember(account, 'owner');
      const response = await database.whileLocked(
        `
        with locked as (select id from accounts where id = $1 for update)
        update members set role = 'manager' from locked where account_id = locked.id and user_id = $2`,
        [account.account.id, account.user.id],
        () => invite(),
      );
      expect(response).toMatchObject(problem(403, 'ROLE_TOO_LOW'));
      expect(await listEmails()).toEqual([]);
    });

    it('are shown again after a visitor signs in', async () => {
      await invite();
      const link = findMailLink(api, await listEmails());
      const page = await browser.open(localUrl(link));
      const path = encodeURIComponent(new URL(link).pathname + new URL(link).search);
      expect(page.body).toContain(`returnTo=${path}`);
      expect((await browser.open(`${api.url}/api/login/local?returnTo=${path}`)).body).toContain(
        `value="${new URL(link).pathname}?token=${getToken(link)}"`,
      );
    });

    it('can be resent with another role, which invalidates the earlier link', async () => {
      await invite();
      const firstLink = findMailLink(api, await listEmails());
      await database.query('delete from mails');
      await invite({ email: email.toUpperCase(), role: 'viewer' });
      const [listedInvitation] = (await owner.get<object[]>(INVITATIONS_PATH)).body;
      expect(listedInvitation).toMatchObject({ email, role: 'viewer' });
      expect((await browser.open(localUrl(firstLink))).status).toBe(400);
      const [mail] = await database.manager.findBy(Mail, { recipient: email });
      expect((await browser.open(localUrl(findMailLink(api, mail ? [mail] : [])))).status).toBe(200);
    });

    it.each<[string, () => Promise<unknown>]>([
      [
        'was revoked',
        async () =>
          owner.delete(`${INVITATIONS_PATH}/${(await owner.get<{ id: string }[]>(INVITATIONS_PATH)).body[0]?.id}`),
      ],
      ['has expired', () => database.query('update invitations set expires_at = now()')],
      [
        'is to a disabled account',
        () => database.query('update accounts set is_active = false where id = $1', [account.account.id]),
      ],
      ['is to a deleted account', () => database.query('delete from accounts where id = $1', [account.account.id])],
    ])('do not work when the invitation %s', async (_case, endInvitation) => {
      await invite();
      const link = findMailLink(api, await listEmails());
      await endInvitation();
      const page = await browser.open(localUrl(link));
      expect(page.status).toBe(400);
      expect(page.body).toContain('join the account</h1>');
      expect(page.body).toContain('href="/">Open the app</a>');
      expect((await joinAccount(link)).status).toBe(400);
      expect(await database.query('select from users where email = $1', [email])).toEqual([]);
    });

    it('explain errors in the form', async () => {
      await invite();
      const link = findMailLink(api, await listEmails());
      const response = await joinAccount(link, { ...JOIN_FORM, password: 'short' });
      expect(response.status).toBe(400);
      expect(response.body).toContain('value="Paul"');
      expect(response.body).toContain('role="alert"');
    });

    it('are rejected for members and for invalid addresses and roles', async () => {
      expect(await invite({ email: account.user.email, role: 'viewer' })).toMatchObject(problem(409, 'ALREADY_MEMBER'));
      expect(await invite({ email: 'paul', role: 'viewer' })).toMatchObject({ status: 400 });
      expect(await invite({ email, role: 'admin' })).toMatchObject({ status: 400 });
      expect(await listEmails()).toEqual([]);
    });

    it('cannot be revoked if they belong to another account', async () => {
      const { body } = await invite();
      const { user: stranger } = await database.makeAccount();
      const client = await api.signIn(stranger);
      expect((await client.delete(`${INVITATIONS_PATH}/${body.id}`)).status).toBe(404);
      expect((await owner.get<unknown[]>(INVITATIONS_PATH)).body).toHaveLength(1);
    });
  });

  describe('from demo accounts', () => {
    beforeEach(() => startApiAndSignIn({ ...MAIL_SETTINGS, RATE_LIMIT_TIGHT_FACTOR: '1' }));

    it('are limited to five a day per account, and ten for all accounts on a network', async () => {
      const statuses: number[] = [];
      for (const owners of [1, 2, 3]) {
        const { user } = await database.makeAccount({ account: { status: 'demo' } });
        owner = await api.signIn(user);
        for (let sentCount = 0; sentCount < 6; sentCount += 1)
          statuses.push((await invite({ email: `x${owners}-${sentCount}@example.com`, role: 'viewer' })).status);
      }
      const fiveSuccesses = [201, 201, 201, 201, 201];
      expect(statuses).toEqual([...fiveSuccesses, 429, ...fiveSuccesses, 429, 429, 429, 429, 429, 429, 429]);
    });
  });

  describe('without a mail server', () => {
    beforeEach(() => startApiAndSignIn());

    it('return the link, which does not prove ownership of the address', async () => {
      const { body } = await invite();
      expect(await listEmails()).toEqual([]);
      const link = body.link ?? '';
      const { status, body: page } = await joinAccount(link);
      expect(status).toBe(200);
      expect(page).toContain('sign in with your email and password.');
      expect(await listMemberEmails()).toEqual([account.user.email, email]);
      expect(await database.query('select is_email_confirmed from users where email = $1', [email])).toEqual([
        { is_email_confirmed: false },
      ]);
    });

    it("don't reveal to the owner whether the address belongs to a user", async () => {
      await database.makeAccount({ user: { email } });
      const otherEmail = `kim-${randomUUID()}@example.com`;
      const pages = [];
      for (const address of [email, otherEmail]) {
        const link = (await invite({ email: address, role: 'member' })).body.link ?? '';
        for (const { status, body, headers } of [await browser.open(localUrl(link)), await joinAccount(link)]) {
          const text = body.replaceAll(address, 'the address').replaceAll(getToken(link), 'the token');
          pages.push({ status, text, cookies: headers.getSetCookie() });
        }
      }
      expect(pages.slice(0, 2)).toEqual(pages.slice(2));
      expect(pages).toMatchObject([{ status: 200, cookies: [] }, { status: 200, cookies: [] }, {}, {}]);
    });

    it('can be accepted only once, even concurrently', async () => {
      const link = (await invite()).body.link ?? '';
      await Promise.all([joinAccount(link), joinAccount(link)]);
      expect(await listMemberEmails()).toEqual([account.user.email, email]);
    });

    it('can only be accepted by a signed-in user', async () => {
      const link = (await invite()).body.link ?? '';
      expect((await acceptInvitation(link)).status).toBe(401);
    });

    it("can't be accepted by an impersonating administrator, or in a tab that shows another account", async () => {
      const { user, account: otherAccount } = await database.makeAccount({ user: { role: 'admin' } });
      const administrator = await api.signIn(user);
      const form = new URLSearchParams({ token: getToken((await invite()).body.link ?? '') });
      const acceptWith = async (headers?: Record<string, string>): Promise<number> =>
        (await administrator.post('/api/invitations', form, headers)).status;
      expect(await acceptWith({ [ACCOUNT_HEADER]: account.account.id })).toBe(409);
      await administrator.post(`/api/admin/impersonate/${account.user.id}`);
      expect(await acceptWith()).toBe(403);
      expect(await acceptWith({ [ACCOUNT_HEADER]: otherAccount.id })).toBe(409);
      expect(await listMemberEmails()).toEqual([account.user.email]);
    });
  });
});
