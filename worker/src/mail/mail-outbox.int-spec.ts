import { randomUUID } from 'node:crypto';

import { Mail, MAIL_LINK } from '@ringwell/database/deliveries/mail.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { collectGarbage } from '@ringwell/testing/collect-garbage';
import { FakeSmtpServer, type MailReply } from '@ringwell/testing/fake-smtp-server';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { fakeLeader } from '../leader/testing/fake-leader';
import { MailOutboxLoop } from './mail-outbox.loop';
import { MailerService } from './mailer.service';

const SECRET_BOX = new SecretBox(Buffer.alloc(32, 7).toString('base64'));

class ImpatientOutbox extends MailOutboxLoop {
  protected override readonly sendTimeoutMs = 500;
}

describe('MailOutboxLoop', () => {
  const server = new FakeSmtpServer();
  const database = useTestDatabase();
  let mailer: MailerService;
  let outbox: MailOutboxLoop;

  beforeAll(async () => {
    await server.start();
  });
  afterAll(async () => {
    await server.stop();
  });
  beforeEach(async () => {
    await database.manager.clear(Mail);
    server.emails.length = 0;
    server.reply = () => 'accept';
    mailer = new MailerService({ SMTP_URL: server.url, MAIL_FROM: 'calls@example.com' });
    outbox = new MailOutboxLoop(fakeLeader(), database.repositories.mails, mailer, SECRET_BOX);
  });
  afterEach(() => mailer.onApplicationShutdown());

  const enqueue = (subject = 'Hello'): Promise<void> =>
    database.repositories.mails.enqueue({
      recipient: 'support@example.com',
      replyTo: 'dana@example.com',
      subject,
      body: 'How much?',
    });
  const listEmails = (): Promise<Mail[]> => database.manager.find(Mail, { order: { createdAt: 'ASC' } });
  const findMail = async (): Promise<Mail> => (await listEmails())[0] ?? Promise.reject(new Error('There is no mail.'));
  const makeDue = (): Promise<unknown> => database.query('update mails set run_after = now()');
  // Delay in seconds.
  const findDelaySeconds = async (): Promise<number> => {
    const [row] = await database.query<{ wait: number }[]>(
      'select extract(epoch from run_after - updated_at)::int as wait from mails',
    );
    return row?.wait ?? NaN;
  };

  it('sends due emails once', async () => {
    await enqueue();
    expect(await outbox.pass()).toBe(1);
    expect(await outbox.pass()).toBe(0);
    const mail = await findMail();
    expect(mail).toMatchObject({
      state: 'sent',
      attempts: 1,
      sentAt: expect.any(Date) as Date,
      leaseUntil: null,
      errorCode: null,
    });
    expect(server.emails).toMatchObject([
      {
        envelope: { recipients: ['support@example.com'] },
        message: {
          subject: 'Hello',
          text: 'How much?\n',
          replyTo: [{ address: 'dana@example.com' }],
          messageId: `<mail-${mail.id}@example.com>`,
        },
      },
    ]);
  });

  it('fills in the sealed link, and deletes it once the email is sent', async () => {
    const id = randomUUID();
    const sealedLink = SECRET_BOX.seal('https://calls.example.com/x?token=$&1', SEALED_FIELDS.mailLink(id));
    await database.repositories.mails.enqueue({
      id,
      recipient: 'kim@example.com',
      subject: 'Confirm',
      body: `Open ${MAIL_LINK} now.`,
      sealedLink,
    });
    server.reply = () => ({ at: 'recipient', response: 450 });
    await outbox.pass();
    expect(await findMail()).toMatchObject({ state: 'pending', sealedLink });
    server.reply = () => 'accept';
    await makeDue();
    await outbox.pass();
    expect(server.emails[0]?.message.text).toBe('Open https://calls.example.com/x?token=$&1 now.\n');
    expect(await findMail()).toMatchObject({ state: 'sent', sealedLink: null, body: `Open ${MAIL_LINK} now.` });
  });

  it('skips emails that are not due yet', async () => {
    await enqueue();
    await database.query(`update mails set run_after = now() + interval '1 hour'`);
    expect(await outbox.pass()).toBe(0);
  });

  it('does not send emails that waited for a mail server until their links expired', async () => {
    await enqueue();
    await database.query(`update mails set created_at = now() - interval '8 days'`);
    expect(await outbox.pass()).toBe(0);
    expect(await findMail()).toMatchObject({ state: 'failed', errorCode: 'MAIL_EXPIRED', attempts: 0 });
  });

  it('sends each email once when there are more emails than connections, even with two senders', async () => {
    for (let i = 0; i < 23; i += 1) await enqueue(`Mail ${i}`);
    const otherOutbox = new MailOutboxLoop(fakeLeader(), database.repositories.mails, mailer, SECRET_BOX);
    const counts = await Promise.all([outbox.pass(), otherOutbox.pass()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(23);
    expect(new Set(server.emails.map(({ message }) => message.subject)).size).toBe(23);
    expect(server.emails).toHaveLength(23);
  });

  it('stores the state "sending" before it connects', async () => {
    await enqueue();
    const emailsDuringSend: Mail[] = [];
    server.reply = async (): Promise<MailReply> => {
      emailsDuringSend.push(await findMail());
      return 'accept';
    };
    await outbox.pass();
    expect(emailsDuringSend[0]).toMatchObject({ state: 'sending', attempts: 1 });
  });

  it('retries with growing delays, then gives up', async () => {
    await enqueue();
    server.reply = () => ({ at: 'recipient', response: 450 });
    const waitSeconds: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await outbox.pass();
      waitSeconds.push(await findDelaySeconds());
      await makeDue();
    }
    expect(waitSeconds).toEqual([5, 30, 120, 600, 1_800, 7_200]);
    expect(await findMail()).toMatchObject({
      state: 'pending',
      attempts: 6,
      errorCode: 'MAIL_DEFERRED',
      errorMessage: expect.stringMatching(/\.$/) as string,
    });
    await outbox.pass();
    expect(await findMail()).toMatchObject({ state: 'failed', attempts: 7, errorCode: 'MAIL_DEFERRED' });
    await makeDue();
    expect(await outbox.pass()).toBe(0);
  });

  it('clears the error when a later attempt succeeds', async () => {
    await enqueue();
    server.reply = () => ({ at: 'message', response: 421 });
    await outbox.pass();
    server.reply = () => 'accept';
    await makeDue();
    await outbox.pass();
    expect(await findMail()).toMatchObject({ state: 'sent', attempts: 2, errorCode: null, errorMessage: null });
  });

  it('gives up on an email that is permanently rejected', async () => {
    await enqueue();
    server.reply = () => ({ at: 'recipient', response: 550 });
    await outbox.pass();
    expect(await findMail()).toMatchObject({ state: 'failed', attempts: 1, errorCode: 'MAIL_RECIPIENT_REFUSED' });
  });

  it('sends the other emails when one is rejected', async () => {
    await enqueue('first');
    await enqueue('second');
    let replyCount = 0;
    server.reply = () => {
      replyCount += 1;
      return replyCount === 1 ? { at: 'recipient', response: 550 } : 'accept';
    };
    await outbox.pass();
    expect((await listEmails()).map(({ state }) => state).sort()).toEqual(['failed', 'sent']);
  });

  it('resends an email once, with the same Message-ID, if it may have arrived', async () => {
    await enqueue();
    server.reply = () => ({ at: 'message', response: 'close' });
    await outbox.pass();
    expect(await findMail()).toMatchObject({ state: 'pending', uncertainTries: 1, errorCode: 'MAIL_UNANSWERED' });
    await makeDue();
    await outbox.pass();
    expect(await findMail()).toMatchObject({ state: 'failed', errorCode: 'MAIL_UNCONFIRMED', attempts: 2 });
    expect(server.emails).toHaveLength(2);
    expect(new Set(server.emails.map(({ message }) => message.messageId)).size).toBe(1);
  });

  it('aborts an attempt within its time limit when the mail server stops responding', async () => {
    await enqueue();
    server.reply = () => {
      setTimeout(collectGarbage, 50);
      return { at: 'message', response: 'hang' };
    };
    const { mails } = database.repositories;
    expect(await new ImpatientOutbox(fakeLeader(), mails, mailer, SECRET_BOX).pass()).toBe(1);
    expect(await findMail()).toMatchObject({ state: 'pending', uncertainTries: 1, errorCode: 'MAIL_UNANSWERED' });
  });

  it('takes over from a dead sender once', async () => {
    await enqueue();
    const abandonClaim = async (): Promise<void> => {
      expect(await database.repositories.mails.claimDue(1)).toHaveLength(1);
      expect(await outbox.pass()).toBe(0); // the dead sender's lease has not expired yet
      await database.query(`update mails set lease_until = now() - interval '1 second'`);
    };
    await abandonClaim();
    await outbox.pass();
    expect(await findMail()).toMatchObject({ state: 'sent', attempts: 2, uncertainTries: 1 });

    await enqueue('never confirmed');
    await abandonClaim();
    await abandonClaim();
    expect(await outbox.pass()).toBe(0);
    expect((await listEmails())[1]).toMatchObject({ state: 'failed', errorCode: 'MAIL_UNCONFIRMED' });
    expect(server.emails).toHaveLength(1);
  });

  it('ignores the outcome of a sender whose lease has expired', async () => {
    await enqueue();
    const { mails } = database.repositories;
    const [lateMail] = await mails.claimDue(1);
    await database.query(`update mails set lease_until = now() - interval '1 second'`);
    await outbox.pass();
    expect(
      lateMail && (await mails.recordOutcome(lateMail, { state: 'failed', errorCode: 'X', errorMessage: 'x' })),
    ).toBe(false);
    expect(await findMail()).toMatchObject({ state: 'sent', errorCode: null });
  });

  it('sends the email after a mail server outage', async () => {
    const { port } = server;
    await server.stop();
    await enqueue();
    await outbox.pass();
    expect(await findMail()).toMatchObject({
      state: 'pending',
      uncertainTries: 0,
      errorCode: 'MAIL_SERVER_UNAVAILABLE',
    });
    await server.start(port);
    await makeDue();
    await outbox.pass();
    expect(await findMail()).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('runs only on the leader, and stops on shutdown', async () => {
    const leader = fakeLeader(false);
    const followerOutbox = new MailOutboxLoop(leader, database.repositories.mails, mailer, SECRET_BOX);
    await enqueue();
    followerOutbox.onApplicationBootstrap();
    await followerOutbox.onModuleDestroy();
    expect(await findMail()).toMatchObject({ state: 'pending' });

    leader.isLeader = true;
    const leaderOutbox = new MailOutboxLoop(leader, database.repositories.mails, mailer, SECRET_BOX);
    leaderOutbox.onApplicationBootstrap();
    while ((await findMail()).state !== 'sent') await new Promise(setImmediate);
    await leaderOutbox.onModuleDestroy();
  });

  it('keeps emails while no mail server is set up', async () => {
    const unavailableLoop = new MailOutboxLoop(
      fakeLeader(),
      database.repositories.mails,
      new MailerService({ SMTP_URL: undefined, MAIL_FROM: undefined }),
      SECRET_BOX,
    );
    await enqueue();
    unavailableLoop.onApplicationBootstrap();
    await unavailableLoop.onModuleDestroy();
    expect(await findMail()).toMatchObject({ state: 'pending', attempts: 0 });
  });
});
