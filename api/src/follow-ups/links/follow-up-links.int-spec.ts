import { randomUUID } from 'node:crypto';

import { FollowUp, FollowUpEvent } from '@ringwell/database/follow-ups/follow-up.entity';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import { createTakeToken } from '@ringwell/platform/crypto/follow-up-link-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import type { TestAccount } from '@ringwell/testing/make-account';
import { startApi, useTestApi } from '@ringwell/testing/start-api';
import { TestBrowser, type BrowserResponse } from '@ringwell/testing/test-browser';
import { createTestDatabase } from '@ringwell/testing/test-database';

const DAY = 86_400_000;
const OTHER_KEY = Buffer.alloc(32, 99).toString('base64');

describe('/api/follow-up-links/{token}', () => {
  const { api, database } = useTestApi();
  let account: TestAccount;
  let followUpId: string;
  let callId: string;

  beforeEach(async () => {
    account = await database.makeAccount({
      settings: { timeZone: 'America/New_York', emailAddress: ['Boss@example.com'] },
    });
    ({ id: followUpId, callId } = await database.makeFollowUp(account.account.id, {
      customerName: 'Dana <Reyes>',
    }));
  });

  async function makeMessage(channel: DeliveryChannelName, destination = '#calls'): Promise<string> {
    const message = { callId, channel, destination, destinationHash: destination, state: 'sent' } as const;
    return (await database.makeDelivery(account.account.id, message)).id;
  }
  function makeLink(
    deliveryId: string,
    {
      box = api.app.get<SecretBox>(SecretBox, { strict: false }),
      expiresAt = new Date(Date.now() + DAY),
      id = followUpId,
    } = {},
  ): string {
    return `${api.url}/api/follow-up-links/${createTakeToken({ deliveryId, followUpId: id, expiresAt }, box)}`;
  }
  const chatLink = async (): Promise<string> => makeLink(await makeMessage('slack'));
  const openLink = (url: string): Promise<BrowserResponse> => new TestBrowser().open(url);
  const submit = (url: string, form: Record<string, string> = {}): Promise<BrowserResponse> =>
    new TestBrowser().open(url, { form: { ...form } });
  const findFollowUp = (): Promise<FollowUp> => database.manager.findOneByOrFail(FollowUp, { id: followUpId });
  const listHistory = async (): Promise<(string | null)[][]> =>
    (await database.manager.find(FollowUpEvent, { where: { followUpId }, order: { at: 'asc' } })).map(
      ({ type, actor }) => [type, actor],
    );

  it('shows the customer to call back on GET and changes nothing, because link scanners open links', async () => {
    const url = await chatLink();
    for (const method of ['HEAD', 'GET']) expect((await fetch(url, { method })).status).toBe(200);
    const { body, headers } = await openLink(url);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(body).toContain('Call back Dana &lt;Reyes&gt;?');
    expect(body).toContain('(555) 123-4567. Call back about the missed visit. Call back by ');
    expect(body).toContain('<label for="name">Your name</label>');
    expect(body).toContain('noindex');
    expect(body).not.toContain('<script>');
    expect(await findFollowUp()).toMatchObject({ state: 'open', version: 1 });
    expect(await listHistory()).toEqual([['opened', null]]);
  });

  it('says that a follow-up is snoozed until someone takes it', async () => {
    await database.query(
      `update follow_ups set due_at = now() - interval '1 hour', snoozed_until = now() + interval '2 days'`,
    );
    const url = await chatLink();
    expect((await openLink(url)).body).toContain('Call back about the missed visit. Snoozed until ');
    expect((await submit(url, { name: 'Sam Ortiz' })).body).toContain('Overdue: callback was due by ');
  });

  it.each([
    ['neither a name nor a number', null, ''],
    ['a withheld number', 'anonymous', 'Caller ID withheld. '],
  ])('shows a customer with %s', async (_case, number, details) => {
    await database.query(`update customers set name = null`);
    await database.query(`update calls set customer_name = null, customer_key = null, from_number = $1`, [number]);
    const url = await chatLink();
    expect((await openLink(url)).body).toMatch(
      new RegExp(`Call back this customer\\?.*>${details}Call back about the`, 's'),
    );
    expect((await submit(url, { name: 'Sam' })).body).toContain('>This customer is waiting for your call.');
  });

  it('omits details that the account hides in messages', async () => {
    await database.repositories.accounts.updateSettings(account.account.id, {
      hidePhoneNumbers: true,
      hideNames: true,
    });
    const url = await chatLink();
    const { body } = await openLink(url);
    expect(body).toContain('Call back [name]?');
    expect(body).toContain('[phone number]. Call back about the missed visit.');
    const takenPage = (await submit(url, { name: 'Sam Ortiz' })).body;
    expect(takenPage).toContain('[name] is waiting for your call');
    expect(body + takenPage).not.toMatch(/Dana|123-4567|tel:/);
  });

  it('takes the follow-up once, under the name entered', async () => {
    const url = await chatLink();
    const { status, body } = await submit(url, { name: ' Sam Ortiz ' });
    expect(status).toBe(200);
    expect(body).toContain('You&#39;re on it');
    expect(body).toContain('href="tel:+15551234567"');
    expect(await findFollowUp()).toMatchObject({ state: 'in_progress', takenBy: 'Sam Ortiz', assigneeId: null });
    expect(await listHistory()).toEqual([
      ['opened', null],
      ['taken', 'Sam Ortiz'],
    ]);
    await database.query(`update follow_ups set state = 'open', taken_by = null`);
    for (const response of [await submit(url, { name: 'Kim' }), await openLink(url)])
      expect(response.body).toMatch(/Sam Ortiz used this link on \w{3}, .* E[SD]T\./);
    expect((await submit(url, { name: 'Kim' })).status).toBe(409);
    expect(await findFollowUp()).toMatchObject({ state: 'open', takenBy: null });
  });

  it('works again if its message is resent after the follow-up was released', async () => {
    const deliveryId = await makeMessage('slack');
    await submit(makeLink(deliveryId), { name: 'Sam Ortiz' });
    await database.query(`update follow_ups set state = 'open', taken_by = null`);
    await database.repositories.deliveries.resend(account.account.id, deliveryId);
    expect((await submit(makeLink(deliveryId), { name: 'Kim' })).status).toBe(200);
    expect(await findFollowUp()).toMatchObject({ takenBy: 'Kim' });
  });

  it.each([
    ['missing', {}, 'Enter your name.'],
    ['empty', { name: ' ' }, 'Enter your name.'],
    ['too long', { name: 'x'.repeat(101) }, 'Use 100 characters or fewer.'],
  ])('shows the form again when the name is %s', async (_case, form, message) => {
    const { status, body } = await submit(await chatLink(), form);
    expect(status).toBe(400);
    expect(body).toContain(message);
    expect(body).toContain('aria-invalid="true"');
    expect(await findFollowUp()).toMatchObject({ state: 'open' });
  });

  it('assigns the follow-up to the member who received the email', async () => {
    const member = await database.makeMember(account, 'member');
    const url = makeLink(await makeMessage('email', member.email?.toUpperCase()));
    expect((await openLink(url)).body).not.toContain('Your name');
    expect((await submit(url)).status).toBe(200);
    expect(await findFollowUp()).toMatchObject({ state: 'in_progress', assigneeId: member.id, takenBy: null });
  });

  it("takes the follow-up in the name of the recipient's address if the recipient isn't a member", async () => {
    expect((await submit(makeLink(await makeMessage('email', 'boss@example.com')))).status).toBe(200);
    expect(await findFollowUp()).toMatchObject({ state: 'in_progress', assigneeId: null, takenBy: 'boss@example.com' });
  });

  it("doesn't take the follow-up for a removed address, or for a member who left or can't sign in", async () => {
    const runSql = (sql: string): Promise<unknown> => database.query(sql);
    const otherRecipientUrl = makeLink(await makeMessage('email', 'boss@example.com'));
    await runSql(`update account_settings set email_address = '{}', overdue_addresses = '{boss@example.com}'`);
    expect((await openLink(otherRecipientUrl)).status).toBe(200);
    await runSql(`update account_settings set overdue_addresses = '{}'`);
    const member = await database.makeMember(account, 'member');
    const url = makeLink(await makeMessage('email', member.email ?? ''));
    expect((await openLink(url)).status).toBe(200);
    await database.query('update users set is_active = false where id = $1', [member.id]);
    for (const link of [otherRecipientUrl, url]) {
      expect((await openLink(link)).status).toBe(404);
      expect((await submit(link)).status).toBe(404);
    }
    expect(await findFollowUp()).toMatchObject({ state: 'open' });
  });

  it('shows who took the follow-up and when, and changes nothing', async () => {
    await submit(await chatLink(), { name: 'Sam Ortiz' });
    const url = makeLink(await makeMessage('email', 'boss@example.com'));
    for (const { body } of [await openLink(url), await submit(url)])
      expect(body).toMatch(/Sam Ortiz took this on \w{3}, .* E[SD]T\./);
    expect((await submit(url)).status).toBe(409);
    expect(await findFollowUp()).toMatchObject({ takenBy: 'Sam Ortiz' });
  });

  it('takes over from a member who has left the account', async () => {
    const member = await database.makeMember(account, 'member');
    expect((await submit(makeLink(await makeMessage('email', member.email ?? '')))).status).toBe(200);
    await database.query('delete from users where id = $1', [member.id]);
    expect(await findFollowUp()).toMatchObject({ state: 'in_progress', assigneeId: null });
    expect((await submit(await chatLink(), { name: 'Sam Ortiz' })).status).toBe(200);
    expect(await findFollowUp()).toMatchObject({ state: 'in_progress', takenBy: 'Sam Ortiz' });
  });

  it('shows who closed the follow-up', async () => {
    await database.query(`update follow_ups set state = 'done', outcome = 'recovered', closed_at = now()`);
    await database.manager.insert(FollowUpEvent, { followUpId, type: 'done', actor: 'Kim Park' });
    const url = await chatLink();
    expect((await openLink(url)).body).toContain('Kim Park closed this on ');
    expect((await submit(url, { name: 'Sam' })).status).toBe(409);
    expect(await findFollowUp()).toMatchObject({ state: 'done' });
  });

  it('only lets one of several concurrent requests take the follow-up', async () => {
    const urls = [await chatLink(), makeLink(await makeMessage('teams')), makeLink(await makeMessage('google_chat'))];
    const responses = await Promise.all([...urls, ...urls].map((url, index) => submit(url, { name: `Sam ${index}` })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await listHistory()).toHaveLength(2);
  });

  it.each<[string, number, (deliveryId: string) => string]>([
    ['expired', 400, (id) => makeLink(id, { expiresAt: new Date(Date.now() - 1_000) })],
    ['forged', 404, (id) => makeLink(id, { box: new SecretBox(OTHER_KEY) })],
    ['cut short', 404, (id) => makeLink(id).slice(0, -9)],
    ['for an unknown message', 404, () => makeLink(randomUUID())],
    ['for an unknown follow-up', 404, (id) => makeLink(id, { id: randomUUID() })],
  ])('rejects a link that is %s: %d', async (_case, status, makeUrl) => {
    const url = makeUrl(await makeMessage('slack'));
    for (const response of [await openLink(url), await submit(url, { name: 'Sam' })]) {
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
      expect(response.body).toContain('This link doesn&#39;t work');
    }
    expect(await findFollowUp()).toMatchObject({ state: 'open' });
  });

  it("doesn't take another account's follow-up", async () => {
    const otherAccount = await database.makeAccount();
    const { id } = await database.makeFollowUp(otherAccount.account.id);
    expect((await submit(makeLink(await makeMessage('slack'), { id }), { name: 'Sam' })).status).toBe(404);
  });

  it.each([
    ['is disabled', 'is_active = false'],
    ['was reverted to a demo account', "status = 'demo'"],
  ])('neither shows nor takes the follow-up if its account %s', async (_case, change) => {
    const url = await chatLink();
    await database.query(`update accounts set ${change} where id = $1`, [account.account.id]);
    for (const response of [await openLink(url), await submit(url, { name: 'Sam' })]) {
      expect(response.status).toBe(404);
      expect(response.body).not.toContain('Dana');
    }
    expect(await findFollowUp()).toMatchObject({ state: 'open' });
  });

  it('rejects a form from another site', async () => {
    const url = await chatLink();
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ name: 'Sam' }),
    });
    expect(status).toBe(403);
    expect(await findFollowUp()).toMatchObject({ state: 'open' });
  });

  it('accepts only forms', async () => {
    const response = await fetch(await chatLink(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name": "Sam"}',
    });
    expect(response.status).toBe(415);
    expect(await findFollowUp()).toMatchObject({ state: 'open' });
  });

  it('keeps links out of the log', async () => {
    await submit(await chatLink(), { name: 'Sam' });
    expect(api.log.join('')).toContain('/api/follow-up-links/:token');
    expect(api.log.join('')).not.toContain('/follow-up-links/v1');
  });
});

describe('the link rate limit', () => {
  it('rejects too many requests', async () => {
    const database = await createTestDatabase();
    const api = await startApi(database.url, { RATE_LIMIT_TIGHT_FACTOR: '1' });
    const statuses = new Set<number>();
    for (let request = 0; request < 61; request += 1)
      statuses.add((await fetch(`${api.url}/api/follow-up-links/v1.x`)).status);
    expect([...statuses].sort()).toEqual([404, 429]);
    await api.stop();
    await database.drop();
  });
});
