import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';

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
}

/** A mail server on the net answers within seconds; nodemailer would wait for up to ten minutes. */
const CONNECTION_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** Connections that are kept to the mail server. */
export const MAIL_CONNECTIONS = 5;

/** Sends mails through the mail server that the settings name. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport?: ReturnType<typeof pooledTransport>;
  /** Message-IDs of mails under way that the server has taken whole. */
  private readonly handedOver = new Set<string>();
  /** The domain of the sender, which makes our Message-IDs unlike anybody else's. */
  private readonly domain: string = '';

  /** @throws ConfigError when the sender has no address: no mail could ever leave */
  constructor(@Inject(CONFIG) { SMTP_URL: url, MAIL_FROM: from = '' }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>) {
    if (url === undefined) return;
    this.domain = domainOf(from);
    this.transport = pooledTransport(url, from, (messageId) => this.handedOver.add(messageId));
  }

  /** Whether a mail server is set. Without one nothing can be sent. */
  get isAvailable(): boolean {
    return this.transport !== undefined;
  }

  /**
   * Sends once; trying again is not its business. Nothing in a mail can add a header or a recipient to it.
   * @throws AppError `MAIL_UNAVAILABLE`, and what `mailError` says: kind `timeout` when the mail may have arrived
   */
  async send({ key, recipient, replyTo, subject, text }: OutgoingMail, { signal }: { signal: AbortSignal }): Promise<void> {
    if (!this.transport) {
      throw new AppError({ kind: 'unavailable', code: 'MAIL_UNAVAILABLE', message: 'No mail server is set. Set SMTP_URL and MAIL_FROM.', retryable: true });
    }
    const messageId = `<mail-${key}@${this.domain}>`;
    try {
      await this.transport.sendMail({
        messageId,
        to: { name: '', address: oneLine(recipient) },
        ...(replyTo && { replyTo: { name: '', address: oneLine(replyTo) } }),
        subject: oneLine(subject),
        text,
        signal,
      });
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

/** @param onHandedOver called with the Message-ID once the server has asked for the message, last of all, and taken all of it */
function pooledTransport(url: string, from: string, onHandedOver: (messageId: string) => void) {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    maxRequeues: 0, // a mail whose connection broke off may have arrived; that is judged by our own rules
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }, { from });
  transport.use('stream', ({ data, message }, done) => {
    message?.processFunc((stream) => stream.once('end', () => onHandedOver(data.messageId ?? '')));
    done();
  });
  return transport;
}

/** @param from an address, or a name with the address in angle brackets */
function domainOf(from: string): string {
  const [sender] = parseAddresses(from, { flatten: true });
  const domain = /^[^@]+@([a-z0-9.-]+)$/i.exec(sender?.address ?? '')?.[1];
  if (domain === undefined) throw new ConfigError([{ key: 'MAIL_FROM', problem: 'must be an address such as Ringwell <calls@example.com>' }]);
  return domain;
}

/** Control characters could end a header line and begin another. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
