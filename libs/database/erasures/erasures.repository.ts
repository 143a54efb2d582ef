import type { ErasureKind } from '@ringwell/domain/erasures/erasure';

import { userNameOrEmailSql } from '../accounts/user-name-sql';
import { COUNTS_AS_DEMO } from '../calls/demo-calls.repository';
import { Erasure, type DeletedCall } from '../calls/erasure.entity';
import { CustomerStandingsRepository } from '../customers/customer-standings.repository';
import { CustomersRepository } from '../customers/customers.repository';
import { SqlRepository } from '../postgres/sql';
import { DeletedCallsRepository } from './deleted-calls.repository';

export type ErasureReceipt = Pick<
  Erasure,
  'id' | 'kind' | 'requestedAt' | 'calls' | 'erasedCalls' | 'recordings' | 'notesRemoved' | 'finishedAt'
> & {
  /** Null once the user is deleted. */
  requesterName: string | null;
};

/** A deleted call whose recording and notes still have to be deleted from other systems. */
export type DueCall = Pick<DeletedCall, 'callId' | 'accountId' | 'recordingKey' | 'noteReferences' | 'eraseAt'>;

export type CustomerErasure = Pick<Erasure, 'id' | 'accountId' | 'customerId' | 'requestedAt'> & { keys: string[] };

const RECEIPT_COLUMNS = `erasures.id, kind, requested_at as "requestedAt", calls, erased_calls as "erasedCalls", recordings,
  notes_removed as "notesRemoved", finished_at as "finishedAt", ${userNameOrEmailSql('users')} as "requesterName"
  from erasures left join users on users.id = requested_by`;

/** Requests to erase calls, with their progress and receipts. */
export class ErasuresRepository extends SqlRepository {
  /**
   * Deletes one call, which can be undone for a while. Must run in a transaction.
   * @param removeNotes see `DeletedCallsRepository.delete`
   * @returns false if there is no such call
   */
  async deleteCall(
    accountId: string,
    callId: string,
    requestedBy: string | null,
    { removeNotes = false }: { removeNotes?: boolean } = {},
  ): Promise<boolean> {
    const erasureId = await this.add(accountId, 'call', requestedBy);
    const deletedCalls = new DeletedCallsRepository(this.manager);
    const demoCalls = await this.countDemoCalls(accountId, [callId]);
    const ids = await deletedCalls.delete(accountId, [callId], erasureId, { canUndo: true, removeNotes });
    if (ids.length === 0) {
      await this.manager.delete(Erasure, { id: erasureId });
      return false;
    }
    await this.manager.update(Erasure, { id: erasureId }, { calls: 1, demoCalls });
    return true;
  }

  /**
   * Requests the erasure of all of a customer's calls to date. A worker carries it out.
   * @param keys see `libs/rules/calls/customer-key.ts`
   * @param calls the number of these calls, which the receipt shows until they're erased
   */
  async requestCustomer(
    accountId: string,
    customer: { id: string | null; keys: readonly string[] },
    requestedBy: string | null,
    calls: number,
  ): Promise<string> {
    const id = await this.add(accountId, 'customer', requestedBy);
    await this.manager.update(Erasure, { id }, { customerId: customer.id, keys: [...customer.keys], calls });
    return id;
  }

  async findInProgress(accountId: string, keys: readonly string[]): Promise<string | null> {
    const row = await this.row<{ id: string }>(
      'select id from erasures where account_id = $1 and finished_at is null and keys && $2::text[] limit 1',
      [accountId, keys],
    );
    return row?.id ?? null;
  }

  /** Returns the number of a customer's calls, including those without a result. */
  async countCalls(accountId: string, keys: readonly string[]): Promise<number> {
    return this.onlyValue<number>(
      `
      select (select count(*)::int from calls where account_id = $1 and ${MATCHES_KEY})
        + (select count(*)::int from calls where account_id = $1 and ${MATCHES_PARTY})`,
      [accountId, keys],
    );
  }

  list(accountId: string, limit: number): Promise<ErasureReceipt[]> {
    return this.rows(`select ${RECEIPT_COLUMNS} where account_id = $1 order by requested_at desc, id limit $2`, [
      accountId,
      limit,
    ]);
  }

  async find(accountId: string, id: string): Promise<ErasureReceipt | null> {
    const row = await this.row<ErasureReceipt>(`select ${RECEIPT_COLUMNS} where account_id = $1 and erasures.id = $2`, [
      accountId,
      id,
    ]);
    return row ?? null;
  }

  /** Returns the next customer to erase. @param excludedIds erasures to skip */
  findNextCustomer(excludedIds: readonly string[] = []): Promise<CustomerErasure | undefined> {
    return this.row<CustomerErasure>(
      `
      select id, account_id as "accountId", customer_id as "customerId", keys, requested_at as "requestedAt"
      from erasures where finished_at is null and keys is not null and id <> all($1::uuid[])
      order by requested_at limit 1`,
      [excludedIds],
    );
  }

  /**
   * Deletes the next calls of a customer being erased. Once no calls are left, `findNextCustomer` no longer returns the
   * erasure.
   */
  async deleteNextCalls(erasure: CustomerErasure, limit: number): Promise<void> {
    await this.manager.transaction((manager) => new ErasuresRepository(manager).deleteBatch(erasure, limit));
  }

  private async deleteBatch(erasure: CustomerErasure, limit: number): Promise<void> {
    const { id, accountId, keys, requestedAt } = erasure;
    let calls = await this.listNextCalls(erasure, limit);
    if (calls.length === 0) {
      // An earlier deletion of one of these calls can no longer be undone. This waits for an undo in progress.
      await this.rows(
        `
        update deleted_calls set snapshot = null
        where account_id = $1 and snapshot is not null and (snapshot->'call'->>'customer_key' = any($2::text[])
            or snapshot->'call'->>'customer_key' is null and snapshot->'call'->'party_keys' ?| $2::text[])
          and (snapshot->'call'->>'created_at')::timestamptz <= $3`,
        [accountId, keys, requestedAt],
      );
      calls = await this.listNextCalls(erasure, limit);
    }
    if (calls.length === 0) {
      await this.removeCustomers(accountId, keys);
      await this.rows(
        `
        update erasures set keys = null, customer_id = null, calls = erased_calls +
          (select count(*)::int from deleted_calls where erasure_id = $1)
        where id = $1`,
        [id],
      );
      return;
    }
    const demoCalls = await this.countDemoCalls(accountId, calls);
    await new DeletedCallsRepository(this.manager).delete(accountId, calls, id, { canUndo: false });
    await this.rows('update erasures set demo_calls = demo_calls + $2 where id = $1', [id, demoCalls]);
  }

  private async listNextCalls({ accountId, keys, requestedAt }: CustomerErasure, limit: number): Promise<string[]> {
    for (const condition of [MATCHES_KEY, MATCHES_PARTY]) {
      const rows = await this.rows<{ id: string }>(
        `select id from calls where account_id = $1 and ${condition} and created_at <= $3 limit $4`,
        [accountId, keys, requestedAt, limit],
      );
      if (rows.length > 0) return rows.map(({ id }) => id);
    }
    return [];
  }

  // If there are no newer calls, the customer is deleted too.
  private async removeCustomers(accountId: string, keys: readonly string[]): Promise<void> {
    await this.rows(
      `delete from service_titan_jobs where account_id = $1 and phones || ('id:' || customer_id) && $2::text[]`,
      [accountId, keys],
    );
    // File names contain customers' numbers and names in any format. The new timestamp prevents a check in progress
    // from overwriting this change.
    await this.rows(
      `
      update inbox_folders set names = '{}', refused = '[]', checked_at = checked_at + interval '1 millisecond'
      where account_id = $1`,
      [accountId],
    );
    const ids = await new CustomersRepository(this.manager).lockByQuery(accountId, () =>
      this.rows(
        'select distinct customer_id as id from customer_keys where account_id = $1 and key = any($2::text[])',
        [accountId, keys],
      ),
    );
    for (const id of ids) {
      await this.rows('update customers set name = null, is_name_corrected = false where account_id = $1 and id = $2', [
        accountId,
        id,
      ]);
      await new CustomerStandingsRepository(this.manager).refresh(accountId, id);
    }
    await this.rows(
      `
      delete from customers where account_id = $1 and id = any($2::uuid[]) and not exists (
        select from customer_keys join calls on calls.account_id = customer_keys.account_id
          and calls.customer_key = customer_keys.key
        where customer_keys.account_id = $1 and customer_keys.customer_id = customers.id)`,
      [accountId, ids],
    );
  }

  /**
   * Claims deleted calls whose recordings and notes are due for deletion. These calls can no longer be restored.
   * @param excludedIds calls to skip
   */
  claimDue(limit: number, excludedIds: readonly string[]): Promise<DueCall[]> {
    return this.rows(
      `
      update deleted_calls set snapshot = null
      where call_id in (
        select call_id from deleted_calls where erase_at <= clock_timestamp() and call_id <> all($2::uuid[])
        order by erase_at limit $1 for update skip locked)
      returning call_id as "callId", account_id as "accountId", recording_key as "recordingKey",
        note_references as "noteReferences", erase_at as "eraseAt"`,
      [limit, excludedIds],
    );
  }

  /** Call this before `finish`. */
  async saveNotesRemoved(callId: string, wereRemoved: boolean): Promise<void> {
    await this.rows(
      `update erasures set notes_removed = $2 from deleted_calls where call_id = $1 and erasures.id = erasure_id`,
      [callId, wereRemoved],
    );
  }

  /** Call this once the recordings have been deleted from storage. */
  async finish(callIds: readonly string[]): Promise<void> {
    await this.rows(
      `
      with erased as (
        delete from deleted_calls where call_id = any($1::uuid[]) returning erasure_id, recording_key
      ), counted as (
        select erasure_id, count(*)::int as calls, count(recording_key)::int as recordings from erased group by erasure_id
      )
      update erasures set erased_calls = erased_calls + counted.calls, recordings = erasures.recordings + counted.recordings
      from counted where id = counted.erasure_id`,
      [callIds],
    );
  }

  /** Finishes erasures whose calls have all been deleted. */
  async closeReceipts(): Promise<void> {
    await this.rows(
      `
      update erasures set finished_at = now() where finished_at is null and keys is null
        and not exists (select from deleted_calls where erasure_id = erasures.id)`,
    );
  }

  private async add(accountId: string, kind: ErasureKind, requestedBy: string | null): Promise<string> {
    const erasure = await this.manager.save(this.manager.create(Erasure, { accountId, kind, requestedBy }));
    return erasure.id;
  }

  // Counts the same way as `DemoCallsRepository.countUploads`.
  private async countDemoCalls(accountId: string, callIds: readonly string[]): Promise<number> {
    return this.onlyValue<number>(
      `
      select count(*)::int from calls where account_id = $1 and id = any($2::uuid[])
        and ${COUNTS_AS_DEMO}`,
      [accountId, callIds],
    );
  }
}

const MATCHES_KEY = 'customer_key = any($2::text[])';
// A call without a result has no key yet. Either number may be the customer's.
const MATCHES_PARTY = 'customer_key is null and party_keys && $2::text[]';
