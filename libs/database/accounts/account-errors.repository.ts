import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import type { RejectedFile } from '@ringwell/domain/inbox/inbox';

import { SqlRepository } from '../postgres/sql';
import { joinOwner } from './account-owner';
import { userNameSql } from './user-name-sql';

/** A call that couldn't be processed, or a message that couldn't be sent. */
export interface AccountError {
  at: Date;
  kind: 'call' | 'message';
  channel: DeliveryChannelName | null;
  code: string | null;
  message: string | null;
  /** Null for a test message. */
  callId: string | null;
}

/** An account's undelivered messages to one destination. */
export interface UndeliveredMessages {
  /** The account's first owner. */
  userId: string;
  accountName: string;
  channel: DeliveryChannelName;
  destination: string;
  /** Messages abandoned in the last 24 hours. */
  failed: number;
  /** Messages that failed at least once and are still being retried. Always 0 for a disabled account. */
  retrying: number;
  /** Why the latest message failed. */
  reason: string | null;
  /** The call of the latest message that has one. */
  callId: string | null;
}

/** The state of the folder that an account's recordings are imported from. */
export interface AccountInbox {
  accountName: string;
  checkedAt: Date;
  waiting: number;
  problem: string | null;
  refused: RejectedFile[];
}

const MAX_UNDELIVERED = 20;

export class AccountErrorsRepository extends SqlRepository {
  /**
   * Lists undelivered messages, most failures first. Excludes connection tests.
   * @param accountId all accounts if omitted
   */
  listUndelivered(accountId: string | null = null): Promise<UndeliveredMessages[]> {
    return this.rows<UndeliveredMessages>(
      `
      with undelivered as (
        select account_id, channel, destination, count(*) filter (where state in ('failed', 'dead'))::int as failed,
          count(*) filter (where state in ('retry', 'unknown'))::int as retrying,
          (array_agg(error_message order by updated_at desc))[1] as reason,
          (array_agg(call_id order by updated_at desc) filter (where call_id is not null))[1] as call_id
        from deliveries
        where (state in ('failed', 'dead') and updated_at > now() - interval '24 hours' or state in ('retry', 'unknown')
            and account_id <> all(array(select id from accounts where not is_active)))
          and ($1::uuid is null or account_id = $1)
          and num_nonnulls(call_id, escalation_id, follow_up_event_id, weekly_letter_id) > 0
        group by account_id, channel, destination)
      select owner.id as "userId", coalesce(accounts.company, ${userNameSql('owner')}, owner.email) as "accountName",
        channel, destination, failed, retrying, reason, call_id as "callId"
      from undelivered join accounts on accounts.id = account_id ${joinOwner('undelivered.account_id')}
      where owner.id is not null
      order by failed desc, retrying desc, account_id, channel, destination limit ${MAX_UNDELIVERED}`,
      [accountId],
    );
  }

  /** Lists the latest errors, newest first. */
  listLatest(accountId: string, limit: number): Promise<AccountError[]> {
    return this.rows<AccountError>(
      `
      select * from (
        (select coalesce(finished_at, created_at) as at, 'call' as kind, null as channel, error_code as code, error_message as message,
            id as "callId"
          from calls where account_id = $1 and state in ('failed', 'timed_out') order by at desc limit $2)
        union all
        (select updated_at, 'message', channel, error_code, error_message, call_id
          from deliveries where account_id = $1 and state in ('failed', 'dead') order by updated_at desc limit $2)
      ) error order by at desc limit $2`,
      [accountId, limit],
    );
  }

  /** Lists inbox folders checked in the last hour. */
  listInboxes(): Promise<AccountInbox[]> {
    return this.rows(
      `
      select coalesce(accounts.company, ${userNameSql('owner')}, owner.email, 'An account') as "accountName",
        checked_at as "checkedAt", waiting, problem, refused
      from inbox_folders folder join accounts on accounts.id = folder.account_id ${joinOwner('folder.account_id')}
      where checked_at > now() - interval '1 hour' order by 1`,
    );
  }
}
