import { randomUUID } from 'node:crypto';

import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Mail, MAIL_LINK } from '@ringwell/database/deliveries/mail.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { createAlertAddressToken } from '@ringwell/platform/crypto/alert-address-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import type { TestAccount } from '@ringwell/testing/make-account';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { MAIL_SETTINGS } from '@ringwell/testing/test-settings';

import type { SettingsDto } from '../dto/settings.dto';

const SETTINGS_PATH = '/api/my/settings';
const ADDRESSES_PATH = '/api/my/settings/email-addresses';
const ASK_PATH = '/api/my/settings/email-addresses/ask';
const CONFIRMATION = { ...MAIL_SETTINGS, CONFIRM_ALERT_ADDRESSES: 'on' };

describe('Confirmation of alert addresses', () => {
  const database = useTestDatabase();
  let api: TestApi;
  let account: TestAccount;
  let owner: SessionClient;
  let outsideAddress: string;

  async function startApiAndSignIn(settings: Record<string, string>): Promise<void> {
    api = await startApi(database.url, settings);
    account = await database.makeAccount({ account: { company: 'Reyes <HVAC>' } });
    owner = await api.signIn(account.user);
  }
  beforeEach(() => {
    outsideAddress = `sam-${randomUUID()}@example.com`;
  });
  afterEach(() => api.stop());

  const addAddresses = (...addresses: string[]): Promise<ClientResponse<SettingsDto>> =>
    owner.patch<SettingsDto>(ADDRESSES_PATH, { add: addresses });
  const removeAddress = (address: string): Promise<ClientResponse<SettingsDto>> =>
    owner.patch<SettingsDto>(ADDRESSES_PATH, { remove: [address] });
  const fetchUnconfirmed = async (): Promise<SettingsDto['unconfirmedAddresses']> =>
    (await owner.get<SettingsDto>(SETTINGS_PATH)).body.unconfirmedAddresses;
  const askAgain = (address = outsideAddress): Promise<ClientResponse<ProblemBody>> =>
    owner.post(ASK_PATH, { address });
  const listEmails = (recipient = outsideAddress): Promise<Mail[]> =>
    database.manager.find(Mail, { where: { recipient }, order: { createdAt: 'ASC' } });
  const getSecretBox = (): SecretBox => api.app.get(SecretBox, { strict: false });
  // Returns the link that the worker would insert, with the origin of the API under test.
  const unsealLink = (mail: Mail | undefined): string => {
    if (!mail?.sealedLink || !mail.body.includes(MAIL_LINK)) throw new Error('There is no mail with a link.');
    return api.url + new URL(getSecretBox().open(mail.sealedLink, SEALED_FIELDS.mailLink(mail.id))).pathname;
  };
  const fetchLink = async (): Promise<string> => unsealLink((await listEmails())[0]);
  const openLink = async (url: string): Promise<{ status: number; page: string }> => {
    const response = await fetch(url);
    return { status: response.status, page: await response.text() };
  };
  const respond = async (url: string, response: string): Promise<{ status: number; page: string }> => {
    const httpResponse = await fetch(url, { method: 'POST', body: new URLSearchParams({ response }) });
    return { status: httpResponse.status, page: await httpResponse.text() };
  };
  const listActivities = async (): Promise<string[]> =>
    (await database.manager.findBy(ActivityLog, { accountId: account.account.id }))
      .filter(({ action }) => action.startsWith('Alert address'))
      .map(({ description }) => description);

  describe('with a mail server', () => {
    beforeEach(() => startApiAndSignIn(CONFIRMATION));

    it('is requested once from an address outside the account, and does not change when the link is opened', async () => {
      const { status, body } = await addAddresses(outsideAddress);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { emailAddress: [outsideAddress], unconfirmedAddresses: { [outsideAddress]: 'waiting' } },
      });
      const [mail] = await listEmails();
      expect(mail).toMatchObject({ subject: 'Confirm that you want call alerts from Ringwell' });
      expect(mail?.body).toContain('Reyes <HVAC> would like to send call alerts to this address');
      for (const method of ['HEAD', 'GET']) expect((await fetch(await fetchLink(), { method })).status).toBe(200);
      const { page } = await openLink(await fetchLink());
      expect(page).toContain(`Reyes &lt;HVAC&gt; would like to send call alerts to ${outsideAddress}.`);
      expect(page).toContain('Send me alerts</button>');
      expect(page).toContain('Not me, stop asking</button>');
      expect(page).not.toContain('<script');
      expect(await fetchUnconfirmed()).toEqual({ [outsideAddress]: 'waiting' });
      await owner.put(SETTINGS_PATH, { emailAddress: [outsideAddress] });
      await owner.put(SETTINGS_PATH, { overdueAddresses: [outsideAddress] });
      expect(await listEmails()).toHaveLength(1);
    });

    it('is requested from recipients of overdue alerts by every route that changes settings', async () => {
      const admin = await database.makeAccount({ user: { role: 'admin' } });
      const administrator = await api.signIn(admin.user);
      const { body } = await administrator.put<SettingsDto>(`/api/account/settings/admin/${account.user.id}`, {
        overdueAddresses: [outsideAddress.toUpperCase()],
      });
      expect(body).toMatchObject({
        overdueAddresses: [outsideAddress],
        unconfirmedAddresses: { [outsideAddress]: 'waiting' },
      });
      expect(await listEmails()).toHaveLength(1);
      const path = `/api/account/settings/admin/${account.user.id}/email-addresses/ask`;
      expect((await administrator.post(path, { address: outsideAddress })).status).toBe(204);
      expect(await listEmails()).toHaveLength(2);
      const tokenHeaders = { authorization: `Bearer ${account.token}` };
      const response = await fetch(`${api.url}/api/account/settings`, { headers: tokenHeaders });
      expect(await response.json()).toMatchObject({ unconfirmedAddresses: { [outsideAddress]: 'waiting' } });
    });

    it('works in two tabs, is logged again after the recipient unsubscribed, and is kept when the address is removed and added again', async () => {
      await addAddresses(outsideAddress);
      const pages = await Promise.all([respond(await fetchLink(), 'confirm'), respond(await fetchLink(), 'confirm')]);
      expect(pages.map(({ status }) => status)).toEqual([200, 200]);
      expect(pages[0]?.page).toContain('You&#39;re getting call alerts');
      expect(await fetchUnconfirmed()).toEqual({});
      const agreement = expect.stringContaining(`${outsideAddress} agreed to receive`) as unknown;
      expect(await listActivities()).toEqual([agreement]);
      await database.repositories.mailSuppressions.unsubscribe(account.account.id, outsideAddress);
      await respond(await fetchLink(), 'confirm');
      expect(await listActivities()).toEqual([agreement, agreement]);
      await removeAddress(outsideAddress);
      await addAddresses(outsideAddress);
      expect(await fetchUnconfirmed()).toEqual({});
      expect(await listEmails()).toHaveLength(1);
    });

    it("isn't requested again after the recipient declines, but they can confirm later", async () => {
      await addAddresses(outsideAddress);
      expect((await respond(await fetchLink(), 'decline')).page).toContain('You won&#39;t get call alerts');
      expect(await fetchUnconfirmed()).toEqual({ [outsideAddress]: 'declined' });
      await removeAddress(outsideAddress);
      const emailCount = await database.manager.count(Mail);
      const spellings = [
        `\uff53${outsideAddress.slice(1)}`,
        outsideAddress.replace('example', 'ex\uff41mple'),
        outsideAddress.toUpperCase(),
      ];
      for (const spelling of spellings) expect((await addAddresses(spelling)).status).toBe(200);
      expect(await fetchUnconfirmed()).toEqual({ [outsideAddress]: 'declined' });
      expect(await database.manager.count(Mail)).toBe(emailCount);
      expect(await askAgain()).toMatchObject(problem(409, 'ADDRESS_NOT_WAITING'));
      await removeAddress(outsideAddress);
      await addAddresses(outsideAddress);
      expect(await listEmails()).toHaveLength(1);
      await respond(await fetchLink(), 'confirm');
      expect(await fetchUnconfirmed()).toEqual({});
    });

    it('can be declined and then given even if the address now belongs to a member', async () => {
      await addAddresses(outsideAddress);
      const { id } = await database.makeMember(account, 'member');
      await database.query('update users set email = $2 where id = $1', [id, outsideAddress]);
      const member = await api.signIn({ id });
      const isUnsubscribed = async (): Promise<unknown> => {
        const { body } = await member.get<{ isUnsubscribed: boolean }>('/api/my/alerts');
        return body.isUnsubscribed;
      };
      await respond(await fetchLink(), 'decline');
      expect(await isUnsubscribed()).toBe(true);
      await respond(await fetchLink(), 'confirm');
      expect(await isUnsubscribed()).toBe(false);
    });

    it("isn't requested from members or unsubscribed addresses", async () => {
      const { email } = await database.makeMember(account, 'member');
      await database.repositories.mailSuppressions.unsubscribe(account.account.id, outsideAddress);
      await addAddresses(email ?? '', outsideAddress);
      expect(await fetchUnconfirmed()).toEqual({ [outsideAddress]: 'declined' });
      expect([...(await listEmails(email ?? '')), ...(await listEmails())]).toEqual([]);
      expect(await askAgain(email ?? '')).toMatchObject(problem(409, 'ADDRESS_NOT_WAITING'));
    });

    it.each([
      ['whose own address was never confirmed', 'is_email_confirmed'],
      ['who can no longer sign in', 'is_active'],
    ])('is requested from a member %s', async (_case, column) => {
      const { id } = await database.makeMember(account, 'member');
      await database.query(`update users set ${column} = false, email = $2 where id = $1`, [id, outsideAddress]);
      await addAddresses(outsideAddress);
      expect(await fetchUnconfirmed()).toEqual({ [outsideAddress]: 'waiting' });
    });

    it('is never requested for a demo account', async () => {
      await database.repositories.accounts.update(account.account.id, { status: 'demo' });
      await addAddresses(outsideAddress);
      expect(await fetchUnconfirmed()).toEqual({ [outsideAddress]: 'waiting' });
      expect(await askAgain()).toMatchObject(problem(403, 'ACCOUNT_NOT_ACTIVE'));
      expect(await listEmails()).toEqual([]);
    });

    it('can be requested again while earlier links keep working', async () => {
      await addAddresses(outsideAddress);
      expect((await askAgain()).status).toBe(204);
      const [firstEmail, secondEmail] = await listEmails();
      expect(unsealLink(firstEmail)).not.toBe(unsealLink(secondEmail));
      expect((await respond(unsealLink(firstEmail), 'confirm')).status).toBe(200);
      expect(await askAgain()).toMatchObject(problem(409, 'ADDRESS_NOT_WAITING'));
      expect(await owner.post(ASK_PATH, { address: 'other@example.com' })).toMatchObject({ status: 409 });
      expect(await owner.post(ASK_PATH, { address: 'nobody' })).toMatchObject({ status: 400 });
    });

    it.each([
      ['has expired', -1, 400, 'This link has expired'],
      ['is for a deleted account', 1, 404, 'This link is invalid'],
    ])('rejects a link that %s', async (_case, days, status, message) => {
      await addAddresses(outsideAddress);
      const accountId = status === 404 ? randomUUID() : account.account.id;
      const expiresAt = new Date(Date.now() + days * 86_400_000);
      const url = `${api.url}/api/alert-addresses/${createAlertAddressToken({ accountId, address: outsideAddress, expiresAt }, getSecretBox())}`;
      for (const response of [await openLink(url), await respond(url, 'confirm')]) {
        expect(response.status).toBe(status);
        expect(response.page).toContain(message);
      }
      expect(await fetchUnconfirmed()).toEqual({ [outsideAddress]: 'waiting' });
    });

    it('rejects tampered links and invalid responses', async () => {
      await addAddresses(outsideAddress);
      expect((await openLink(`${(await fetchLink()).slice(0, -6)}`)).status).toBe(404);
      expect((await respond(await fetchLink(), 'perhaps')).status).toBe(400);
      expect(await fetchUnconfirmed()).toEqual({ [outsideAddress]: 'waiting' });
    });

    it('is requested only once when two tabs add the address', async () => {
      await Promise.all([
        addAddresses(outsideAddress),
        addAddresses(outsideAddress),
        owner.put(SETTINGS_PATH, { overdueAddresses: [outsideAddress] }),
      ]);
      expect(await listEmails()).toHaveLength(1);
    });

    it('is requested again when an address is added again after a week without a response', async () => {
      await addAddresses(outsideAddress);
      await database.query("update alert_addresses set asked_at = now() - interval '8 days' where address = $1", [
        outsideAddress,
      ]);
      await addAddresses('other@example.com');
      expect(await listEmails()).toHaveLength(1);
      await removeAddress(outsideAddress);
      await addAddresses(outsideAddress);
      expect(await listEmails()).toHaveLength(2);
    });

    it('logs neither links nor addresses', async () => {
      await addAddresses(outsideAddress);
      await respond(await fetchLink(), 'confirm');
      expect(api.log.join('')).toContain('/api/alert-addresses/:token');
      expect(api.log.join('')).not.toMatch(/alert-addresses\/v1|sam-/);
    });
  });

  it('is limited per address and per account', async () => {
    await startApiAndSignIn({ ...CONFIRMATION, RATE_LIMIT_TIGHT_FACTOR: '1' });
    await addAddresses(outsideAddress);
    expect([(await askAgain()).status, (await askAgain()).status]).toEqual([204, 204]);
    const limitedResponse = await askAgain();
    expect(limitedResponse).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(limitedResponse.body.message).toMatch(
      /^This address has already been asked to confirm several times\. Please try again in/,
    );
    expect(await listEmails()).toHaveLength(3);
    const otherAddresses = Array.from({ length: 50 }, () => `${randomUUID()}@example.com`);
    await owner.put(SETTINGS_PATH, { emailAddress: otherAddresses.slice(0, 20) });
    await owner.put(SETTINGS_PATH, { emailAddress: otherAddresses.slice(20, 40) });
    expect(await owner.put(SETTINGS_PATH, { emailAddress: otherAddresses.slice(30) })).toMatchObject({ status: 200 });
    expect(await addAddresses(...Array.from({ length: 10 }, () => `${randomUUID()}@example.com`))).toMatchObject(
      problem(429, 'RATE_LIMITED'),
    );
    expect((await owner.get<SettingsDto>(SETTINGS_PATH)).body.emailAddress).toEqual(otherAddresses.slice(30));
  });

  it.each([
    ['confirmations are disabled', { ...MAIL_SETTINGS, CONFIRM_ALERT_ADDRESSES: 'off' }],
    ['mail is not set up', { CONFIRM_ALERT_ADDRESSES: 'on' }],
  ])('is never requested from an address that is added while %s', async (_case, settings) => {
    await startApiAndSignIn(settings);
    expect((await addAddresses(outsideAddress)).body.unconfirmedAddresses).toEqual({});
    expect(await listEmails()).toEqual([]);
    expect(await askAgain()).toMatchObject(problem(409, 'ADDRESS_NOT_WAITING'));
    expect(
      await database.query('select confirmed_at from alert_addresses where address = $1', [outsideAddress]),
    ).toEqual([{ confirmed_at: expect.any(Date) as unknown }]);
  });

  it('can still be declined from an earlier email while confirmations are disabled', async () => {
    await startApiAndSignIn({ ...MAIL_SETTINGS, CONFIRM_ALERT_ADDRESSES: 'off' });
    await addAddresses(outsideAddress);
    const accountId = account.account.id;
    const expiresAt = new Date(Date.now() + 60_000);
    const url = `${api.url}/api/alert-addresses/${createAlertAddressToken({ accountId, address: outsideAddress, expiresAt }, getSecretBox())}`;
    // The email channel checks this before it sends.
    const isUnsubscribed = (): Promise<boolean> =>
      database.repositories.mailSuppressions.isUnsubscribed(accountId, outsideAddress.toUpperCase());
    expect((await respond(url, 'decline')).status).toBe(200);
    expect(await isUnsubscribed()).toBe(true);
    expect((await respond(url, 'confirm')).status).toBe(200);
    expect(await isUnsubscribed()).toBe(false);
  });
});
