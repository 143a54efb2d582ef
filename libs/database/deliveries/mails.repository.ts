import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';

import { row, rows } from '../postgres/sql';
import { Mail, type MailState } from './mail.entity';

/** A mail before it is stored. */
export type NewMail = Pick<Mail, 'recipient' | 'subject' | 'body'> & Partial<Pick<Mail, 'replyTo'>>;

/** How a try ended. */
export interface MailOutcome {
  /** `pending` when it is to be tried again. */
  state: Extract<MailState, 'sent' | 'pending' | 'failed'>;
  /** Wait before the next try. */
  delayMs?: number;
  /** The mail may have arrived all the same. */
  isUncertain?: boolean;
  errorCode?: string;
  errorMessage?: string;
}

/** A try takes less; after this its sender counts as gone. */
const SENDING_LEASE_SECONDS = 60;

/** A mail that may have arrived is sent this often again. Its Message-ID stays the same, so that receivers can tell. */
export const MAX_UNCERTAIN_TRIES = 1;

/** For people, when that is used up. */
export const UNCONFIRMED = {
  errorCode: 'MAIL_UNCONFIRMED',
  errorMessage: 'The mail may have arrived; it was not sent again.',
} as const;

/** The outbox. */
@Injectable()
export class MailsRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Puts a mail into the outbox. Run it in the transaction of what the mail tells about. */
  async enqueue(mail: NewMail): Promise<void> {
    await this.manager.insert(Mail, mail);
  }

  /**
   * Takes the mails that are due, the oldest first: the try is written down and committed before anything leaves. Among them
   * are those whose sender died, which may have arrived: once. Run it outside of a transaction.
   */
  async claimDue(limit: number): Promise<Mail[]> {
    await this.giveUpUnconfirmed();
    const claimed = await rows<{ id: string }>(
      this.manager,
      `
      update mails set state = 'sending', attempts = attempts + 1, updated_at = now(),
        uncertain_tries = uncertain_tries + case when state = 'sending' then 1 else 0 end,
        lease_until = now() + make_interval(secs => ${SENDING_LEASE_SECONDS})
      where id in (
        select id from mails where run_after <= now() and (state = 'pending' or (state = 'sending' and lease_until < now()))
        order by run_after, id limit $1 for update skip locked)
      returning id`,
      [limit],
    );
    return this.manager.find(Mail, {
      where: { id: In(claimed.map(({ id }) => id)) },
      order: { runAfter: 'ASC', id: 'ASC' },
    });
  }

  /** Notes how a try ended. @returns false when the mail is with another sender by now, and nothing was noted */
  async settle({ id, attempts }: Pick<Mail, 'id' | 'attempts'>, outcome: MailOutcome): Promise<boolean> {
    return (
      (await row(
        this.manager,
        `
      update mails set state = $3, run_after = now() + make_interval(secs => $4::float8), error_code = $5, error_message = $6,
        uncertain_tries = uncertain_tries + case when $7 then 1 else 0 end,
        sent_at = case when $3 = 'sent' then now() end, lease_until = null, updated_at = now()
      where id = $1 and attempts = $2 and state = 'sending' returning id`,
        [
          id,
          attempts,
          outcome.state,
          (outcome.delayMs ?? 0) / 1_000,
          outcome.errorCode ?? null,
          outcome.errorMessage ?? null,
          outcome.isUncertain ?? false,
        ],
      )) !== undefined
    );
  }

  /** Mails whose sender died more often than they may be sent again. */
  private async giveUpUnconfirmed(): Promise<void> {
    await rows(
      this.manager,
      `
      update mails set state = 'failed', error_code = $2, error_message = $3, lease_until = null, updated_at = now()
      where state = 'sending' and lease_until < now() and uncertain_tries >= $1`,
      [MAX_UNCERTAIN_TRIES, UNCONFIRMED.errorCode, UNCONFIRMED.errorMessage],
    );
  }
}
