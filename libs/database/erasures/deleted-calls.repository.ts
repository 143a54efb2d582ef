import { UNDO_SECONDS } from '@ringwell/domain/erasures/erasure';

import { Call } from '../calls/call.entity';
import { callIdHashesSql } from '../calls/deleted-ids';
import { CustomerStandingsRepository } from '../customers/customer-standings.repository';
import { CustomersRepository } from '../customers/customers.repository';
import type { FollowUpChange } from '../follow-ups/follow-up-events';
import { FollowUpsRepository } from '../follow-ups/follow-ups.repository';
import { keepPromiseAnswerSql } from '../follow-ups/recalculate-follow-up';
import { RelabeledCallsRepository } from '../follow-ups/relabeled-calls.repository';
import { SqlRepository } from '../postgres/sql';
import { CALL_SNAPSHOT, restoreSnapshot } from './call-snapshot';

// Longer than a run's lease. After this time, its worker has stopped and no longer stores recordings.
const RUN_GRACE_SECONDS = 30;

interface AffectedRows {
  customerIds: string[];
  followUpIds: string[];
}

/**
 * Moves calls out of all tables and back. They disappear from lists, searches, exports, messages and sums in the same
 * commit. All methods run in the caller's transaction.
 *
 * Locks calls first, then the account's sums, customer keys, customers and follow-ups, in the same order as the end of
 * a run. A run may reference a call that settles its follow-up, so calls are locked against changes but not against
 * references.
 */
export class DeletedCallsRepository extends SqlRepository {
  /**
   * Deletes calls; runs in progress lose their lease. Recordings stay until `ErasuresRepository.claimDue` finds them
   * due. Usage records keep their amounts, but not names and notes.
   * @param canUndo whether to keep the rows for `UNDO_SECONDS`
   * @param removeNotes whether to remove the calls' notes from ServiceTitan, too, if its API allows it
   * @returns the ids of the deleted calls
   */
  async delete(
    accountId: string,
    callIds: readonly string[],
    erasureId: string,
    { canUndo, removeNotes = false }: { canUndo: boolean; removeNotes?: boolean },
  ): Promise<string[]> {
    const ids = await this.values<string>(
      'select id from calls where account_id = $1 and id = any($2::uuid[]) order by id for no key update',
      [accountId, callIds],
    );
    if (ids.length === 0) return [];
    await this.rows('select lock_happiness($1)', [accountId]);
    const affected = await this.lockAffectedRows(accountId, ids);
    await this.insertDeletedCalls(ids, erasureId, affected, canUndo);
    if (removeNotes) await this.saveNoteReferences(ids);
    await this.recordDeletedIds(ids);
    await this.rows(
      `update usage_records set call_data = null, metadata = metadata - 'ldsData' where call_id = any($1::uuid[])`,
      [ids],
    );
    await this.detachFromFollowUps(ids);
    await this.rows('delete from calls where id = any($1::uuid[])', [ids]);
    for (const id of affected.customerIds) await this.refreshCustomer(accountId, id);
    return ids;
  }

  /**
   * Undoes a call's deletion. A call that was being processed is requeued.
   * @returns the changes to follow-ups; null if it's too late
   */
  async restore(accountId: string, callId: string): Promise<FollowUpChange[] | null> {
    const deleted = await this.row<{ erasureId: string }>(
      `
      select erasure_id as "erasureId" from deleted_calls
      where account_id = $1 and call_id = $2 and snapshot is not null and erase_at > clock_timestamp() for update`,
      [accountId, callId],
    );
    if (!deleted) return null;
    await this.rows('select lock_happiness($1)', [accountId]);
    const findCustomers = (): Promise<{ id: string }[]> => this.listCustomers(accountId, callId);
    await new CustomersRepository(this.manager).lockByQuery(accountId, findCustomers);
    await restoreSnapshot(this.manager, callId);
    await this.removeKeylessCustomers(callId);
    const call = await this.manager.findOneByOrFail(Call, { id: callId });
    const changes = await this.rejoinFollowUps(call);
    const standings = new CustomerStandingsRepository(this.manager);
    for (const { id } of await findCustomers()) await standings.refresh(accountId, id);
    await this.rows('delete from deleted_call_ids where call_id = $1', [callId]);
    await this.rows('delete from erasures where id = $1', [deleted.erasureId]);
    return changes;
  }

  private async lockAffectedRows(accountId: string, callIds: readonly string[]): Promise<AffectedRows> {
    const customerIds = await new CustomersRepository(this.manager).lockByQuery(accountId, () =>
      this.rows(
        `
        select customer_keys.customer_id as id from calls join customer_keys
          on customer_keys.account_id = calls.account_id and customer_keys.key = calls.customer_key
        where calls.account_id = $2 and calls.id = any($1::uuid[])
        union select customer_id from follow_ups where customer_id is not null and id in (${FOLLOW_UPS_OF_CALLS})`,
        [callIds, accountId],
      ),
    );
    const followUps = await this.rows<{ id: string }>(
      `select id from follow_ups where id in (${FOLLOW_UPS_OF_CALLS}) order by id for update`,
      [callIds],
    );
    return { customerIds, followUpIds: followUps.map(({ id }) => id) };
  }

  private async insertDeletedCalls(
    ids: readonly string[],
    erasureId: string,
    { followUpIds, customerIds }: AffectedRows,
    canUndo: boolean,
  ): Promise<void> {
    await this.rows(
      `
      insert into deleted_calls (call_id, account_id, erasure_id, recording_key, snapshot, erase_at)
      select call.id, call.account_id, $2, call.recording_key, case when $5 then ${CALL_SNAPSHOT} end,
        clock_timestamp() + make_interval(secs => case when $5 then ${UNDO_SECONDS}
          when call.state in ('released', 'running') then ${RUN_GRACE_SECONDS} else 0 end)
      from calls call where call.id = any($1::uuid[])`,
      [ids, erasureId, followUpIds, customerIds, canUndo],
    );
  }

  // References include the tenant, because another tenant's notes may have the same numbers.
  private async saveNoteReferences(ids: readonly string[]): Promise<void> {
    await this.rows(
      `
      update deleted_calls set note_references = noted.refs from (
        select call_id, array_agg(destination || '/' || provider_ref) as refs from deliveries
        where call_id = any($1::uuid[]) and channel = 'servicetitan' and provider_ref like 'customer:%/note:%'
        group by call_id
      ) noted
      where deleted_calls.call_id = noted.call_id`,
      [ids],
    );
  }

  private async recordDeletedIds(ids: readonly string[]): Promise<void> {
    await this.rows(
      `
      insert into deleted_call_ids (account_id, hash, call_id)
      select calls.account_id, hash, calls.id from calls cross join lateral unnest(${callIdHashesSql('calls')}) hash
      where calls.id = any($1::uuid[]) and hash is not null
      on conflict do nothing`,
      [ids],
    );
  }

  // A follow-up continues with its other calls. If none of them needs it, it's deleted along with its history.
  private async detachFromFollowUps(callIds: readonly string[]): Promise<void> {
    const affectedFollowUps = await this.rows<{ id: string }>(
      `select id from follow_ups where id in (${FOLLOW_UPS_ABOUT_CALLS})`,
      [callIds],
    );
    await this.rows('delete from follow_up_calls where call_id = any($1::uuid[])', [callIds]);
    const sql = 'update follow_ups set closed_by_call_id = null where closed_by_call_id = any($1::uuid[])';
    await this.rows(sql, [callIds]);
    const followUps = new FollowUpsRepository(this.manager);
    for (const { id } of affectedFollowUps)
      if (!(await followUps.recalculate(id))) await this.rows('delete from follow_ups where id = $1', [id]);
  }

  // Clears the name, which may come from a deleted call. Deletes the customer if no calls or follow-ups are left.
  private async refreshCustomer(accountId: string, id: string): Promise<void> {
    const sql = 'update customers set name = null where account_id = $1 and id = $2 and not is_name_corrected';
    await this.rows(sql, [accountId, id]);
    await new CustomerStandingsRepository(this.manager).refresh(accountId, id);
    await this.rows(
      `
      delete from customers where account_id = $1 and id = $2
        and not exists (select from follow_ups where account_id = $1 and customer_id = $2)
        and not exists (select from customer_keys join calls on calls.account_id = customer_keys.account_id
          and calls.customer_key = customer_keys.key where customer_keys.account_id = $1 and customer_keys.customer_id = $2)`,
      [accountId, id],
    );
  }

  // Lists the customers in the snapshot that still exist, and those who now have their numbers.
  private listCustomers(accountId: string, callId: string): Promise<{ id: string }[]> {
    return this.rows(
      `
      select distinct customer_keys.customer_id as id from deleted_calls cross join lateral (
          select snapshot->'call'->>'customer_key' as key, null::uuid as customer_id
          union all select held->>'key', (held->>'customer_id')::uuid
          from jsonb_array_elements(snapshot->'customer_keys') held
        ) earlier join customer_keys on customer_keys.account_id = $1
          and (customer_keys.key = earlier.key or customer_keys.customer_id = earlier.customer_id)
      where deleted_calls.account_id = $1 and call_id = $2`,
      [accountId, callId],
    );
  }

  // A deleted customer's numbers may now belong to a new customer.
  private async removeKeylessCustomers(callId: string): Promise<void> {
    await this.rows(
      `
      delete from customers using deleted_calls cross join lateral jsonb_array_elements(snapshot->'customers') restored
      where call_id = $1 and customers.account_id = deleted_calls.account_id
        and customers.id = (restored->>'id')::uuid
        and not exists (select from customer_keys
          where account_id = customers.account_id and customer_id = customers.id)`,
      [callId],
    );
  }

  // The follow-up may have been restored, or may still exist with its other calls. If its customer now has another
  // follow-up, the call joins that one.
  private async rejoinFollowUps(call: Call): Promise<FollowUpChange[]> {
    const earlierFollowUps = await this.rows<{ id: string; hadCall: boolean }>(
      `
      select (followup->>'id')::uuid as id, exists (
        select from jsonb_array_elements(snapshot->'follow_up_calls') joined
        where joined->>'follow_up_id' = followup->>'id' and (joined->>'call_id')::uuid = $1) as "hadCall"
      from deleted_calls cross join lateral jsonb_array_elements(snapshot->'follow_ups') followup
      where call_id = $1`,
      [call.id],
    );
    // With its other calls, the follow-up may have moved to another customer, or been merged into another follow-up.
    await this.rows(
      `
      delete from follow_up_calls joined using follow_ups followup, deleted_calls
        cross join lateral jsonb_array_elements(snapshot->'follow_ups') earlier
      where deleted_calls.call_id = $1 and joined.call_id = $1 and followup.id = joined.follow_up_id
        and followup.id = (earlier->>'id')::uuid
        and (exists (select from customers where account_id = followup.account_id
            and id = (earlier->>'customer_id')::uuid and id <> followup.customer_id)
          or followup.state = 'dismissed' and earlier->>'state' <> 'dismissed'
            and not exists (select from follow_up_calls where follow_up_id = followup.id and call_id <> $1))`,
      [call.id],
    );
    const followUps = new FollowUpsRepository(this.manager);
    for (const { id } of earlierFollowUps) await followUps.recalculate(id);
    await this.rows(
      keepPromiseAnswerSql(`
        deleted_calls cross join lateral jsonb_populate_recordset(null::follow_ups, snapshot->'follow_ups') earlier
        where deleted_calls.call_id = $1 and follow_ups.id = earlier.id`),
      [call.id],
    );
    if (!earlierFollowUps.some(({ hadCall }) => hadCall)) return [];
    const link = await this.row('select from follow_up_calls where call_id = $1', [call.id]);
    return link ? [] : new RelabeledCallsRepository(this.manager).apply(call);
  }
}

const FOLLOW_UPS_ABOUT_CALLS = `
  select follow_up_id from follow_up_calls where call_id = any($1::uuid[])
  union select id from follow_ups where call_id = any($1::uuid[])`;
const FOLLOW_UPS_OF_CALLS = `${FOLLOW_UPS_ABOUT_CALLS}
  union select id from follow_ups where closed_by_call_id = any($1::uuid[])`;
