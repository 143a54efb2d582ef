import { EXPORT_DAYS, type ExportFailure } from '@ringwell/domain/calls/account-export';

import { joinOwner } from '../accounts/account-owner';
import { userNameOrEmailSql } from '../accounts/user-name-sql';
import { SqlRepository, violatedUniqueConstraint } from '../postgres/sql';
import { AccountExport } from './account-export.entity';

export type ListedExport = Pick<
  AccountExport,
  | 'id'
  | 'state'
  | 'failure'
  | 'requestedAt'
  | 'totalCalls'
  | 'doneCalls'
  | 'percent'
  | 'storageKey'
  | 'finishedAt'
  | 'expiresAt'
> & {
  bytes: number | null;
  /** Null once the user is deleted. */
  requesterName: string | null;
};

export type ClaimedExport = Pick<AccountExport, 'id' | 'accountId' | 'requestedBy' | 'attempts'> & {
  leaseToken: string;
  startedAt: Date;
  storageKey: string;
};

export interface ExportEmailData {
  /** Email address. Null once the user is deleted, disabled, or no longer an owner. */
  recipient: string | null;
  firstName: string | null;
  /** The company name, or an owner's email address. */
  accountName: string;
}

export type ExportLease = Pick<ClaimedExport, 'id' | 'leaseToken'>;

export type ExportProgress = Pick<AccountExport, 'totalCalls' | 'doneCalls' | 'percent'>;

/** If an export's lease isn't renewed for this long, another worker takes over. */
export const EXPORT_LEASE_SECONDS = 30;

// The calls of a customer being erased may be visible to exports for this long after `erase_at`, until the batch is
// committed. A single call's deletion is committed before `erase_at`, when it can no longer be undone.
const ERASURE_COMMIT_SECONDS = 30;

/** An export is abandoned after this many interruptions and failures. */
export const MAX_EXPORT_ATTEMPTS = 5;

const IN_PROGRESS_CONSTRAINT = 'uq_account_exports_under_way';

const SELECT_EXPORT = `
  select export.id, export.state, export.failure, export.requested_at as "requestedAt",
    export.total_calls as "totalCalls", export.done_calls as "doneCalls", export.percent,
    export.storage_key as "storageKey", export.bytes::float8 as bytes, export.finished_at as "finishedAt",
    export.expires_at as "expiresAt", ${userNameOrEmailSql('users')} as "requesterName"
  from account_exports export left join users on users.id = export.requested_by`;

const CLEAR_LEASE_AND_FILE = 'lease_token = null, lease_until = null, storage_key = null';

export class AccountExportsRepository extends SqlRepository {
  /** @returns the id, or undefined (and the transaction is aborted) if the account has another export in progress */
  async request(accountId: string, requestedBy: string | null): Promise<string | undefined> {
    try {
      const { identifiers } = await this.manager.insert(AccountExport, { accountId, requestedBy });
      return identifiers[0]?.['id'] as string;
    } catch (error) {
      if (violatedUniqueConstraint(error) === IN_PROGRESS_CONSTRAINT) return undefined;
      throw error;
    }
  }

  /** Lists an account's exports, newest first. */
  list(accountId: string, limit: number): Promise<ListedExport[]> {
    return this.rows(
      `${SELECT_EXPORT} where export.account_id = $1 order by export.requested_at desc, export.id limit $2`,
      [accountId, limit],
    );
  }

  async find(accountId: string, id: string): Promise<ListedExport | null> {
    const sql = `${SELECT_EXPORT} where export.account_id = $1 and export.id = $2`;
    return (await this.row<ListedExport>(sql, [accountId, id])) ?? null;
  }

  /**
   * Cancels an export in progress, or marks a finished export's file for deletion. The worker stops, and the file is
   * deleted shortly afterward.
   * @returns the new state; undefined if there was no export to cancel or delete
   */
  async remove(accountId: string, id: string): Promise<'canceled' | 'deleted' | undefined> {
    return this.value<'canceled' | 'deleted'>(
      `
      update account_exports set state = case when state = 'ready' then 'deleted' else 'canceled' end,
        finished_at = coalesce(finished_at, now()), ${CLEAR_LEASE_AND_FILE}
      where account_id = $1 and id = $2 and state in ('queued', 'running', 'ready') returning state`,
      [accountId, id],
    );
  }

  /** Fails exports whose workers have died too often. */
  failInterrupted(): Promise<{ id: string }[]> {
    return this.rows(
      `
      update account_exports set state = 'failed', failure = 'interrupted', finished_at = now(), ${CLEAR_LEASE_AND_FILE}
      where state = 'running' and lease_until < now() and attempts >= $1 returning id`,
      [MAX_EXPORT_ATTEMPTS],
    );
  }

  /** Claims the longest-waiting export, or one whose worker has died. Run this outside a transaction. */
  claim(): Promise<ClaimedExport | undefined> {
    return this.row<ClaimedExport>(
      `
      update account_exports export set state = 'running', attempts = export.attempts + 1, lease_token = next.token,
        lease_until = now() + make_interval(secs => $1), started_at = clock_timestamp(),
        storage_key = 'exports/' || export.id || '.' || next.token, total_calls = 0, done_calls = 0, percent = 0
      from (
        select id, gen_random_uuid() as token from account_exports
        where (state = 'queued' and run_after <= now())
          or (state = 'running' and lease_until < now() and attempts < $2)
        order by run_after, id limit 1 for update skip locked
      ) next
      where export.id = next.id
      returning export.id, export.account_id as "accountId", export.requested_by as "requestedBy", export.attempts,
        export.lease_token as "leaseToken", export.started_at as "startedAt", export.storage_key as "storageKey"`,
      [EXPORT_LEASE_SECONDS, MAX_EXPORT_ATTEMPTS],
    );
  }

  /** @returns false if the lease was lost: the export was canceled, has to start over, or belongs to another worker */
  extend({ id, leaseToken }: ExportLease, { totalCalls, doneCalls, percent }: ExportProgress): Promise<boolean> {
    return this.updateLeased(
      `lease_until = now() + make_interval(secs => $3), total_calls = $4, done_calls = $5, percent = $6`,
      [id, leaseToken, EXPORT_LEASE_SECONDS, totalCalls, doneCalls, percent],
    );
  }

  /**
   * Publishes the file and marks the files of the account's earlier exports for deletion. Must run in a transaction.
   * @returns false, without changing anything, if the lease was lost
   */
  async publish({ id, accountId, leaseToken }: ClaimedExport, calls: number, bytes: number): Promise<boolean> {
    const isPublished = await this.updateLeased(
      `state = 'ready', lease_token = null, lease_until = null, finished_at = now(),
        expires_at = now() + make_interval(days => $3), total_calls = $4, done_calls = $4, percent = 100, bytes = $5`,
      [id, leaseToken, EXPORT_DAYS, calls, bytes],
    );
    if (isPublished)
      await this.rows(
        `update account_exports set state = 'replaced', ${CLEAR_LEASE_AND_FILE} where account_id = $1 and state = 'ready' and id <> $2`,
        [accountId, id],
      );
    return isPublished;
  }

  fail({ id, leaseToken }: ExportLease, failure: ExportFailure): Promise<boolean> {
    const sql = `state = 'failed', failure = $3, finished_at = now(), ${CLEAR_LEASE_AND_FILE}`;
    return this.updateLeased(sql, [id, leaseToken, failure]);
  }

  /** Requeues the export. @param countsAsAttempt whether to count this attempt */
  release({ id, leaseToken }: ExportLease, delayMs: number, countsAsAttempt: boolean): Promise<boolean> {
    return this.updateLeased(
      `state = 'queued', run_after = now() + make_interval(secs => $3::float8), attempts = attempts - $4, ${CLEAR_LEASE_AND_FILE}`,
      [id, leaseToken, delayMs / 1_000, countsAsAttempt ? 0 : 1],
    );
  }

  /**
   * Marks for deletion any files that may contain calls being erased. An export in progress restarts without them.
   * @param callIds rows of `deleted_calls`
   */
  async discardContaining(callIds: readonly string[]): Promise<number> {
    return this.countRows(
      `
      update account_exports export set ${CLEAR_LEASE_AND_FILE},
        state = case when state = 'running' then 'queued' else 'erased' end,
        attempts = case when state = 'running' then 0 else attempts end, run_after = now()
      from (
        select erasures.account_id, max(erase_at + make_interval(
          secs => case kind when 'customer' then ${ERASURE_COMMIT_SECONDS} else 0 end)) as erased_at
        from deleted_calls join erasures on erasures.id = erasure_id
        where call_id = any($1::uuid[]) group by erasures.account_id
      ) erased
      where export.account_id = erased.account_id and export.state in ('running', 'ready')
        and export.started_at <= erased.erased_at
      returning export.id`,
      [callIds],
    );
  }

  /**
   * Finds the recipient and the account's name. Only enabled owners of the account and enabled administrators receive
   * emails.
   */
  async findEmailData(id: string): Promise<ExportEmailData | undefined> {
    const row = await this.row<
      Omit<ExportEmailData, 'accountName'> & { company: string | null; ownerEmail: string | null }
    >(
      `
      select account.company, requester.email as recipient, requester.first_name as "firstName",
        owner.email as "ownerEmail"
      from account_exports export join accounts account on account.id = export.account_id ${joinOwner('account.id')}
        left join users requester on requester.id = export.requested_by and requester.is_active
          and (requester.role = 'admin' or exists (select from members member
            where member.account_id = account.id and member.user_id = requester.id and member.role = 'owner'))
      where export.id = $1`,
      [id],
    );
    if (!row) return undefined;
    const { recipient, firstName, company, ownerEmail } = row;
    return { recipient, firstName, accountName: company ?? ownerEmail ?? 'Unnamed account' };
  }

  async expireDue(): Promise<number> {
    return this.countRows(
      `
      update account_exports set state = 'expired', ${CLEAR_LEASE_AND_FILE} where state = 'ready' and expires_at <= now() returning id`,
    );
  }

  /** Returns the keys of files that exports still need. */
  async findNeededKeys(keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.rows<{ key: string }>(
      `
      select storage_key as key from account_exports where state in ('running', 'ready') and storage_key = any($1::text[])`,
      [keys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  private async updateLeased(changes: string, parameters: readonly unknown[]): Promise<boolean> {
    return this.hasRow(
      `update account_exports set ${changes} where id = $1 and lease_token = $2 and state = 'running' returning id`,
      parameters,
    );
  }
}
