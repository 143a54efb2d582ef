import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createUnsubscribeToken } from '@ringwell/platform/crypto/unsubscribe-token';
import type { TestAccount } from '@ringwell/testing/make-account';
import { startApi, useTestApi } from '@ringwell/testing/start-api';
import { TestBrowser } from '@ringwell/testing/test-browser';
import { createTestDatabase } from '@ringwell/testing/test-database';

const ADDRESS = 'office@example.com';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const EARLIER_KEY = Buffer.alloc(32, 1).toString('base64');

describe('/api/unsubscribe/{token}', () => {
  const { api, database } = useTestApi({ SECRETS_KEY_PREVIOUS: EARLIER_KEY });
  let account: TestAccount;
  let url: string;

  beforeEach(async () => {
    account = await database.makeAccount({
      user: { firstName: 'Dana', lastName: 'Reyes' },
      account: { company: 'Reyes <HVAC>' },
    });
    url = buildLink(api.app.get(SecretBox, { strict: false }));
  });

  function buildLink(box: SecretBox, accountId = account.account.id): string {
    return `${api.url}/api/unsubscribe/${createUnsubscribeToken({ accountId, address: ADDRESS }, box)}`;
  }
  const listUnsubscribed = async (): Promise<string[]> =>
    (await database.repositories.mailSuppressions.list(account.account.id)).map(({ address }) => address);
  const post = (body: string | FormData | undefined, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, { method: 'POST', body, headers });
  const listActivities = async (): Promise<string[]> =>
    (await database.manager.find(ActivityLog, { order: { createdAt: 'ASC' } }))
      .filter(({ accountId }) => accountId === account.account.id)
      .map(({ action, description }) => `${action}: ${description}`);

  it('shows a page on GET without changing anything, because mail scanners open links', async () => {
    for (const method of ['GET', 'HEAD']) expect((await fetch(url, { method })).status).toBe(200);
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = await response.text();
    expect(page).toContain('office@example.com gets call emails from Reyes &lt;HVAC&gt;.');
    expect(page).toContain('Unsubscribe</button>');
    expect(page).not.toContain('<script');
    expect(await listUnsubscribed()).toEqual([]);
  });

  it('unsubscribes with the button on the page and resubscribes with the button on the next page', async () => {
    const browser = new TestBrowser();
    const submit = async (page: string): Promise<string> => {
      const [, action = '', name = '', value = ''] =
        /<form method="post" action="([^"]+)">\s*<input type="hidden" name="(\w+)" value="(\w+)">/.exec(page) ?? [];
      expect(action).not.toBe('');
      const { status, body } = await browser.open(new URL(action, api.url), { form: { [name]: value } });
      expect(status).toBe(200);
      return body;
    };
    const confirmationPage = await submit((await browser.open(url)).body);
    expect(confirmationPage).toContain('office@example.com won&#39;t get call emails from Reyes &lt;HVAC&gt; anymore.');
    expect(await listUnsubscribed()).toEqual([ADDRESS]);
    expect((await browser.open(url)).body).toContain('Subscribe again</button>');

    const resubscribedPage = await submit(confirmationPage);
    expect(resubscribedPage).toContain('You&#39;re subscribed again');
    expect(await listUnsubscribed()).toEqual([]);
    expect(await listActivities()).toEqual([
      `Unsubscribed from emails: office@example.com unsubscribed from ${account.user.email ?? ''}'s call emails.`,
      `Resubscribed to emails: office@example.com resubscribed to ${account.user.email ?? ''}'s call emails.`,
    ]);
  });

  it.each<[string, string | FormData | undefined, Record<string, string>]>([
    ['with a one-click form', 'List-Unsubscribe=One-Click', { 'content-type': FORM_TYPE }],
    ['with a one-click multipart form', Object.assign(new FormData(), {}), {}],
    ['as text', 'List-Unsubscribe=One-Click', { 'content-type': 'text/plain' }],
    ['as JSON', '{"List-Unsubscribe":"One-Click"}', { 'content-type': 'application/json' }],
    ['of an unknown type', '\u0000\u0001', { 'content-type': 'application/x-unknown' }],
    ['without a body', undefined, {}],
  ])('unsubscribes without an Origin header, with a request %s', async (_case, body, headers) => {
    if (body instanceof FormData) body.set('List-Unsubscribe', 'One-Click');
    const response = await post(body, headers);
    expect(response.status).toBe(200);
    expect(response.redirected).toBe(false);
    expect(await listUnsubscribed()).toEqual([ADDRESS]);
  });

  it('unsubscribes only once when requests are repeated or concurrent', async () => {
    const statuses = (
      await Promise.all(
        Array.from({ length: 5 }, () => post('List-Unsubscribe=One-Click', { 'content-type': FORM_TYPE })),
      )
    ).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await listUnsubscribed()).toEqual([ADDRESS]);
    expect(await listActivities()).toHaveLength(1);
    for (const action of ['subscribe', 'subscribe'])
      expect((await post(`action=${action}`, { 'content-type': FORM_TYPE })).status).toBe(200);
    expect(await listUnsubscribed()).toEqual([]);
    expect(await listActivities()).toHaveLength(2);
  });

  it('does not affect other accounts', async () => {
    const { account: otherAccount } = await database.makeAccount();
    await post(undefined);
    expect(await database.repositories.mailSuppressions.list(otherAccount.id)).toEqual([]);
  });

  it('keeps an address unsubscribed when the settings are saved with it again', async () => {
    await post(undefined);
    const owner = await api.signIn(account.user);
    expect((await owner.put('/api/my/settings', { emailAddress: [] })).status).toBe(200);
    expect((await owner.put('/api/my/settings', { emailAddress: [ADDRESS] })).status).toBe(200);
    expect(await listUnsubscribed()).toEqual([ADDRESS]);
  });

  it('responds with JSON when the client requests it', async () => {
    const json = { accept: 'application/json' };
    expect(await (await fetch(url, { headers: json })).json()).toEqual({
      address: ADDRESS,
      isSubscribed: true,
      message: 'office@example.com gets call emails from Reyes <HVAC>.',
    });
    expect(await (await post(undefined, json)).json()).toEqual({
      address: ADDRESS,
      isSubscribed: false,
      message: "office@example.com won't get call emails from Reyes <HVAC> anymore.",
    });
  });

  it('accepts a link signed before a key rotation', async () => {
    url = buildLink(new SecretBox(EARLIER_KEY));
    expect((await post(undefined)).status).toBe(200);
    expect(await listUnsubscribed()).toEqual([ADDRESS]);
  });

  it.each([
    ['forged', () => buildLink(new SecretBox(Buffer.alloc(32, 99).toString('base64'))), 'UNSUBSCRIBE_LINK_INVALID'],
    ['cut short', () => url.slice(0, -9), 'UNSUBSCRIBE_LINK_INVALID'],
    [
      'for a deleted account',
      () => buildLink(api.app.get(SecretBox, { strict: false }), '00000000-0000-4000-8000-000000000000'),
      'UNSUBSCRIBE_ACCOUNT_GONE',
    ],
  ])('responds with 404 to a link that is %s', async (_case, buildUrl, code) => {
    for (const method of ['GET', 'POST']) {
      const page = await fetch(buildUrl(), { method, headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain('This link doesn&#39;t work');
      const json = await fetch(buildUrl(), { method, headers: { accept: 'application/json' } });
      expect(json.status).toBe(404);
      expect(await json.json()).toMatchObject({ code, message: expect.stringMatching(/\.$/) as string });
    }
    expect(await listUnsubscribed()).toEqual([]);
  });

  it('responds with 404 when the account is deleted', async () => {
    await post(undefined);
    await database.dataSource.transaction((manager) => new AccountsRepository(manager).delete(account.account.id));
    expect(await listUnsubscribed()).toEqual([]);
    expect((await fetch(url)).status).toBe(404);
  });

  it('keeps links and addresses out of the log', async () => {
    await post(undefined);
    await fetch(url.slice(0, -9));
    expect(api.log.join('')).toContain('/api/unsubscribe/:token');
    expect(api.log.join('')).not.toMatch(/unsubscribe\/v1|office@example/);
  });
});

describe('Unsubscribe rate limit', () => {
  it('rejects too many requests', async () => {
    const database = await createTestDatabase();
    const api = await startApi(database.url, { RATE_LIMIT_TIGHT_FACTOR: '1' });
    const statuses: number[] = [];
    for (let request = 0; request < 61; request += 1)
      statuses.push((await fetch(`${api.url}/api/unsubscribe/v1.x`)).status);
    expect([...new Set(statuses)].sort()).toEqual([404, 429]);
    await api.stop();
    await database.drop();
  });
});
