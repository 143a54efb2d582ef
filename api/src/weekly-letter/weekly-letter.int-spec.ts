import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { WeeklyLetterRow } from '@ringwell/database/weekly-letters/weekly-letter.entity';
import { createLetterToken } from '@ringwell/platform/crypto/letter-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { problem } from '@ringwell/testing/session-client';
import { MAIL_SETTINGS } from '@ringwell/testing/test-settings';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { MemberAlertsDto } from '../members/dto/member-alerts.dto';
import type { WeeklyLetterPreviewDto } from './weekly-letter.dto';

const PREVIEW_PATH = '/api/my/weekly-letter/preview';
const TEST_PATH = '/api/my/weekly-letter/test';
const ALERTS_PATH = '/api/my/alerts';
const DAY_MS = 86_400_000;

describe('/api/my/weekly-letter', () => {
  const { api, database, owner, client } = useSignedInOwner({ account: { company: 'Reyes <HVAC>' } }, MAIL_SETTINGS);

  const readLetterSetting = async (): Promise<boolean | undefined> =>
    (await database.repositories.letterReaders.find(owner.account.id, owner.user.id))?.wantsLetter;

  it('previews the letter about last week', async () => {
    const { body: preview } = await client.get<WeeklyLetterPreviewDto>(PREVIEW_PATH);
    expect(preview).toMatchObject({
      subject: 'Last week: no calls',
      week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    });
    const noon = new Date(`${preview.week}T12:00:00Z`);
    await database.makeCompletedCall(owner.account.id, {
      call: {
        occurredAt: new Date(noon.getTime() + DAY_MS),
        createdAt: new Date(noon.getTime() + DAY_MS),
        customerName: 'Dana Reyes',
      },
    });
    const { subject, text } = (await client.get<WeeklyLetterPreviewDto>(PREVIEW_PATH)).body;
    expect(subject).toBe('Last week: 1 call');
    expect(text).toContain('"Thank you so much"');

    const page = await client.get<string>(`${PREVIEW_PATH}.html`);
    expect(page.body).toContain('<head><base target="_blank">');
    expect(page.body).toContain('Reyes &lt;HVAC&gt;');
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'.*frame-ancestors 'self'.*sandbox/,
      ) as string,
    });

    await client.put('/api/my/settings', { hidePhoneNumbers: true, hideNames: true });
    const calledAt = new Date(noon.getTime() + DAY_MS);
    const { callId } = await database.makeFollowUp(owner.account.id, { calledAt });
    await database.query(`update calls set customer_name = 'Wilson' where id = $1`, [callId]);
    await database.query(`update analyses set follow_up = '{"what": "Call Wilson"}' where call_id = $1`, [callId]);
    expect((await client.get<WeeklyLetterPreviewDto>(PREVIEW_PATH)).body.text).toContain('Call [name]');
  });

  it("sends a test only to the user's own address", async () => {
    expect(await client.post(TEST_PATH)).toMatchObject({ status: 202, body: { address: owner.user.email } });
    const [delivery] = await database.manager.findBy(Delivery, { accountId: owner.account.id });
    expect(delivery).toMatchObject({ channel: 'email', destination: owner.user.email, state: 'pending' });
    expect(await database.manager.findOneBy(WeeklyLetterRow, { id: delivery?.weeklyLetterId ?? '' })).toMatchObject({
      isTest: true,
    });
  });

  it("doesn't send a test while call processing is turned off", async () => {
    await database.repositories.accounts.updateSettings(owner.account.id, { active: false });
    expect(await client.post(TEST_PATH)).toMatchObject(problem(409, 'ACCOUNT_DISABLED'));
  });

  it("depends on the member's role until they turn it on or off", async () => {
    expect((await client.get<MemberAlertsDto>(ALERTS_PATH)).body.weeklyLetter).toBe(true);
    expect(await readLetterSetting()).toBe(true);
    const alerts = { labels: [], quietHours: null };
    const letterDisabled = { body: { weeklyLetter: false } };
    expect(await client.put(ALERTS_PATH, { ...alerts, weeklyLetter: false })).toMatchObject(letterDisabled);
    expect(await client.put(ALERTS_PATH, alerts)).toMatchObject(letterDisabled);
    for (const weeklyLetter of ['no', null])
      expect((await client.put(ALERTS_PATH, { ...alerts, weeklyLetter })).status).toBe(400);
    expect(await database.repositories.letterReaders.listAddresses(owner.account.id)).toEqual([]);
  });

  it('can be stopped with its unsubscribe link, which does not affect alerts', async () => {
    const box = api.app.get(SecretBox, { strict: false });
    const recipient = { accountId: owner.account.id, userId: owner.user.id };
    const url = `${api.url}/api/unsubscribe/${createLetterToken(recipient, box)}`;
    expect(await (await fetch(url)).text()).toContain('gets the weekly letter from Reyes &lt;HVAC&gt;.');
    expect(await readLetterSetting()).toBe(true);
    const oneClickRequest = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await fetch(url, oneClickRequest)).status).toBe(200);
    expect(await readLetterSetting()).toBe(false);
    const suppressions = database.repositories.mailSuppressions;
    expect(await suppressions.isUnsubscribed(recipient.accountId, owner.user.email ?? '')).toBe(false);
    await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'subscribe' }) });
    expect(await readLetterSetting()).toBe(true);
  });

  it("cannot be changed with a former member's link", async () => {
    const { user } = await database.makeAccount();
    const token = createLetterToken(
      { accountId: owner.account.id, userId: user.id },
      api.app.get(SecretBox, { strict: false }),
    );
    expect((await fetch(`${api.url}/api/unsubscribe/${token}`)).status).toBe(404);
  });
});
