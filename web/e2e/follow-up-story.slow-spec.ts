import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { DateTime } from 'luxon';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { FakeSlackServer } from '@ringwell/testing/fake-slack-server';
import { FakeSmtpServer, type ReceivedEmail } from '@ringwell/testing/fake-smtp-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { sealSecrets } from '@ringwell/testing/seal-secrets';

import { expectSoon } from './expect-soon';
import { keepCallsQueued } from './keep-calls-queued';
import { productInBrowser } from './product-in-browser';

const OFFICE_EMAIL = 'office@reyes-hvac.example';
const CUSTOMER = { customerName: 'Dana Whitfield', phone: '+15550100142' };
// Email delivery may be slow on a busy machine.
const MAIL_TIMEOUT_MS = 60_000;

/** Doubles the length of a recording, because the call must last more than a minute. */
async function doubleRecording(file: string, folder: string): Promise<string> {
  const wav = await readFile(file);
  const dataStart = wav.indexOf('data') + 8;
  const samples = wav.subarray(dataStart);
  const doubledWav = Buffer.concat([wav.subarray(0, dataStart), samples, samples]);
  doubledWav.writeUInt32LE(doubledWav.length - 8, 4);
  doubledWav.writeUInt32LE(samples.length * 2, dataStart - 4);
  const path = join(folder, 'twice.wav');
  await writeFile(path, doubledWav);
  return path;
}

describe('an unhappy customer', () => {
  const smtp = new FakeSmtpServer();
  const slack = new FakeSlackServer();
  const product = productInBrowser(async () => {
    await Promise.all([smtp.start(), slack.start()]);
    return {
      ...smtp.settings,
      SLACK_API_URL: slack.apiUrl,
    };
  });
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ringwell-story-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await Promise.all([smtp.stop(), slack.stop()]);
  });

  const waitForMail = async (subject: RegExp, recipient: string): Promise<ReceivedEmail> => {
    for (const deadline = Date.now() + MAIL_TIMEOUT_MS; Date.now() < deadline; await sleep(100)) {
      const mail = smtp.emails.find(
        ({ envelope, message }) => envelope.recipients.includes(recipient) && subject.test(message.subject ?? ''),
      );
      if (mail) return mail;
    }
    throw new Error(
      `No email to ${recipient} about ${String(subject)}: ${smtp.emails.map((mail) => mail.message.subject).join(', ')}`,
    );
  };
  const connectSlack = ({ account: { id } }: TestAccount): Promise<void> =>
    new AccountsRepository(product().system.database.manager).updateSettings(
      id,
      sealSecrets(id, { slackBotToken: slack.token }),
    );

  it('is called back from the link in the alert, counted as recovered, and mentioned in the weekly letter', async () => {
    const { system, transcription } = product();
    const account = await product().createAccount(
      { firstName: 'Kim', lastName: 'Soto' },
      {
        emailAddress: [OFFICE_EMAIL],
        emailEnabled: true,
        slackEnabled: true,
        slackChannel: '#calls',
        inboundMinCallTime: 0,
        outboundMinCallTime: 0,
      },
    );
    await connectSlack(account);
    const lastWeek = DateTime.utc().startOf('week').minus({ weeks: 1 }).set({ weekday: 3, hour: 15 });
    const complaintFields = {
      direction: 'inbound',
      from: CUSTOMER.phone,
      startedAt: lastWeek.toISO(),
      customerName: CUSTOMER.customerName,
    };
    transcription.respondWithText(
      'Nobody came and nobody called me. I want to cancel the order, and I want my money back.',
    );
    const { release } = await keepCallsQueued(system.database.dataSource, account.account.id);
    const complaintId = await system.submit(account, 'samples/negative.m4a', complaintFields);
    // Sets the arrival time to the time of the call, because calls that arrive days late don't open a follow-up.
    await system.database.query('update calls set created_at = occurred_at where id = $1', [complaintId]);
    await release();
    expect((await system.waitForCall(account, complaintId)).result).toMatchObject({
      label: 'Negative',
    });

    const alert = await waitForMail(/Unhappy customer: Dana Whitfield/, OFFICE_EMAIL);
    expect(slack.postedMessages.some((message) => JSON.stringify(message).includes('/api/follow-up-links/'))).toBe(
      true,
    );
    const [, token = ''] = /\/api\/follow-up-links\/([\w.~-]+)/.exec(alert.message.html ?? '') ?? [];
    const linkTab = await product().open();
    await linkTab.goto(`/api/follow-up-links/${token}`);
    await linkTab.page.getByRole('button', { name: "I'm on it" }).click();
    await expectSoon(linkTab.page.getByRole('heading', { name: "You're on it" })).toBeVisible();

    const tab = await product().openAs(account.email, '/follow-ups');
    const { page } = tab;
    await expectSoon(page.getByRole('article', { name: 'Dana Whitfield' })).toContainText(OFFICE_EMAIL);
    const callbackFields = {
      direction: 'outbound',
      to: CUSTOMER.phone,
      startedAt: lastWeek.plus({ hours: 1 }).toISO(),
      customerName: CUSTOMER.customerName,
    };
    transcription.respondWithText('Thank you so much. You are the best, and I am really happy with the work.');
    const recording = await doubleRecording('samples/positive.wav', folder);
    const callbackId = await system.submit(account, recording, callbackFields);
    expect((await system.waitForCall(account, callbackId)).result).toMatchObject({
      label: 'Positive',
    });

    await tab.goto('/follow-ups?show=closed');
    await expectSoon(page.getByRole('article', { name: 'Dana Whitfield' })).toContainText('Recovered');
    await tab.goto('/happiness');
    await expectSoon(page.getByText('2 calls: too few for a score').first()).toBeVisible();
    await expectSoon(page.getByText('of 1 called back')).toContainText('1 happy again');
    await tab.goto('/settings');
    const testResponse = await page.request.post(`${tab.url}/api/my/weekly-letter/test`, {
      headers: { origin: tab.url },
    });
    expect(testResponse.status()).toBe(202);
    const weeklyMail = await waitForMail(/week/i, account.email);
    expect(weeklyMail.message.text).toContain('Dana Whitfield');
    expect(weeklyMail.message.text).toMatch(/recovered/i);
  });
});
