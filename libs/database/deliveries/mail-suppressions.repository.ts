import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { row } from '../postgres/sql';
import { MailSuppression } from './mail-suppression.entity';

/** Who wants no more mails of an account. Only the receivers themselves change it; upper and lower case are one. */
@Injectable()
export class MailSuppressionsRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Whether an address wants no more mails of an account. */
  isUnsubscribed(userId: string, address: string): Promise<boolean> {
    return this.manager.existsBy(MailSuppression, { userId, address: stored(address) });
  }

  /** @returns false when it was so already, or there is no such account */
  async unsubscribe(userId: string, address: string): Promise<boolean> {
    return (
      (await row(
        this.manager,
        `
      insert into mail_suppressions (user_id, address, reason) select id, $2, 'unsubscribed' from users where id = $1
      on conflict do nothing returning user_id`,
        [userId, stored(address)],
      )) !== undefined
    );
  }

  /** @returns false when it was so already */
  async subscribe(userId: string, address: string): Promise<boolean> {
    return (
      (await row(this.manager, 'delete from mail_suppressions where user_id = $1 and address = $2 returning user_id', [
        userId,
        stored(address),
      ])) !== undefined
    );
  }

  /** Everybody who wants no more mails of an account, by address. */
  list(userId: string): Promise<MailSuppression[]> {
    return this.manager.find(MailSuppression, { where: { userId }, order: { address: 'ASC' } });
  }
}

function stored(address: string): string {
  return address.trim().toLowerCase();
}
