import { MailSuppression } from '@ringwell/database/deliveries/mail-suppression.entity';
import { callLabel } from '@ringwell/domain/calls/call-label';
import type { AppError } from '@ringwell/domain/errors/app-error';
import { openLetterToken } from '@ringwell/platform/crypto/letter-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { openUnsubscribeToken } from '@ringwell/platform/crypto/unsubscribe-token';
import { captureError } from '@ringwell/testing/capture-error';
import { FakeSmtpServer, type MailReply } from '@ringwell/testing/fake-smtp-server';
import {
  makeDeliveryMessage,
  type DeliveryMessageParts,
  type TestDeliveryMessage,
} from '@ringwell/testing/make-delivery-message';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { MailerService } from '../../../mail/mailer.service';
import type { SendResult, Verification } from '../../delivery-channel';
import { expectDetailsHidden, REDACTED_CALL } from '../../testing/hidden-details';
import { digestMessage } from '../../testing/sample-digests';
import { letterMessage } from '../../testing/sample-letters';
import { EmailChannel } from './email.channel';

const ADDRESS = 'office@example.com';
const SECRET_BOX = new SecretBox(Buffer.alloc(32, 5).toString('base64'));

describe('EmailChannel', () => {
  const server = new FakeSmtpServer();
  const database = useTestDatabase();
  let accountId: string;
  let ownerId: string;
  let mailer: MailerService;
  let channel: EmailChannel;

  beforeAll(async () => {
    const { account, user } = await database.makeAccount();
    [accountId, ownerId] = [account.id, user.id];
    await server.start();
  });
  afterAll(async () => {
    await server.stop();
  });
  beforeEach(async () => {
    await database.manager.clear(MailSuppression);
    server.emails.length = 0;
    server.reply = () => 'accept';
    useMailServer(server.url);
  });
  afterEach(() => mailer.onApplicationShutdown());

  function useMailServer(smtpUrl: string | undefined, CONFIRM_ALERT_ADDRESSES: 'on' | 'off' = 'off'): void {
    mailer?.onApplicationShutdown();
    mailer = new MailerService({ SMTP_URL: smtpUrl, MAIL_FROM: 'Ringwell <calls@mail.example.com>' });
    channel = new EmailChannel(
      mailer,
      database.repositories.mailSuppressions,
      database.repositories.alertAddresses,
      SECRET_BOX,
      {
        PUBLIC_URL: 'https://calls.example.com/',
        PORT: 3_000,
        PRODUCT_NAME: 'Ringwell',
        SMTP_URL: smtpUrl,
        CONFIRM_ALERT_ADDRESSES,
      },
    );
  }

  const makeMessage = (parts: DeliveryMessageParts = {}): TestDeliveryMessage =>
    makeDeliveryMessage('email', {
      ...parts,
      account: { id: accountId, ...parts.account },
      delivery: { destination: ADDRESS, ...parts.delivery },
      settings: { emailAddress: [ADDRESS], overdueAddresses: [], ...parts.settings },
    });
  const send = (parts?: DeliveryMessageParts, signal = AbortSignal.timeout(30_000)): Promise<SendResult> =>
    channel.send(makeMessage(parts), { signal });
  const verify = (uncertainTries: number): Promise<Verification> =>
    channel.verify(makeMessage({ delivery: { uncertainTries } }), { signal: AbortSignal.timeout(30_000) });
  const getHeader = (name: string): string | undefined =>
    server.emails[0]?.message.headers.find(({ key }) => key === name)?.value;
  const unsubscribe = (address: string): Promise<boolean> =>
    database.repositories.mailSuppressions.unsubscribe(accountId, address);

  it('sends an email with text, HTML, a link to the call and an unsubscribe link', async () => {
    expect(await send()).toEqual({ providerRef: '<mail-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed@mail.example.com>' });
    expect(server.emails).toMatchObject([
      {
        envelope: { from: 'calls@mail.example.com', recipients: [ADDRESS] },
        message: {
          messageId: '<mail-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed@mail.example.com>',
          subject: 'Unhappy customer: Dana Whitfield',
          to: [{ address: ADDRESS }],
          text: expect.stringContaining('https://calls.example.com/calls/7e7a2c1e') as string,
          html: expect.stringContaining('The heater is two years old') as string,
        },
      },
    ]);
    const [, token = ''] =
      /^<https:\/\/calls\.example\.com\/api\/unsubscribe\/([\w.-]+)>$/.exec(getHeader('list-unsubscribe') ?? '') ?? [];
    expect(openUnsubscribeToken(token, SECRET_BOX)).toEqual({ accountId, address: ADDRESS });
    expect(getHeader('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(server.emails[0]?.message.text).toContain(token);
    expect(server.emails[0]?.message.html).toContain(token);
  });

  it("notifies the account's addresses and those entered for overdue follow-ups, until they unsubscribe", async () => {
    const settings = {
      emailEnabled: true,
      emailNegativeSentiment: true,
      emailLabels: { 'quiet@example.com': ['positive' as const] },
      emailAddress: [ADDRESS, 'quiet@example.com'],
      overdueAddresses: ['Owner@example.com'],
    };
    const findReason = async (destination: string, changes = {}): Promise<string | undefined> =>
      (
        await channel.findDigestSuppression(
          makeMessage({ delivery: { destination }, settings: { ...settings, ...changes } }),
        )
      )?.code;
    expect(await findReason(ADDRESS)).toBeUndefined();
    expect(await findReason('owner@example.com')).toBeUndefined();
    expect(await findReason('owner@example.com', { emailEnabled: false })).toBeUndefined();
    expect(await findReason(ADDRESS, { emailEnabled: false })).toBe('MAIL_ADDRESS_REMOVED');
    expect(await findReason('quiet@example.com')).toBe('MAIL_ADDRESS_REMOVED');
    expect(await findReason('owner@example.com', { overdueAddresses: [] })).toBe('MAIL_ADDRESS_REMOVED');
    await unsubscribe('owner@example.com');
    expect(await findReason('owner@example.com')).toBe('MAIL_UNSUBSCRIBED');
  });

  it('replaces hidden details with placeholders in the subject, text and HTML', async () => {
    await send({ ...REDACTED_CALL, settings: { ...REDACTED_CALL.settings, emailAddress: [ADDRESS] } });
    const { subject, text = '', html = '' } = server.emails[0]?.message ?? {};
    for (const body of [text, html]) expectDetailsHidden(`${subject}\n${body}`);
    expect(html).not.toContain('tel:');
  });

  it("doesn't email an address outside the account until it's confirmed, unless a member asked for the email", async () => {
    useMailServer(server.url, 'on');
    const destination = 'outside@example.com';
    const message = makeMessage({
      delivery: { destination },
      settings: { emailEnabled: true, emailAddress: [destination], emailLabels: {}, overdueAddresses: [destination] },
    });
    const memberAlerts = { labels: [callLabel(message.result.analysis)], quietHours: null };
    const listReasons = async (): Promise<(string | undefined)[]> => [
      (await channel.findSuppression(message))?.code,
      (await channel.findDigestSuppression(message))?.code,
    ];
    expect(await listReasons()).toEqual(['MAIL_ADDRESS_UNCONFIRMED', 'MAIL_ADDRESS_UNCONFIRMED']);
    await expect(channel.sendTest(message, { signal: AbortSignal.timeout(30_000) })).rejects.toMatchObject({
      suppression: { code: 'MAIL_ADDRESS_UNCONFIRMED' },
    });
    expect(await channel.findSuppression({ ...message, recipientAlerts: memberAlerts })).toBeNull();
    expect(server.emails).toEqual([]);
    await database.repositories.alertAddresses.confirm(accountId, destination.toUpperCase());
    expect(await listReasons()).toEqual([undefined, undefined]);
    await unsubscribe(destination);
    expect(await listReasons()).toEqual(['MAIL_UNSUBSCRIBED', 'MAIL_UNSUBSCRIBED']);
  });

  it('sends a digest with an unsubscribe link', async () => {
    await channel.sendDigest(digestMessage(makeMessage()), { signal: AbortSignal.timeout(30_000) });
    expect(server.emails).toMatchObject([
      { envelope: { recipients: [ADDRESS] }, message: { subject: '12 customers are still waiting for a call' } },
    ]);
    expect(getHeader('list-unsubscribe')).toContain('https://calls.example.com/api/unsubscribe/');
  });

  it('does not let hostile names inject headers or recipients', async () => {
    await send({
      call: { customerName: 'Dana\r\nBcc: victim@example.com\r\n\r\n<b>' },
      account: { company: 'Reyes\r\nX-Evil: 1' },
    });
    expect(server.emails).toMatchObject([
      {
        envelope: { recipients: [ADDRESS] },
        message: { subject: 'Unhappy customer: Dana Bcc: victim@example.com <b>' },
      },
    ]);
    expect(server.emails[0]?.message.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['bcc']));
    expect(getHeader('x-evil')).toBeUndefined();
  });

  it.each<[string, MailReply, Partial<AppError>]>([
    [
      'the address is rejected',
      { at: 'recipient', response: 550 },
      { code: 'MAIL_RECIPIENT_REFUSED', kind: 'provider', retryable: false },
    ],
    [
      'the address is rejected as malformed',
      { at: 'recipient', response: 553 },
      { code: 'MAIL_RECIPIENT_REFUSED', retryable: false },
    ],
    ['the message is rejected', { at: 'message', response: 554 }, { code: 'MAIL_REFUSED', retryable: false }],
    [
      'the server greylists the email',
      { at: 'recipient', response: 450 },
      { code: 'MAIL_DEFERRED', kind: 'provider', retryable: true },
    ],
    [
      'the server is busy',
      { at: 'recipient', response: 421 },
      { code: 'MAIL_DEFERRED', kind: 'provider', retryable: true },
    ],
    ['the mailbox is busy', { at: 'message', response: 451 }, { code: 'MAIL_DEFERRED', retryable: true }],
    [
      'the connection drops before the message is sent',
      { at: 'recipient', response: 'close' },
      { code: 'MAIL_SERVER_UNAVAILABLE', kind: 'provider', retryable: true },
    ],
    [
      'the connection drops after the message is sent',
      { at: 'message', response: 'close' },
      { code: 'MAIL_UNANSWERED', kind: 'timeout', retryable: true },
    ],
  ])('maps the failure when %s', async (_case, reply, expected) => {
    server.reply = () => reply;
    const failure = await captureError(send());
    expect(failure).toMatchObject(expected);
    expect(failure.message).toMatch(/^(The mail server .*|Email isn't available right now\. Contact support)\.$/);
    expect(failure.message).not.toContain(ADDRESS);
  });

  it('retries after ten minutes if the password is wrong', async () => {
    await server.stop();
    server.credentials = { user: 'ringwell', password: 's3cret' };
    await server.start();
    useMailServer(server.url.replace('s3cret', 'wr0ng'));
    const failure = await captureError(send());
    server.credentials = undefined;
    await server.stop();
    await server.start();
    expect(failure).toMatchObject({ code: 'MAIL_CREDENTIALS', retryable: true, retryAfterMs: 600_000 });
    expect(failure.message).not.toContain('wr0ng');
  });

  it('resends an email once, with the same Message-ID, if it may have arrived', async () => {
    server.reply = () => ({ at: 'message', response: 'close' });
    await captureError(send());
    expect(await verify(1)).toBe('send_again');
    await captureError(send({ delivery: { uncertainTries: 1, attempts: 2 } }));
    expect(await verify(2)).toBe('give_up');
    expect(server.emails).toHaveLength(2);
    expect(new Set(server.emails.map(({ message }) => message.messageId)).size).toBe(1);
  });

  it('uses a new Message-ID when a user resends an email, and keeps it if that attempt is retried', async () => {
    await send();
    for (const attempts of [2, 3]) await send({ delivery: { sentAt: new Date('2026-03-31T14:20:00Z'), attempts } });
    const [firstId, ...resentIds] = server.emails.map(({ message }) => message.messageId);
    expect(new Set(resentIds).size).toBe(1);
    expect(resentIds).not.toContain(firstId);
  });

  it('suppresses emails to an unsubscribed address in any letter case, for this account only', async () => {
    expect(await channel.findSuppression(makeMessage())).toBeNull();
    await unsubscribe('Office@Example.com');
    const suppressed = expect.objectContaining({
      code: 'MAIL_UNSUBSCRIBED',
      message: expect.stringMatching(/unsubscribed.*\.$/) as string,
    }) as object;
    expect(await channel.findSuppression(makeMessage())).toEqual(suppressed);
    expect(await channel.findSuppression(makeMessage({ delivery: { destination: 'OFFICE@example.com' } }))).toEqual(
      suppressed,
    );
    expect(
      await channel.findSuppression(
        makeMessage({
          delivery: { destination: 'dana@example.com' },
          settings: { emailAddress: ['dana@example.com'] },
        }),
      ),
    ).toBeNull();
    const { account: otherAccount } = await database.makeAccount();
    expect(await channel.findSuppression(makeMessage({ account: { id: otherAccount.id } }))).toBeNull();
  });

  it('suppresses emails to an address removed from the settings', async () => {
    expect(
      await channel.findSuppression(makeMessage({ settings: { emailAddress: ['dana@example.com'] } })),
    ).toMatchObject({
      code: 'MAIL_ADDRESS_REMOVED',
    });
  });

  it('suppresses emails that a member no longer wants', async () => {
    const message = makeMessage({ settings: { emailAddress: ['dana@example.com'] } });
    const suppressed = await channel.findSuppression({ ...message, recipientAlerts: { labels: [], quietHours: null } });
    expect(suppressed?.message).toBe('This person no longer wants emails about these calls.');
  });

  it('sends a test email, but not to an unsubscribed address', async () => {
    const { call: _call, result: _result, ...testMessage } = makeMessage();
    const options = { signal: AbortSignal.timeout(30_000) };
    expect(await channel.sendTest(testMessage, options)).toEqual({
      providerRef: expect.stringContaining(testMessage.delivery.id) as string,
    });
    expect(server.emails).toMatchObject([
      { envelope: { recipients: [ADDRESS] }, message: { subject: 'Test message from Ringwell' } },
    ]);
    expect(getHeader('list-unsubscribe')).toContain('/api/unsubscribe/');
    await unsubscribe(ADDRESS);
    await expect(channel.sendTest(testMessage, options)).rejects.toMatchObject({
      suppression: { code: 'MAIL_UNSUBSCRIBED' },
    });
    expect(server.emails).toHaveLength(1);
  });

  it('sends the weekly letter with its own unsubscribe link', async () => {
    await channel.sendLetter(letterMessage(makeMessage(), ownerId), { signal: AbortSignal.timeout(30_000) });
    expect(server.emails).toMatchObject([
      { envelope: { recipients: [ADDRESS] }, message: { subject: 'Customer happiness last week: +58, up 48' } },
    ]);
    const [, token = ''] = /\/api\/unsubscribe\/([\w.-]+)>$/.exec(getHeader('list-unsubscribe') ?? '') ?? [];
    expect(openLetterToken(token, SECRET_BOX)).toEqual({ accountId, userId: ownerId });
    expect(openUnsubscribeToken(token, SECRET_BOX)).toBeNull();
    expect(getHeader('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('is unavailable without a mail server, and refers users to support', async () => {
    expect(channel.problem).toBeNull();
    useMailServer(undefined);
    expect(channel.problem).toEqual({
      code: 'MAIL_UNAVAILABLE',
      message: expect.stringContaining('Contact support') as string,
    });
    expect(await captureError(send())).toMatchObject({ code: 'MAIL_UNAVAILABLE' });
  });
});
