import { Injectable } from '@nestjs/common';

import { MAIL_LINK, type Mail } from '@ringwell/database/deliveries/mail.entity';
import {
  MailsRepository,
  MAX_UNCERTAIN_TRIES,
  UNCONFIRMED,
  type MailOutcome,
} from '@ringwell/database/deliveries/mails.repository';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { deliveryRetryDelayMs } from '@ringwell/domain/deliveries/retry-delays';
import { toAppError } from '@ringwell/domain/errors/app-error';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { LeaderElectionService } from '../leader/leader-election.service';
import { LeaderLoop } from '../leader/leader-loop';
import { MAIL_CONNECTIONS, MailerService } from './mailer.service';

const INTERVAL_MS = 2_000;
// Time limit per attempt, well within an email's lease.
const SEND_TIMEOUT_MS = 40_000;
const SHUTDOWN_GRACE_MS = 5_000;

/** Sends one email per connection at a time. Emails wait up to a week while no mail server is configured. */
@Injectable()
export class MailOutboxLoop extends LeaderLoop {
  protected readonly sendTimeoutMs: number = SEND_TIMEOUT_MS;
  private readonly stopController = new AbortController();

  constructor(
    leader: LeaderElectionService,
    private readonly mails: MailsRepository,
    private readonly mailer: MailerService,
    private readonly secretBox: SecretBox,
  ) {
    super(leader, { intervalMs: INTERVAL_MS, failure: 'mail: failed to read the outbox' });
  }

  override onApplicationBootstrap(): void {
    if (this.mailer.isAvailable) super.onApplicationBootstrap();
    else this.logger.info('mail: sending is off because SMTP_URL is not set');
  }

  override async onModuleDestroy(): Promise<void> {
    const timer = setTimeout(() => this.stopController.abort(), SHUTDOWN_GRACE_MS);
    await super.onModuleDestroy();
    clearTimeout(timer);
  }

  override async pass(): Promise<number> {
    let attempts = 0;
    for (;;) {
      const dueEmails = this.isStopping ? [] : await this.mails.claimDue(MAIL_CONNECTIONS);
      if (dueEmails.length === 0) return attempts;
      await Promise.all(dueEmails.map((mail) => this.send(mail)));
      attempts += dueEmails.length;
    }
  }

  private async send(mail: Mail): Promise<void> {
    const outcome = await this.trySend(mail);
    await this.mails.recordOutcome(mail, outcome);
    this.logger.info({ mailId: mail.id, state: outcome.state, attempt: mail.attempts }, 'mail: finished attempt');
  }

  private async trySend(mail: Mail): Promise<MailOutcome> {
    const { id, recipient, replyTo, subject } = mail;
    const limit = startTimeLimit(this.sendTimeoutMs, this.stopController.signal);
    try {
      await this.mailer.send(
        { key: id, recipient, replyTo, subject, text: this.renderBody(mail) },
        { signal: limit.signal },
      );
      return { state: 'sent' };
    } catch (error) {
      return this.toFailedOutcome(mail, error);
    } finally {
      limit.end();
    }
  }

  private renderBody({ id, body, sealedLink }: Mail): string {
    if (sealedLink === null) return body;
    const link = this.secretBox.open(sealedLink, SEALED_FIELDS.mailLink(id));
    return body.replace(MAIL_LINK, () => link);
  }

  private toFailedOutcome(mail: Mail, thrown: unknown): MailOutcome {
    const { kind, code, message, retryable, retryAfterMs = 0 } = toAppError(thrown);
    this.logger.warn({ err: thrown, mailId: mail.id, attempt: mail.attempts, code }, 'mail: attempt failed');
    const isUncertain = kind === 'timeout';
    if (isUncertain && mail.uncertainTries >= MAX_UNCERTAIN_TRIES) return { state: 'failed', ...UNCONFIRMED };
    const reason = { errorCode: code, errorMessage: message, isUncertain };
    const delayMs = deliveryRetryDelayMs('email', mail.attempts);
    if (!retryable || delayMs === undefined) return { state: 'failed', ...reason };
    return { state: 'pending', delayMs: Math.max(delayMs, retryAfterMs), ...reason };
  }
}
