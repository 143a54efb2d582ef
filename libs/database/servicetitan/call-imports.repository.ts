import type { EntityManager } from 'typeorm';

import { isDeletedSql } from '../calls/deleted-ids';
import { IS_OPEN } from '../calls/waiting-calls.repository';
import { row, rows, SqlRepository } from '../postgres/sql';
import { allowLongStatements } from '../postgres/watched-client';
import { WORKER_ALIVE_SECONDS } from '../scheduling/dispatch.repository';
import { CallImport } from './call-import.entity';
import {
  IMPORT_WAITS_UNTIL,
  insertCalls,
  moveCursor,
  type FeedPage,
  type PolledAccount,
  type PolledCall,
} from './service-titan-polls.repository';

export type ImportProgress = Pick<CallImport, 'since' | 'state' | 'calls' | 'seconds' | 'fetched'> & {
  /** Fetched calls that haven't ended. */
  open: number;
};

const IS_WAITING = `state = 'queued' and is_import and run_after >= '${IMPORT_WAITS_UNTIL}'`;

/** Imports of earlier calls from ServiceTitan, which run at a lower priority than new calls. */
export class CallImportsRepository extends SqlRepository {
  async find(accountId: string): Promise<ImportProgress | null> {
    const row = await this.row<ImportProgress>(
      `
      select since, state, calls, seconds, fetched,
        (select count(*)::int from calls where account_id = $1 and is_import and ${IS_OPEN}) as open
      from call_imports where account_id = $1`,
      [accountId],
    );
    return row ?? null;
  }

  /** Starts counting calls unless they're already being fetched. Must run in a transaction, like `startFetching`. */
  async start(accountId: string, since: Date): Promise<boolean> {
    await this.lockSettings(accountId);
    const started = await this.row(
      `
      insert into call_imports as import (account_id, since) values ($1, $2)
      on conflict (account_id) do update set since = excluded.since, state = 'counting', calls = 0, seconds = 0, started_at = now()
        where import.state in ('counting', 'counted') returning account_id`,
      [accountId, since],
    );
    if (started) await this.resetCursor(accountId);
    return started !== undefined;
  }

  /** Starts fetching the counted calls. @returns false if no calls were counted */
  async startFetching(accountId: string): Promise<boolean> {
    await this.lockSettings(accountId);
    const started = await this.row(
      `update call_imports set state = 'fetching' where account_id = $1 and state = 'counted' returning account_id`,
      [accountId],
    );
    if (started) await this.resetCursor(accountId);
    return started !== undefined;
  }

  /**
   * Cancels an import. Calls that are already queued still run; all others are removed. Must run in a transaction.
   * @returns whether there was an import
   */
  async cancel(accountId: string): Promise<boolean> {
    await allowLongStatements(this.manager);
    const { affected } = await this.manager.delete(CallImport, { accountId });
    await this.rows(`delete from calls where account_id = $1 and ${IS_WAITING}`, [accountId]);
    return affected === 1;
  }

  // Prevents deadlocks with `storePage`, which moves the cursor in the settings before it updates the import.
  private async lockSettings(accountId: string): Promise<void> {
    await this.rows('select from account_settings where account_id = $1 for no key update', [accountId]);
  }

  // A page that was requested with the old cursor no longer matches, so it isn't stored.
  private async resetCursor(accountId: string): Promise<void> {
    await this.rows(
      `
      update account_settings settings set read_import_after = null,
        import_cursor = to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from call_imports import where settings.account_id = $1 and import.account_id = $1`,
      [accountId],
    );
  }

  /** Returns null if the import was canceled. */
  async findSince(accountId: string): Promise<Date | null> {
    return (await this.manager.findOneBy(CallImport, { accountId }))?.since ?? null;
  }

  /**
   * Counts the new calls on a page, or stores them; see `ServiceTitanPollsRepository.storePage`.
   * @returns the number of new calls, or null if nothing was stored
   */
  storePage(
    polled: PolledAccount,
    cursor: string | null,
    { calls, ...page }: FeedPage & { calls: readonly (PolledCall & { seconds: number })[] },
  ): Promise<number | null> {
    return this.manager.transaction(async (manager) => {
      const accountId = polled.account.id;
      if (!(await moveCursor(manager, 'earlier calls', polled, cursor, page))) return null;
      // A cancellation waits for this lock, so that it also removes the calls stored here.
      const callImport = await manager.findOne(CallImport, {
        where: { accountId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!callImport) return null;
      const isCounting = callImport.state === 'counting';
      const counts = isCounting ? await countNew(manager, accountId, calls) : null;
      const fetchedCount = isCounting ? 0 : await insertCalls(manager, accountId, calls, true);
      await rows(
        manager,
        `
        update call_imports set calls = calls + $2, seconds = seconds + $3, fetched = fetched + $4,
          state = case when $5 then case state when 'counting' then 'counted' else 'fetched' end else state end
        where account_id = $1`,
        [accountId, counts?.calls ?? 0, counts?.seconds ?? 0, fetchedCount, page.isLast],
      );
      return counts?.calls ?? fetchedCount;
    });
  }

  /**
   * Queues fetched calls, newest first, for accounts with no new calls due. One worker slot and one of each account's
   * concurrent calls stay free for new calls. Deletes finished imports.
   */
  async queueNext(): Promise<number> {
    if (!(await this.manager.existsBy(CallImport, {}))) return 0;
    const queued = await this.rows(
      `
      with fleet as (
        select coalesce(sum(slots), 0)::int as slots from workers where last_seen_at > now() - make_interval(secs => $1)
      ), turn as (
        select import.account_id, import.started_at, greatest(settings.max_concurrent_workflows - 1, 1) - (
          select count(*) from calls where account_id = import.account_id and state in ('released', 'running')) as room
        from call_imports import join account_settings settings using (account_id)
          join accounts account on account.id = import.account_id
        where account.is_active and account.status = 'active' and settings.active and not exists (
          select from calls where account_id = import.account_id and state = 'queued' and run_after <= now())
      ), next as (
        select call.id from turn cross join lateral (
          select id, occurred_at from calls where account_id = turn.account_id and ${IS_WAITING}
          order by occurred_at desc, id limit greatest(turn.room, 0)) call
        order by turn.started_at, call.occurred_at desc
        limit (select greatest(slots - case when slots > 1 then 1 else 0 end - (
          select count(*) from calls where state in ('released', 'running')), 0) from fleet)
      )
      update calls set run_after = now(), updated_at = now() from next where calls.id = next.id returning calls.id`,
      [WORKER_ALIVE_SECONDS],
    );
    await this.rows(`
      delete from call_imports import where state = 'fetched' and not exists (
        select from calls where account_id = import.account_id and is_import and ${IS_OPEN})`);
    return queued.length;
  }
}

async function countNew(
  manager: EntityManager,
  accountId: string,
  calls: readonly (PolledCall & { seconds: number })[],
): Promise<{ calls: number; seconds: number } | undefined> {
  return row(
    manager,
    `
    select count(*)::int as calls, coalesce(sum(seconds), 0)::int as seconds from (
      select distinct on ("externalId") $1::uuid as account_id, 'servicetitan' as source, "externalId" as external_id,
        null as idempotency_key, seconds
      from jsonb_to_recordset($2) as listed ("externalId" text, seconds float8)) call
    where not exists (select from calls
      where account_id = $1 and source = 'servicetitan' and external_id = call.external_id)
      and not ${isDeletedSql('call')}`,
    [accountId, JSON.stringify(calls.map(({ externalId, seconds }) => ({ externalId, seconds })))],
  );
}
