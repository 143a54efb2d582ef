import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:net';

import { captureError } from '@ringwell/testing/capture-error';
import { checkDkim } from '@ringwell/testing/dkim-check';
import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';
import { listenLocally } from '@ringwell/testing/local-server';
import { createSelfSignedCertificate } from '@ringwell/testing/self-signed';

import { EMAIL_UNAVAILABLE } from './mail-error';
import { MailerService, type MailerSettings, type OutgoingEmail } from './mailer.service';

const MAIL: OutgoingEmail = {
  key: '17',
  recipient: 'support@example.com',
  replyTo: 'dana@example.com',
  subject: 'A question',
  text: 'Hello,\nHow much is it?\n',
};

describe('MailerService', () => {
  let server: FakeSmtpServer;
  let mailer: MailerService;
  const createMailer = (url: string, dkim: Partial<MailerSettings> = {}): MailerService =>
    new MailerService({ SMTP_URL: url, MAIL_FROM: 'Ringwell <calls@mail.example.com>', ...dkim });

  beforeEach(async () => {
    server = new FakeSmtpServer();
    await server.start();
    mailer = createMailer(server.url);
  });
  afterEach(async () => {
    mailer.onApplicationShutdown();
    await server.stop();
  });

  const send = (mail: Partial<OutgoingEmail> = {}, signal = AbortSignal.timeout(30_000)): Promise<string> =>
    mailer.send({ ...MAIL, ...mail }, { signal });
  const getHeader = (name: string): string | undefined =>
    server.emails[0]?.message.headers.find(({ key }) => key === name)?.value;

  it('sends an email with a sender, recipient, reply address, subject and text', async () => {
    await send();
    const [mail] = server.emails;
    expect(mail?.envelope).toEqual({ from: 'calls@mail.example.com', recipients: ['support@example.com'] });
    expect(mail?.message).toMatchObject({
      from: { name: 'Ringwell', address: 'calls@mail.example.com' },
      to: [{ address: 'support@example.com' }],
      replyTo: [{ address: 'dana@example.com' }],
      subject: 'A question',
      text: MAIL.text,
      messageId: '<mail-17@mail.example.com>',
    });
  });

  it("encodes the whole email in ASCII, including the recipient's domain", async () => {
    await send({ recipient: 'zoe@müller.example', subject: 'Zoë', text: 'Zoë 🙂\n', html: '<p>Zoë 🙂</p>' });
    expect(server.emails[0]?.raw).toMatch(/^\p{ASCII}+$/u);
  });

  it('resends an email with the same Message-ID', async () => {
    await send();
    await send();
    expect(server.emails.map(({ message }) => message.messageId)).toEqual([
      '<mail-17@mail.example.com>',
      '<mail-17@mail.example.com>',
    ]);
  });

  it('keeps non-ASCII text', async () => {
    await send({ subject: 'Zoë O’Neill – 東京', text: 'Çok güzel 🙂\n' });
    expect(server.emails[0]?.message).toMatchObject({ subject: 'Zoë O’Neill – 東京', text: 'Çok güzel 🙂\n' });
  });

  it('sends HTML as an alternative to the text', async () => {
    await send({ html: '<p>Çok <b>güzel</b></p>' });
    const [mail] = server.emails;
    expect(mail?.message).toMatchObject({
      text: expect.stringContaining(MAIL.text) as string,
      html: expect.stringContaining('<p>Çok <b>güzel</b></p>') as string,
    });
    expect(getHeader('content-type')).toMatch(/^multipart\/alternative/);
  });

  it('adds headers for one-click unsubscribe and generated email', async () => {
    const url = `https://calls.example.com/api/unsubscribe/v1.${'Ab-_9'.repeat(50)}`;
    await send({ unsubscribeUrl: url });
    expect(getHeader('list-unsubscribe')).toBe(`<${url}>`);
    expect(getHeader('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(getHeader('auto-submitted')).toBe('auto-generated');
    expect(server.emails[0]?.raw).toContain(`<${url}>`); // on one line
  });

  it('only offers one-click unsubscribe for https URLs, and omits list headers without a URL', async () => {
    await send({ unsubscribeUrl: 'http://localhost:3000/api/unsubscribe/v1.x' });
    expect(getHeader('list-unsubscribe')).toBe('<http://localhost:3000/api/unsubscribe/v1.x>');
    expect(getHeader('list-unsubscribe-post')).toBeUndefined();
    server.emails.length = 0;
    await send();
    expect([getHeader('list-unsubscribe'), getHeader('list-unsubscribe-post'), getHeader('auto-submitted')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('marks an email without a reply address as generated, so that it gets no out-of-office replies', async () => {
    await send({ replyTo: null });
    expect(getHeader('auto-submitted')).toBe('auto-generated');
  });

  it('keeps the subject on one line, without direction marks', async () => {
    await send({ subject: '\u202EHi\r\nBcc: \u2066victim@example.com\r\n\r\nText\u200F' });
    expect(server.emails).toMatchObject([
      {
        envelope: { recipients: ['support@example.com'] },
        message: { subject: 'Hi Bcc: victim@example.com Text', text: MAIL.text },
      },
    ]);
  });

  it.each([
    ['the reply address', { replyTo: 'dana@example.com\r\nBcc: victim@example.com' }],
    ['the recipient', { recipient: 'support@example.com\r\nBcc: victim@example.com' }],
    ['a list of reply addresses', { replyTo: 'dana@example.com, victim@example.com' }],
    ['a list of recipients', { recipient: 'support@example.com, victim@example.com' }],
  ])('does not let %s add headers or recipients', async (_case, mail) => {
    await send(mail).catch((error: unknown) => expect(error).toMatchObject({ retryable: false }));
    for (const { envelope, message } of server.emails) {
      expect(envelope.recipients).toEqual(['support@example.com']);
      expect(message.headers.map(({ key }) => key)).not.toContain('bcc');
      expect(message.replyTo).toHaveLength(1);
    }
  });

  it.each([
    [421, 'recipient', 'MAIL_DEFERRED', true],
    [450, 'recipient', 'MAIL_DEFERRED', true],
    [530, 'recipient', 'MAIL_CREDENTIALS', true],
    [550, 'recipient', 'MAIL_RECIPIENT_REFUSED', false],
    [451, 'message', 'MAIL_DEFERRED', true],
    [554, 'message', 'MAIL_REFUSED', false],
  ] as const)('maps a %d for the %s', async (code, at, expected, retryable) => {
    server.reply = () => ({ at, response: code });
    expect(await captureError(send())).toMatchObject({ kind: 'provider', code: expected, retryable });
  });

  it('reports an unknown outcome when the server disconnects after the full message', async () => {
    server.reply = () => ({ at: 'message', response: 'close' });
    expect(await captureError(send())).toMatchObject({ kind: 'timeout', code: 'MAIL_UNANSWERED', retryable: true });
    expect(server.emails).toHaveLength(1); // the email wasn't resent
  });

  it.each([
    ['message', 'MAIL_UNANSWERED', 'timeout'],
    ['recipient', 'MAIL_SERVER_UNAVAILABLE', 'provider'],
  ] as const)('maps the failure when the server stops responding after the %s', async (at, code, kind) => {
    const abortController = new AbortController();
    const serverHang = new Promise<void>((resolve) => {
      server.reply = () => {
        if (at === 'recipient' || server.emails.length > 0) resolve();
        return { at, response: 'hang' };
      };
    });
    const failure = captureError(send({}, abortController.signal));
    await serverHang;
    abortController.abort();
    expect(await failure).toMatchObject({ kind, code, retryable: true });
    expect(server.emails).toHaveLength(at === 'message' ? 1 : 0);
  });

  it('reports an unreachable server as retryable', async () => {
    const { url } = server;
    await server.stop();
    mailer = createMailer(url);
    expect(await captureError(send())).toMatchObject({
      kind: 'provider',
      code: 'MAIL_SERVER_UNAVAILABLE',
      retryable: true,
    });
  });

  it('does not send when aborted before the message', async () => {
    const abortedSignal = AbortSignal.abort();
    expect(await captureError(send({}, abortedSignal))).toMatchObject({
      kind: 'provider',
      code: 'MAIL_SERVER_UNAVAILABLE',
      retryable: true,
    });
    expect(server.emails).toEqual([]);
  });

  it.each([
    ['recipient', 552, '5.2.2 mailbox full', 'MAIL_DEFERRED'],
    ['message', 550, '5.4.5 Daily user sending limit exceeded.', 'MAIL_DEFERRED'],
    ['message', 554, '5.2.252 SendAsDenied; calls@example.com not allowed to send as', 'MAIL_SENDER_REFUSED'],
    ['message', 550, '5.7.60 Client does not have permissions to send as this sender', 'MAIL_SENDER_REFUSED'],
    ['message', 554, 'Message rejected: Email address is not verified.', 'MAIL_SENDER_REFUSED'],
    ['recipient', 553, '5.7.1 <a@b.c>: Sender address rejected: not owned by user u', 'MAIL_SENDER_REFUSED'],
    ['recipient', 554, '5.7.1 <dana@example.com>: Relay access denied', 'MAIL_SENDER_REFUSED'],
    ['message', 552, '5.3.4 Message size exceeds fixed limit', 'MAIL_REFUSED'],
  ] as const)('maps a rejected %s with status %d based on its text: %s', async (at, code, replyText, expected) => {
    server.reply = () => ({ at, response: { code, text: replyText } });
    const failure = await captureError(send());
    expect(failure).toMatchObject({ code: expected, retryable: expected !== 'MAIL_REFUSED' });
    expect(failure.message).not.toMatch(/spelling|spam/);
    if (expected === 'MAIL_SENDER_REFUSED') expect(mailer.problem).toContain('Check MAIL_FROM');
  });

  it.each(['nobody', 'a@b@c', ''])('permanently rejects the recipient %j', async (recipient) => {
    expect(await captureError(send({ recipient }))).toMatchObject({ retryable: false });
  });

  it('signs in, and retries later without revealing the password if it is wrong', async () => {
    await server.stop();
    server.credentials = { user: 'ringwell', password: 's3cret' };
    await server.start();
    mailer = createMailer(server.url);
    await send();
    expect(server.emails).toHaveLength(1);
    mailer.onApplicationShutdown();
    mailer = createMailer(server.url.replace('s3cret', 'wr0ng'));
    const failure = await captureError(send());
    expect(failure).toMatchObject({ code: 'MAIL_CREDENTIALS', retryable: true, retryAfterMs: 600_000 });
    expect(failure.message).toBe(EMAIL_UNAVAILABLE);
    expect(mailer.problem).toMatch(/Check SMTP_URL/);
    expect(mailer.problem).not.toContain('wr0ng');
  });

  describe('with a server that cannot be used as configured', () => {
    async function startServer(secure?: boolean): Promise<void> {
      await server.stop();
      if (secure !== undefined) server.tls = { ...createSelfSignedCertificate('DNS:mail.example.com'), secure };
      await server.start();
    }
    const getSmtpsUrl = (): string => server.url.replace('smtp:', 'smtps:');

    it.each<[string, boolean | undefined, () => string, string, RegExp]>([
      [
        'has a self-signed certificate',
        true,
        getSmtpsUrl,
        'MAIL_SERVER_UNTRUSTED',
        /certificate isn't trusted \(DEPTH_ZERO_/,
      ],
      [
        'has a self-signed certificate after STARTTLS',
        false,
        () => server.url,
        'MAIL_SERVER_UNTRUSTED',
        /certificate isn't trusted \(DEPTH_ZERO_/,
      ],
      [
        'lacks the required TLS',
        undefined,
        () => `${server.url}?requireTLS=true`,
        'MAIL_SERVER_UNTRUSTED',
        /doesn't encrypt/,
      ],
      ['begins without TLS', undefined, getSmtpsUrl, 'MAIL_SERVER_NOT_FOUND', /Use smtp:\/\//],
      ['has an unknown name', undefined, () => 'smtp://mail.invalid', 'MAIL_SERVER_NOT_FOUND', /Check the host/],
    ])('informs the operator about a server that %s', async (_case, secure, url, code, instruction) => {
      await startServer(secure);
      mailer.onApplicationShutdown();
      mailer = createMailer(url());
      const failure = await captureError(send());
      expect(failure).toMatchObject({ code, message: EMAIL_UNAVAILABLE, retryable: true });
      expect(failure.retryAfterMs).toBeGreaterThanOrEqual(120_000);
      expect(mailer.problem).toMatch(instruction);
    });

    let otherServer: Server | undefined;
    afterEach(() => otherServer?.close());

    /** Starts a server that sends a greeting, then replies to each command based on its first word. */
    async function startService(greeting: string, responses: Record<string, string> = {}): Promise<void> {
      otherServer = createServer((socket) => {
        socket.write(`${greeting}\r\n`);
        socket
          .on('error', () => undefined)
          .on('data', (line) => {
            socket.write(`${responses[String(line).slice(0, 4)] ?? '250 Yes'}\r\n`);
          });
      });
      const port = await listenLocally(otherServer);
      mailer.onApplicationShutdown();
      mailer = createMailer(`smtp://127.0.0.1:${port}`);
    }

    it('informs the operator that another service is responding', async () => {
      await startService('SSH-2.0-OpenSSH');
      expect(await captureError(send())).toMatchObject({ code: 'MAIL_SERVER_NOT_FOUND', message: EMAIL_UNAVAILABLE });
    });

    it.each([
      ['421 4.3.2 Too many connections', {}, 'MAIL_DEFERRED', null],
      ['554 No SMTP service here', {}, 'MAIL_SERVER_REFUSES', "doesn't accept emails from us"],
      [
        '220 Hello',
        { EHLO: '250-mail\r\n250 STARTTLS', STAR: '454 4.7.0 TLS not available right now' },
        'MAIL_DEFERRED',
        null,
      ],
      [
        '220 Hello',
        { MAIL: '530 5.7.0 Must issue a STARTTLS command first' },
        'MAIL_SERVER_UNTRUSTED',
        "requires TLS, but doesn't offer it on this port",
      ],
    ])('maps the replies "%s" and %j to %s', async (greeting, responses, code, problem) => {
      await startService(greeting, responses);
      expect(await captureError(send())).toMatchObject({ code, retryable: true });
      if (problem === null) expect(mailer.problem).toBeNull();
      else expect(mailer.problem).toContain(problem);
    });

    it('tells the operator what to check when the server does not respond, and retries', async () => {
      await server.stop();
      expect(await captureError(send())).toMatchObject({ code: 'MAIL_SERVER_UNAVAILABLE', retryable: true });
      expect(mailer.problem).toContain('check the host and port in SMTP_URL');
    });

    it('retries later when the server temporarily cannot verify credentials', async () => {
      await server.stop();
      server.credentials = { user: 'ringwell', password: 's3cret' };
      server.authRejectionCode = 454;
      await server.start();
      mailer.onApplicationShutdown();
      mailer = createMailer(server.url);
      expect(await captureError(send())).toMatchObject({ code: 'MAIL_DEFERRED', retryable: true });
    });
  });

  describe('with DKIM', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const dkim = {
      DKIM_DOMAIN: 'example.com',
      DKIM_SELECTOR: 'ringwell',
      DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
    const getRaw = (): string => server.emails[0]?.raw ?? '';

    beforeEach(() => {
      mailer = createMailer(server.url, dkim);
    });

    it('adds a valid signature that covers both one-click unsubscribe headers', async () => {
      await send({
        html: '<p>Hello  </p>\n\n',
        text: 'Zoë  \n.\n\n',
        unsubscribeUrl: `https://calls.example.com/u/${'x'.repeat(200)}`,
      });
      expect(checkDkim(getRaw(), publicKey)).toEqual({
        domain: 'example.com',
        selector: 'ringwell',
        headers: [
          'from',
          'to',
          'reply-to',
          'subject',
          'date',
          'message-id',
          'mime-version',
          'content-type',
          'auto-submitted',
          'list-unsubscribe',
          'list-unsubscribe-post',
        ],
      });
    });

    it('signs an email without unsubscribe headers', async () => {
      await send({ replyTo: null });
      expect(checkDkim(getRaw(), publicKey).headers).toContain('subject');
    });

    it.each([
      ['the text', /How much is it/, 'How much was it'],
      ['the subject', /^Subject: A/m, 'Subject: B'],
      ['the unsubscribe address', /<https:/, '<https:/evil.example/'],
      ['the one-click header', /=One-Click/, '=Two-Clicks'],
    ])('invalidates the signature when %s is changed', async (_case, original, replacement) => {
      await send({ unsubscribeUrl: 'https://calls.example.com/u/1' });
      expect(getRaw()).toMatch(original);
      expect(() => checkDkim(getRaw().replace(original, replacement), publicKey)).toThrow(/changed/);
    });

    it('does not send when the server stops responding before the message', async () => {
      const abortController = new AbortController();
      server.reply = () => {
        setImmediate(() => abortController.abort());
        return { at: 'recipient', response: 'hang' };
      };
      expect(await captureError(send({}, abortController.signal))).toMatchObject({
        kind: 'provider',
        code: 'MAIL_SERVER_UNAVAILABLE',
      });
      expect(server.emails).toEqual([]);
    });

    it('reports an unknown outcome when the server disconnects after the message', async () => {
      server.reply = () => ({ at: 'message', response: 'close' });
      expect(await captureError(send())).toMatchObject({ kind: 'timeout', code: 'MAIL_UNANSWERED' });
    });
  });

  it.each([undefined, 'Ringwell', 'calls@', 'a@b@c'])('rejects the sender %j at startup', (from) => {
    expect(() => new MailerService({ SMTP_URL: server.url, MAIL_FROM: from })).toThrow(/MAIL_FROM: must be an address/);
  });

  it('fails when no mail server is set up', async () => {
    mailer = new MailerService({ SMTP_URL: undefined, MAIL_FROM: undefined });
    expect(mailer.isAvailable).toBe(false);
    expect(await captureError(send())).toMatchObject({ code: 'MAIL_UNAVAILABLE' });
  });
});
