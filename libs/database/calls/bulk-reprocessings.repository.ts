import { FINAL_CALL_STATES } from '@ringwell/domain/calls/call';
import { BASIC_ENGINE, NO_RECOGNIZER } from '@ringwell/domain/calls/engine-note';

import { SqlRepository } from '../postgres/sql';
import { WORKER_ALIVE_SECONDS } from '../scheduling/dispatch.repository';

/** Maximum number of calls per account in one bulk reprocessing. The remaining calls can be reprocessed afterward. */
export const MAX_BULK_CALLS = 10_000;

export interface BulkProgress {
  accounts: number;
  total: number;
  finished: number;
  startedAt: Date;
}

export interface BasicCallCounts {
  calls: number;
  accounts: number;
}

/** An account with a bulk reprocessing in progress, and how many of its calls can be queued now. */
export interface BulkTurn {
  accountId: string;
  room: number;
}

// The displayed result comes from the basic recognizer, and no later run has failed.
const CAN_BE_REPROCESSED = `
  transcript.engine = '${BASIC_ENGINE}' and call.result_run_number = transcript.run_number
    and call.state = 'completed' and call.run_number = call.result_run_number and call.source <> 'demo'
    and (call.recording_key is not null or call.sealed_recording_url is not null or call.source = 'servicetitan')
    and call.recording_expired_at is null and call.words_expired_at is null`;
const TRANSCRIPTS_WITH_CALLS = 'transcripts transcript join calls call on call.id = transcript.call_id';

// Other accounts' calls would wait or be skipped.
const ACCEPTS_CALLS = `
  account.is_active and account.status = 'active'
    and (select active from account_settings where account_id = account.id)`;

/** Reprocesses calls transcribed by the basic recognizer, in slots not needed for new calls. */
export class BulkReprocessingsRepository extends SqlRepository {
  /**
   * Counts calls that can be reprocessed, up to `MAX_BULK_CALLS` per account.
   * @param accountId if null, counts all accounts' calls
   */
  async count(accountId: string | null): Promise<BasicCallCounts> {
    return this.onlyRow<BasicCallCounts>(
      `
      select coalesce(sum(calls), 0)::int as calls, count(*)::int as accounts from (${countSql('$1')}) account
      where calls > 0`,
      [accountId],
    );
  }

  /** @param accountId if null, sums up all accounts' progress @returns null if nothing is in progress */
  async find(accountId: string | null): Promise<BulkProgress | null> {
    const progress = await this.row<BulkProgress>(
      `
      select count(*)::int as accounts, coalesce(sum(total), 0)::int as total, coalesce(sum(finished), 0)::int as finished,
        min(started_at) as "startedAt"
      from bulk_reprocessings where $1::uuid is null or account_id = $1`,
      [accountId],
    );
    return progress && progress.accounts > 0 ? progress : null;
  }

  /**
   * Starts a bulk reprocessing for each account that has such calls and no bulk reprocessing in progress.
   * @param accountId if null, covers all accounts
   * @returns the accounts and their call counts
   */
  start(accountId: string | null): Promise<{ accountId: string; calls: number }[]> {
    return this.rows(
      `
      insert into bulk_reprocessings (account_id, total)
        select account_id, calls from (${countSql('$1')}) account where calls > 0
      on conflict do nothing returning account_id as "accountId", total as calls`,
      [accountId],
    );
  }

  /**
   * Cancels bulk reprocessings. Calls that are already queued still run.
   * @param accountId if null, cancels those of all accounts
   * @returns the accounts
   */
  async cancel(accountId: string | null): Promise<string[]> {
    return this.values<string>(
      'delete from bulk_reprocessings where $1::uuid is null or account_id = $1 returning account_id',
      [accountId],
    );
  }

  /** Updates the number of finished calls in each bulk reprocessing. */
  async updateProgress(): Promise<void> {
    await this.rows(
      `
      update bulk_reprocessings bulk set finished = finished + cardinality(call_ids) - cardinality(open), call_ids = open
      from (
        select account_id, array(
          select call.id from unnest(call_ids) id join calls call using (id) where call.state <> all($1)) as open
        from bulk_reprocessings where call_ids <> '{}') current
      where current.account_id = bulk.account_id and cardinality(open) < cardinality(call_ids)`,
      [FINAL_CALL_STATES],
    );
  }

  /**
   * Returns the accounts whose turn it is, longest-waiting first, and their available capacity: one worker slot and one
   * of each account's concurrent calls stay free for new calls. Returns an empty list while any live worker lacks a
   * better recognizer, and skips accounts with new calls due.
   */
  async listTurns(): Promise<BulkTurn[]> {
    const waitingAccounts = await this.rows<{ accountId: string; free: number; room: number }>(
      `
      with fleet as (
        select coalesce(sum(slots), 0)::int as slots from workers
        where last_seen_at > now() - make_interval(secs => $1)
        having bool_and(engines ->> 'transcription' not in ('${BASIC_ENGINE}', '${NO_RECOGNIZER}'))
      )
      select turn.account_id as "accountId",
        fleet.slots - case when fleet.slots > 1 then 1 else 0 end - (
          select count(*) from calls where state in ('released', 'running'))::int - (
          select count(*) from bulk_reprocessings other cross join unnest(other.call_ids) queued (id)
            join calls using (id) where calls.state = 'queued')::int as free,
        greatest(settings.max_concurrent_workflows - 1, 1) - (
          select count(*) from calls where account_id = turn.account_id and state in ('queued', 'released', 'running')
            and (state <> 'queued' or run_after <= now()))::int as room
      from fleet cross join bulk_reprocessings bulk
        join account_lanes turn using (account_id) join accounts account on account.id = bulk.account_id
        join account_settings settings on settings.account_id = bulk.account_id
      where ${ACCEPTS_CALLS} and not exists (
        select from calls where account_id = bulk.account_id and state = 'queued' and run_after <= now()
          and id <> all(bulk.call_ids))
      order by turn.last_served_at, turn.account_id`,
      [WORKER_ALIVE_SECONDS],
    );
    return distributeSlots(waitingAccounts, waitingAccounts[0]?.free ?? 0);
  }

  /**
   * Returns an account's next calls. Run this in the transaction that queues them, then call `recordQueuedCalls`
   * with the queued calls.
   * @returns null if the bulk reprocessing was canceled
   */
  async listNextCalls(accountId: string, limit: number): Promise<string[] | null> {
    const bulk = await this.row<{ before: string; beforeCallId: string; remaining: number }>(
      `
      select before::text as before, before_call_id as "beforeCallId", total - finished - cardinality(call_ids) as remaining
      from bulk_reprocessings where account_id = $1 for update`,
      [accountId],
    );
    if (!bulk) return null;
    const calls = await this.rows<{ callId: string; createdAt: string }>(
      `
      select transcript.call_id as "callId", transcript.created_at::text as "createdAt" from ${TRANSCRIPTS_WITH_CALLS}
      where transcript.account_id = $1 and (transcript.created_at, transcript.call_id) < ($2::timestamptz, $3::uuid)
        and ${CAN_BE_REPROCESSED}
      order by transcript.created_at desc, transcript.call_id desc limit $4`,
      [accountId, bulk.before, bulk.beforeCallId, Math.max(Math.min(limit, bulk.remaining), 0)],
    );
    const lastCall = calls.at(-1);
    if (lastCall)
      await this.rows('update bulk_reprocessings set before = $2, before_call_id = $3 where account_id = $1', [
        accountId,
        lastCall.createdAt,
        lastCall.callId,
      ]);
    return calls.map(({ callId }) => callId);
  }

  /** Records which calls were queued. The bulk reprocessing ends once no calls are left or in progress. */
  async recordQueuedCalls(accountId: string, callIds: readonly string[], isLast: boolean): Promise<void> {
    await this.rows('update bulk_reprocessings set call_ids = call_ids || $2::uuid[] where account_id = $1', [
      accountId,
      callIds,
    ]);
    if (isLast)
      await this.rows(`delete from bulk_reprocessings where account_id = $1 and call_ids = '{}'`, [accountId]);
  }
}

// Counts up to `MAX_BULK_CALLS` calls for each account whose calls are being processed.
function countSql(accountId: string): string {
  return `
    select account.id as account_id, (
      select count(*) from (
        select from ${TRANSCRIPTS_WITH_CALLS} where transcript.account_id = account.id and ${CAN_BE_REPROCESSED}
        limit ${MAX_BULK_CALLS}) call) as calls
    from accounts account where (${accountId}::uuid is null or account.id = ${accountId}) and ${ACCEPTS_CALLS}`;
}

// Assigns one call per account in turn while there are free slots.
function distributeSlots(accounts: readonly BulkTurn[], freeSlots: number): BulkTurn[] {
  const turns = accounts.map(({ accountId, room }) => ({ accountId, limit: room, room: 0 }));
  for (let remaining = freeSlots; remaining > 0;) {
    const previous = remaining;
    for (const turn of turns) {
      if (remaining === 0 || turn.room >= turn.limit) continue;
      turn.room += 1;
      remaining -= 1;
    }
    if (remaining === previous) break;
  }
  return turns.filter(({ room }) => room > 0).map(({ accountId, room }) => ({ accountId, room }));
}
