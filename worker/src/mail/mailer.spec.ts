import { AppError } from '@ringwell/domain/app-error';
import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';

import { Mailer, type OutgoingMail } from './mailer';

const MAIL: OutgoingMail = { key: '17', recipient: 'support@example.com', replyTo: 'dana@example.com', subject: 'A question', text: 'Hello,\nhow much is it?\n' };

describe('Mailer', () => {
  let server: FakeSmtpServer;
  let mailer: Mailer;
  const start = (url: string): Mailer => new Mailer({ SMTP_URL: url, MAIL_FROM: 'Ringwell <calls@mail.example.com>' });

  beforeEach(async () => {
    server = new FakeSmtpServer();
    await server.start();
    mailer = start(server.url);
  });
  afterEach(async () => {
    mailer.onApplicationShutdown();
    await server.stop();
  });

  const send = (mail: Partial<OutgoingMail> = {}, signal = AbortSignal.timeout(30_000)): Promise<void> => mailer.send({ ...MAIL, ...mail }, { signal });
  const failureOf = async (sending: Promise<void>): Promise<AppError> => {
    const error: unknown = await sending.then(() => undefined, (thrown: unknown) => thrown);
    if (!(error instanceof AppError)) throw new Error(`Expected an AppError, got ${String(error)}`);
    return error;
  };

  it('sends a mail with sender, recipient, reply address, subject and text', async () => {
    await send();
    const [mail] = server.mails;
    expect(mail?.envelope).toEqual({ from: 'calls@mail.example.com', recipients: ['support@example.com'] });
    expect(mail?.message).toMatchObject({
      from: { name: 'Ringwell', address: 'calls@mail.example.com' }, to: [{ address: 'support@example.com' }], replyTo: [{ address: 'dana@example.com' }],
      subject: 'A question', text: MAIL.text, messageId: '<mail-17@mail.example.com>',
    });
  });

  it('gives the same mail the same Message-ID when it is sent again', async () => {
    await send();
    await send();
    expect(server.mails.map(({ message }) => message.messageId)).toEqual(['<mail-17@mail.example.com>', '<mail-17@mail.example.com>']);
  });

  it('keeps letters of other scripts', async () => {
    await send({ subject: 'Zoë O’Neill – 東京', text: 'Çok güzel 🙂\n' });
    expect(server.mails[0]?.message).toMatchObject({ subject: 'Zoë O’Neill – 東京', text: 'Çok güzel 🙂\n' });
  });

  it('keeps the subject on one line', async () => {
    await send({ subject: 'Hi\r\nBcc: victim@example.com\r\n\r\nText' });
    expect(server.mails).toMatchObject([{
      envelope: { recipients: ['support@example.com'] }, message: { subject: 'Hi Bcc: victim@example.com Text', text: MAIL.text },
    }]);
  });

  it.each([
    ['the reply address', { replyTo: 'dana@example.com\r\nBcc: victim@example.com' }],
    ['the recipient', { recipient: 'support@example.com\r\nBcc: victim@example.com' }],
    ['the reply address, as a list', { replyTo: 'dana@example.com, victim@example.com' }],
    ['the recipient, as a list', { recipient: 'support@example.com, victim@example.com' }],
  ])('%s can add neither a header nor a recipient', async (_case, mail) => {
    await send(mail).catch((error: unknown) => expect(error).toMatchObject({ retryable: false }));
    for (const { envelope, message } of server.mails) {
      expect(envelope.recipients).toEqual(['support@example.com']);
      expect(message.headers.map(({ key }) => key)).not.toContain('bcc');
      expect(message.replyTo).toHaveLength(1);
    }
  });

  it.each([
    [421, 'recipient', 'MAIL_DEFERRED', true], [450, 'recipient', 'MAIL_DEFERRED', true], [550, 'recipient', 'MAIL_REFUSED', false],
    [451, 'message', 'MAIL_DEFERRED', true], [554, 'message', 'MAIL_REFUSED', false],
  ] as const)('says what a %d for the %s means', async (code, at, expected, retryable) => {
    server.reply = () => ({ at, answer: code });
    expect(await failureOf(send())).toMatchObject({ kind: 'provider', code: expected, retryable });
  });

  it('says that a mail may have arrived when the server takes all of it and breaks off', async () => {
    server.reply = () => ({ at: 'message', answer: 'close' });
    expect(await failureOf(send())).toMatchObject({ kind: 'timeout', code: 'MAIL_UNANSWERED', retryable: true });
    expect(server.mails).toHaveLength(1); // not sent again by itself
  });

  it.each([
    ['message', 'MAIL_UNANSWERED', 'timeout'],
    ['recipient', 'MAIL_SERVER_UNAVAILABLE', 'provider'],
  ] as const)('knows whether a mail may have arrived when the server falls silent after the %s', async (at, code, kind) => {
    const giveUp = new AbortController();
    const silent = new Promise<void>((resolve) => {
      server.reply = () => {
        if (at === 'recipient' || server.mails.length > 0) resolve();
        return { at, answer: 'hang' };
      };
    });
    const failure = failureOf(send({}, giveUp.signal));
    await silent;
    giveUp.abort();
    expect(await failure).toMatchObject({ kind, code, retryable: true });
    expect(server.mails).toHaveLength(at === 'message' ? 1 : 0);
  });

  it('knows that nothing arrived when there is no server', async () => {
    const { url } = server;
    await server.stop();
    mailer = start(url);
    expect(await failureOf(send())).toMatchObject({ kind: 'provider', code: 'MAIL_SERVER_UNAVAILABLE', retryable: true });
  });

  it('knows that nothing arrived when it gave up before the message', async () => {
    const gaveUp = AbortSignal.abort();
    expect(await failureOf(send({}, gaveUp))).toMatchObject({ kind: 'provider', code: 'MAIL_SERVER_UNAVAILABLE', retryable: true });
    expect(server.mails).toEqual([]);
  });

  it.each(['nobody', 'a@b@c', ''])('refuses the recipient %j for good', async (recipient) => {
    expect(await failureOf(send({ recipient }))).toMatchObject({ retryable: false });
  });

  it('signs in, and tries later when the password is wrong, which it keeps to itself', async () => {
    await server.stop();
    server.credentials = { user: 'ringwell', password: 's3cret' };
    await server.start();
    mailer = start(server.url);
    await send();
    expect(server.mails).toHaveLength(1);
    mailer.onApplicationShutdown();
    mailer = start(server.url.replace('s3cret', 'wr0ng'));
    const failure = await failureOf(send());
    expect(failure).toMatchObject({ code: 'MAIL_CREDENTIALS', retryable: true, retryAfterMs: 600_000 });
    expect(failure.message).not.toContain('wr0ng');
  });

  it.each([undefined, 'Ringwell', 'calls@', 'a@b@c'])('does not start with the sender %j', (from) => {
    expect(() => new Mailer({ SMTP_URL: server.url, MAIL_FROM: from })).toThrow(/MAIL_FROM: must be an address/);
  });

  it('says so when no mail server is set', async () => {
    mailer = new Mailer({ SMTP_URL: undefined, MAIL_FROM: undefined });
    expect(mailer.isAvailable).toBe(false);
    expect(await failureOf(send())).toMatchObject({ code: 'MAIL_UNAVAILABLE' });
  });
});
