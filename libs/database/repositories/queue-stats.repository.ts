import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { CallState } from '@ringwell/domain/call';
import type { CallCensus } from '@ringwell/platform/metrics/call-gauges';

import { row, rows } from '../sql';

/** How much work waits and runs now. */
@Injectable()
export class QueueStatsRepository {
  constructor(private readonly manager: EntityManager) {}

  async read(): Promise<CallCensus> {
    const [counts, oldest] = await Promise.all([
      rows<{ state: CallState; count: number }>(this.manager, `
        select state, count(*)::int as count from calls where state in ('queued', 'released', 'running') group by state`),
      row<{ seconds: number }>(this.manager, `
        select coalesce(extract(epoch from now() - min(run_after)), 0)::float as seconds from calls
        where state = 'queued' and run_after <= now()`),
    ]);
    return {
      counts: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
      oldestQueuedAgeSeconds: oldest?.seconds ?? 0,
    };
  }

  /** Messages that are still to be sent, or whose outcome is not known yet. */
  async countOpenDeliveries(): Promise<number> {
    const open = await row<{ count: number }>(this.manager, `
      select ((select count(*) from deliveries where state in ('pending', 'retry', 'unknown'))
        + (select count(*) from deliveries where state in ('sending', 'verifying')))::int as count`);
    return open?.count ?? 0;
  }
}
