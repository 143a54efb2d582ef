import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { callRetryDelayMs, MAX_CALL_ATTEMPTS } from '@ringwell/domain/call';

import { row, rows } from '../postgres/sql';
import type { ReleasedCall } from '../scheduling/dispatch.repository';
import { endingCalls } from './end-calls';

/** Finds calls and deliveries whose holder is gone, and puts them right. Postgres alone decides; no queue is asked. */
@Injectable()
export class ReaperRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Running calls whose lease ran out: queued again, or failed when their tries are spent. */
  async reclaimExpiredRuns(): Promise<{ requeued: number; failed: number }> {
    const moved = await rows<{ state: string }>(
      this.manager,
      endingCalls(`
      update calls set
        state = case when attempts >= $1 then 'failed' else 'queued' end,
        finished_at = case when attempts >= $1 then now() end,
        run_after = now() + make_interval(secs => case attempts when 1 then $2::float8 when 2 then $3 when 3 then $4 else $5 end / 1000),
        error_code = 'WORKER_LOST',
        error_message = case when attempts >= $1
          then 'Processing was interrupted ' || attempts || ' times, so it was stopped. Start it again; if it fails again, the recording may be at fault.'
          else 'Processing was interrupted and starts again by itself.' end,
        lease_token = null, lease_until = null, updated_at = now()
      where state = 'running' and lease_until < now() and deadline_at > now()`),
      [MAX_CALL_ATTEMPTS, ...[1, 2, 3, 4].map(callRetryDelayMs)],
    );
    const failed = moved.filter(({ state }) => state === 'failed').length;
    return { requeued: moved.length - failed, failed };
  }

  /** Calls past their deadline, wherever they are. A run that still goes on finds its lease gone. */
  async timeOutOverdue(message: string): Promise<number> {
    const overdue = await rows(
      this.manager,
      endingCalls(`
      update calls set state = 'timed_out', finished_at = now(), error_code = 'DEADLINE_PASSED', error_message = $1,
        lease_token = null, lease_until = null, updated_at = now()
      where state in ('queued', 'released', 'running') and deadline_at < now()`),
      [message],
    );
    return overdue.length;
  }

  /** Calls that were released a while ago and that no worker has taken. */
  listReleasedBefore(seconds: number): Promise<ReleasedCall[]> {
    return rows<ReleasedCall>(
      this.manager,
      `
      select id as "callId", lease_token as "leaseToken" from calls
      where state = 'released' and released_at < now() - make_interval(secs => $1) order by released_at limit 1000`,
      [seconds],
    );
  }

  /** Takes back a release that got lost on its way, unless a worker took the call meanwhile. */
  async takeBack({ callId, leaseToken }: ReleasedCall): Promise<boolean> {
    const taken = await row(
      this.manager,
      `
      update calls set state = 'queued', lease_token = null, updated_at = now()
      where id = $1 and lease_token = $2 and state = 'released' returning id`,
      [callId, leaseToken],
    );
    return taken !== undefined;
  }

  /** Deliveries whose sender is gone: nobody knows whether the message arrived. */
  async markUnknownDeliveries(): Promise<number> {
    const lost = await rows(
      this.manager,
      `
      update deliveries set state = 'unknown', uncertain_tries = uncertain_tries + 1, lease_token = null, lease_until = null, run_after = now(), updated_at = now()
      where state in ('sending', 'verifying') and lease_until < now() returning id`,
    );
    return lost.length;
  }
}
