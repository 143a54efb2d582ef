import { In } from 'typeorm';

import { SqlRepository } from '../postgres/sql';
import { Mail, type MailState } from './mail.entity';

export type NewMail = Pick<Mail, 'recipient' | 'subject' | 'body'> &
  Partial<Pick<Mail, 'id' | 'replyTo' | 'sealedLink'>>;

export interface MailOutcome {
  state: Extract<MailState, 'sent' | 'pending' | 'failed'>;
  delayMs?: number;
  /** True if the email may have arrived despite the error. */
  isUncertain?: boolean;
  errorCode?: string;
  errorMessage?: string;
}

// No attempt takes longer. After this time, the sender is presumed dead.
const SENDING_LEASE_SECONDS = 60;

/**
 * How many times to resend an email that may have arrived. Its Message-ID stays the same, so that mail servers can
 * recognize the duplicate.
 */
export const MAX_UNCERTAIN_TRIES = 1;

export const UNCONFIRMED = {
  errorCode: 'MAIL_UNCONFIRMED',
  errorMessage: "The email may have arrived, so it wasn't sent again.",
} as const;

// Links in emails work for a week at most.
const MAX_AGE_DAYS = 7;

const EXPIRED = {
  errorCode: 'MAIL_EXPIRED',
  errorMessage: `The email couldn't be sent within ${MAX_AGE_DAYS} days, so it wasn't sent at all.`,
} as const;

export class MailsRepository extends SqlRepository {
  /** Run this in the transaction that makes the reported change. */
  async enqueue(mail: NewMail): Promise<void> {
    await this.manager.insert(Mail, mail);
  }

  /**
   * Claims due emails, oldest first. Includes emails that may have arrived but whose sender died, once each. Run this
   * outside a transaction, so that the attempt is committed before anything is sent.
   */
  async claimDue(limit: number): Promise<Mail[]> {
    const isUnconfirmed = `state = 'sending' and lease_until < now() and uncertain_tries >= ${MAX_UNCERTAIN_TRIES}`;
    await this.fail(isUnconfirmed, UNCONFIRMED);
    await this.fail(`state = 'pending' and created_at < now() - interval '${MAX_AGE_DAYS} days'`, EXPIRED);
    const claimed = await this.rows<{ id: string }>(
      `
      update mails set state = 'sending', attempts = attempts + 1, updated_at = now(),
        uncertain_tries = uncertain_tries + case when state = 'sending' then 1 else 0 end,
        lease_until = now() + make_interval(secs => ${SENDING_LEASE_SECONDS})
      where id in (
        select id from mails where run_after <= now()
          and (state = 'pending' or (state = 'sending' and lease_until < now()))
        order by run_after, id limit $1 for update skip locked)
      returning id`,
      [limit],
    );
    return this.manager.find(Mail, {
      where: { id: In(claimed.map(({ id }) => id)) },
      order: { runAfter: 'ASC', id: 'ASC' },
    });
  }

  /** @returns false, without recording anything, if another sender has taken over the email */
  async recordOutcome({ id, attempts }: Pick<Mail, 'id' | 'attempts'>, outcome: MailOutcome): Promise<boolean> {
    return this.hasRow(
      `
      update mails set state = $3, run_after = now() + make_interval(secs => $4::float8), error_code = $5,
        error_message = $6,
        uncertain_tries = uncertain_tries + case when $7 then 1 else 0 end,
        sealed_link = case when $3 = 'pending' then sealed_link end,
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
    );
  }

  private async fail(condition: string, reason: { errorCode: string; errorMessage: string }): Promise<void> {
    await this.rows(
      `
      update mails set state = 'failed', error_code = $1, error_message = $2, lease_until = null, sealed_link = null,
        updated_at = now()
      where ${condition}`,
      [reason.errorCode, reason.errorMessage],
    );
  }
}
