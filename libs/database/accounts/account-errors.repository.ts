import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';

import { rows } from '../postgres/sql';

/** A call that could not be processed, or a message that could not be sent. */
export interface AccountError {
  at: Date;
  kind: 'call' | 'message';
  /** Channel of the message. */
  channel: DeliveryChannelName | null;
  code: string | null;
  message: string | null;
  /** Null for a test message. */
  callId: string | null;
}

@Injectable()
export class AccountErrorsRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Newest first. */
  listLatest(accountId: string, limit: number): Promise<AccountError[]> {
    return rows<AccountError>(
      this.manager,
      `
      select * from (
        (select coalesce(finished_at, created_at) as at, 'call' as kind, null as channel, error_code as code, error_message as message,
            id as "callId"
          from calls where account_id = $1 and state in ('failed', 'timed_out') order by created_at desc limit $2)
        union all
        (select updated_at, 'message', channel, error_code, error_message, call_id
          from deliveries where account_id = $1 and state in ('failed', 'dead') order by updated_at desc limit $2)
      ) error order by at desc limit $2`,
      [accountId, limit],
    );
  }
}
