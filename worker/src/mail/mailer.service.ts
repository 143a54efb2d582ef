import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type SendMailOptions } from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';
import Dkim from 'nodemailer/lib/dkim';

import { unavailable } from '@ringwell/domain/errors/app-error';
import { getOperatorInstruction, OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { ConfigError } from '@ringwell/platform/config/load-config';

import { EMAIL_UNAVAILABLE, mailError } from './mail-error';

export interface OutgoingEmail {
  /** Part of the Message-ID, so that a resent email has the same one. Consists of letters, digits and `-`. */
  key: string;
  recipient: string;
  /** The visitor who wrote the email. */
  replyTo?: string | null;
  subject: string;
  text: string;
  /** HTML version, with untrusted text escaped. */
  html?: string;
  /** Makes email clients show an unsubscribe button, one-click if this is an https URL (RFC 8058). */
  unsubscribeUrl?: string;
}

export type MailerSettings = Pick<WorkerConfig, 'SMTP_URL' | 'MAIL_FROM'> &
  Partial<Pick<WorkerConfig, 'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_PRIVATE_KEY'>>;

// nodemailer's defaults are up to ten minutes.
const CONNECTION_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
// Longer than an attempt may take, because some servers check for spam for half a minute before confirming an email,
// and a resent email would arrive twice.
const SOCKET_TIMEOUT_MS = 45_000;

// Prevents out-of-office replies (RFC 3834).
const GENERATED = { 'Auto-Submitted': 'auto-generated' };

export const MAIL_CONNECTIONS = 5;

// One-click unsubscribe requires both headers to be signed (RFC 8058, section 4). nodemailer only signs the first.
const SIGNED_HEADERS = [
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
].join(':');

@Injectable()
export class MailerService implements OnApplicationShutdown {
  private readonly transport?: ReturnType<typeof createPooledTransport>;
  // Message-IDs of attempts in progress whose message was fully sent.
  private readonly fullySentIds = new Set<string>();
  private readonly domain: string = '';
  private serverProblem: string | null = null;

  /** @throws ConfigError if MAIL_FROM has no address */
  constructor(@Inject(CONFIG) settings: MailerSettings) {
    const { SMTP_URL: url, MAIL_FROM: from = '' } = settings;
    if (url === undefined) return;
    this.domain = getDomain(from);
    this.transport = createPooledTransport({
      url,
      from,
      dkim: createDkim(settings),
      onFullySent: (messageId) => this.fullySentIds.add(messageId),
    });
  }

  /** Advice for administrators about the mail server; null if it accepted the latest email. */
  get problem(): string | null {
    return this.serverProblem;
  }

  get isAvailable(): boolean {
    return this.transport !== undefined;
  }

  /**
   * Sends once, without retries. No field can inject headers or recipients.
   * @returns the Message-ID, which also appears in mail server logs
   * @throws AppError `MAIL_UNAVAILABLE` or per `mailError`; of kind `timeout` if the email may have arrived
   */
  async send(
    { key, recipient, replyTo, subject, text, html, unsubscribeUrl }: OutgoingEmail,
    { signal }: { signal: AbortSignal },
  ): Promise<string> {
    if (!this.transport) {
      throw unavailable('MAIL_UNAVAILABLE', EMAIL_UNAVAILABLE, {
        cause: new OperatorInstruction("Email isn't set up on this server. Set SMTP_URL, MAIL_FROM and SUPPORT_EMAIL."),
        retryable: true,
      });
    }
    const messageId = `<mail-${key}@${this.domain}>`;
    try {
      await this.transport.sendMail({
        messageId,
        to: { name: '', address: toOneLine(recipient) },
        ...(replyTo && { replyTo: { name: '', address: toOneLine(replyTo) } }),
        subject: toOneLine(subject),
        text,
        ...(html !== undefined && { html }),
        ...(!replyTo && { headers: GENERATED }),
        ...(unsubscribeUrl !== undefined && createUnsubscribeHeaders(unsubscribeUrl)),
        signal,
      });
      this.serverProblem = null;
      return messageId;
    } catch (thrown) {
      const error = mailError(thrown, { wasFullySent: this.fullySentIds.has(messageId) });
      this.serverProblem = getOperatorInstruction(error) ?? this.serverProblem;
      throw error;
    } finally {
      this.fullySentIds.delete(messageId);
    }
  }

  onApplicationShutdown(): void {
    this.transport?.close({ force: true });
  }
}

interface TransportOptions {
  url: string;
  from: string;
  dkim?: Dkim;
  onFullySent: (messageId: string) => void;
}

function createPooledTransport({ url, from, dkim, onFullySent }: TransportOptions) {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: MAIL_CONNECTIONS,
      maxRequeues: 0, // disables nodemailer's retries: an email whose connection broke may have arrived, so our own retry rules apply
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  transport.use('stream', ({ data, message }, done) => {
    // This order is required because signing reads the whole message before any of it is sent.
    if (dkim) message?.processFunc((stream) => dkim.sign(stream));
    message?.processFunc((stream) => stream.once('end', () => onFullySent(data.messageId ?? '')));
    done();
  });
  return transport;
}

function createDkim({
  DKIM_DOMAIN: domainName,
  DKIM_SELECTOR: keySelector,
  DKIM_PRIVATE_KEY: privateKey,
}: MailerSettings): Dkim | undefined {
  return domainName && keySelector && privateKey
    ? new Dkim({ domainName, keySelector, privateKey, headerFieldNames: SIGNED_HEADERS })
    : undefined;
}

function createUnsubscribeHeaders(url: string): Pick<SendMailOptions, 'list' | 'headers'> {
  const oneClick = url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { list: { unsubscribe: url }, headers: { ...GENERATED, ...oneClick } };
}

function getDomain(from: string): string {
  const [sender] = parseAddresses(from, { flatten: true });
  const domain = /^[^@]+@([a-z0-9.-]+)$/i.exec(sender?.address ?? '')?.[1];
  if (domain === undefined)
    throw new ConfigError([{ key: 'MAIL_FROM', problem: 'must be an address such as Ringwell <calls@example.com>' }]);
  return domain;
}
