import { normalizeEmail } from '@ringwell/domain/text/email-address';

import { SqlRepository } from '../postgres/sql';
import { MailSuppression } from './mail-suppression.entity';

/**
 * Addresses that have unsubscribed from an account's emails. Only the recipients themselves can change this. Addresses
 * are compared in normalized form.
 */
export class MailSuppressionsRepository extends SqlRepository {
  isUnsubscribed(accountId: string, address: string): Promise<boolean> {
    return this.manager.existsBy(MailSuppression, { accountId, address: normalizeEmail(address) });
  }

  /** @returns false if the address had already unsubscribed, or the account doesn't exist */
  async unsubscribe(accountId: string, address: string): Promise<boolean> {
    return this.hasRow(
      `
      insert into mail_suppressions (account_id, address, reason) select id, $2, 'unsubscribed' from accounts where id = $1
      on conflict do nothing returning account_id`,
      [accountId, normalizeEmail(address)],
    );
  }

  async subscribe(accountId: string, address: string): Promise<boolean> {
    const sql = 'delete from mail_suppressions where account_id = $1 and address = $2 returning account_id';
    return this.hasRow(sql, [accountId, normalizeEmail(address)]);
  }

  list(accountId: string): Promise<MailSuppression[]> {
    return this.manager.find(MailSuppression, { where: { accountId }, order: { address: 'ASC' } });
  }
}
