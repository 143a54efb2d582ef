import { MAX_CALL_ATTEMPTS } from '@ringwell/domain/calls/call';
import { callRetryDelayMs } from '@ringwell/domain/calls/call-retry-delays';

import { SqlRepository } from '../postgres/sql';
import type { ReleasedCall } from '../scheduling/dispatch.repository';
import { endCallsSql, TIMED_OUT } from './end-calls-sql';

/**
 * SQL condition for rows that no other transaction has locked. Locked rows are left for the next pass, so that a single
 * long transaction, such as a deletion, doesn't delay all accounts or cause a deadlock.
 */
const isUnlockedSql = (table: string, condition: string): string =>
  `id = any(array(select id from ${table} where ${condition} for no key update skip locked))`;

const OVERDUE = `state = 'running' and deadline_at < now() and (lease_until < deadline_at) is not true`;

/** Recovers dead workers' calls and deliveries. Only relies on PostgreSQL, never on a queue. */
export class ReaperRepository extends SqlRepository {
  async reclaimExpiredRuns(): Promise<{ requeued: number; failed: number }> {
    const reclaimed = await this.rows<{ state: string }>(
      endCallsSql(`
      update calls set
        state = case when attempts >= $1 then 'failed' else 'queued' end,
        finished_at = case when attempts >= $1 then now() end,
        run_after = now() + make_interval(
          secs => case attempts when 1 then $2::float8 when 2 then $3 when 3 then $4 else $5 end / 1000),
        error_code = 'WORKER_LOST',
        error_message = case when attempts >= $1
          then 'Processing was interrupted ' || attempts || ' times and has stopped. '
            || 'Reprocess the call. If it fails again, the recording may be the cause.'
          else 'Processing was interrupted and will restart automatically.' end,
        lease_token = null, lease_until = null, updated_at = now()
      where ${isUnlockedSql('calls', `state = 'running' and lease_until < least(now(), deadline_at)`)}`),
      [MAX_CALL_ATTEMPTS, ...[1, 2, 3, 4].map(callRetryDelayMs)],
    );
    const failed = reclaimed.filter(({ state }) => state === 'failed').length;
    return { requeued: reclaimed.length - failed, failed };
  }

  /**
   * Ends calls that are past their deadline; their runs lose the lease. A call whose worker died before then is left to
   * `reclaimExpiredRuns`, and a waiting call gets its full time again when it's claimed.
   */
  async timeOutOverdue(): Promise<number> {
    return this.countRows(
      endCallsSql(`
      update calls set ${TIMED_OUT}, finished_at = now(), lease_token = null, lease_until = null, updated_at = now()
      where ${isUnlockedSql('calls', OVERDUE)}`),
    );
  }

  listUnclaimedReleases(seconds: number): Promise<ReleasedCall[]> {
    return this.rows<ReleasedCall>(
      `
      select id as "callId", lease_token as "leaseToken" from calls
      where state = 'released' and released_at < now() - make_interval(secs => $1) order by released_at limit 1000`,
      [seconds],
    );
  }

  /** Requeues a released call, for example because its job was lost. Returns false if a worker has claimed it. */
  async undoRelease({ callId, leaseToken }: ReleasedCall): Promise<boolean> {
    return this.hasRow(
      `
      update calls set state = 'queued', lease_token = null, updated_at = now()
      where ${isUnlockedSql('calls', `id = $1 and lease_token = $2 and state = 'released'`)} returning id`,
      [callId, leaseToken],
    );
  }

  async markUnknownDeliveries(): Promise<number> {
    return this.countRows(
      `
      update deliveries set state = 'unknown', uncertain_tries = uncertain_tries + 1, lease_token = null,
        lease_until = null, run_after = now(), updated_at = now()
      where ${isUnlockedSql('deliveries', `state in ('sending', 'verifying') and lease_until < now()`)} returning id`,
    );
  }
}
