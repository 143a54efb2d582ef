import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type SendMailOptions } from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';
import Dkim from 'nodemailer/lib/dkim';

import { AppError } from '@ringwell/domain/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import { ConfigError } from '@ringwell/platform/config/load-config';
import type { Config } from '@ringwell/platform/config/settings';

import { mailError } from './mail-error';

/** A mail to one recipient: each gets a copy of its own, so that nobody sees the others. */
export interface OutgoingMail {
  /** Names the mail for ever: the same mail sent again has the same Message-ID. Letters, digits and `-`. */
  key: string;
  recipient: string;
  /** Where answers go, when not to the sender. */
  replyTo?: string | null;
  /** One line. */
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML, for those who read mails with pictures and colours. Every foreign text in it has been escaped. */
  html?: string;
  /**
   * Where the recipient can end mails like this one. Makes it a mail that says it was written by a program (RFC 3834), with the
   * button that mail programs show to unsubscribe: at an https address with one click (RFC 8058).
   */
  unsubscribeUrl?: string;
}

/** What a mailer is made from. */
export type MailerSettings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM'> &
  Partial<Pick<Config, 'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_PRIVATE_KEY'>>;

/** A mail server on the net answers within seconds; nodemailer would wait for up to ten minutes. */
const CONNECTION_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** Connections that are kept to the mail server. */
export const MAIL_CONNECTIONS = 5;

/** One-click unsubscribing counts only when a signature covers both of its headers (RFC 8058, 4); nodemailer's own list has but the first. */
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

/** Sends mails through the mail server that the settings name. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport?: ReturnType<typeof pooledTransport>;
  /** Message-IDs of mails under way that the server has taken whole. */
  private readonly handedOver = new Set<string>();
  /** The domain of the sender, which makes our Message-IDs unlike anybody else's. */
  private readonly domain: string = '';

  /** @throws ConfigError when the sender has no address: no mail could ever leave */
  constructor(@Inject(CONFIG) settings: MailerSettings) {
    const { SMTP_URL: url, MAIL_FROM: from = '' } = settings;
    if (url === undefined) return;
    this.domain = domainOf(from);
    this.transport = pooledTransport({
      url,
      from,
      dkim: dkimOf(settings),
      onHandedOver: (messageId) => this.handedOver.add(messageId),
    });
  }

  /** Whether a mail server is set. Without one nothing can be sent. */
  get isAvailable(): boolean {
    return this.transport !== undefined;
  }

  /**
   * Sends once; trying again is not its business. Nothing in a mail can add a header or a recipient to it.
   * @returns its Message-ID, by which mail servers' logs know it
   * @throws AppError `MAIL_UNAVAILABLE`, and what `mailError` says: kind `timeout` when the mail may have arrived
   */
  async send(
    { key, recipient, replyTo, subject, text, html, unsubscribeUrl }: OutgoingMail,
    { signal }: { signal: AbortSignal },
  ): Promise<string> {
    if (!this.transport) {
      throw new AppError({
        kind: 'unavailable',
        code: 'MAIL_UNAVAILABLE',
        message: 'No mail server is set. Set SMTP_URL and MAIL_FROM.',
        retryable: true,
      });
    }
    const messageId = `<mail-${key}@${this.domain}>`;
    try {
      await this.transport.sendMail({
        messageId,
        to: { name: '', address: oneLine(recipient) },
        ...(replyTo && { replyTo: { name: '', address: oneLine(replyTo) } }),
        subject: oneLine(subject),
        text,
        ...(html !== undefined && { html }),
        ...(unsubscribeUrl !== undefined && listHeaders(unsubscribeUrl)),
        signal,
      });
      return messageId;
    } catch (error) {
      throw mailError(error, { isHandedOver: this.handedOver.has(messageId) });
    } finally {
      this.handedOver.delete(messageId);
    }
  }

  onApplicationShutdown(): void {
    this.transport?.close({ force: true });
  }
}

interface TransportOptions {
  url: string;
  from: string;
  /** Signs each mail. */
  dkim?: Dkim;
  /** Called with the Message-ID once the server has asked for the message, last of all, and taken all of it. */
  onHandedOver: (messageId: string) => void;
}

function pooledTransport({ url, from, dkim, onHandedOver }: TransportOptions) {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: MAIL_CONNECTIONS,
      maxRequeues: 0, // a mail whose connection broke off may have arrived; that is judged by our own rules
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  transport.use('stream', ({ data, message }, done) => {
    // In this order: signing reads the whole mail before any of it leaves.
    if (dkim) message?.processFunc((stream) => dkim.sign(stream));
    message?.processFunc((stream) => stream.once('end', () => onHandedOver(data.messageId ?? '')));
    done();
  });
  return transport;
}

/** The settings have been read as all or none. */
function dkimOf({
  DKIM_DOMAIN: domainName,
  DKIM_SELECTOR: keySelector,
  DKIM_PRIVATE_KEY: privateKey,
}: MailerSettings): Dkim | undefined {
  return domainName && keySelector && privateKey
    ? new Dkim({ domainName, keySelector, privateKey, headerFieldNames: SIGNED_HEADERS })
    : undefined;
}

function listHeaders(url: string): Pick<SendMailOptions, 'list' | 'headers'> {
  const oneClick = url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { list: { unsubscribe: url }, headers: { 'Auto-Submitted': 'auto-generated', ...oneClick } };
}

/** @param from an address, or a name with the address in angle brackets */
function domainOf(from: string): string {
  const [sender] = parseAddresses(from, { flatten: true });
  const domain = /^[^@]+@([a-z0-9.-]+)$/i.exec(sender?.address ?? '')?.[1];
  if (domain === undefined)
    throw new ConfigError([{ key: 'MAIL_FROM', problem: 'must be an address such as Ringwell <calls@example.com>' }]);
  return domain;
}

/** Control characters could end a header line and begin another; marks of direction could make it read as something else. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim();
}
