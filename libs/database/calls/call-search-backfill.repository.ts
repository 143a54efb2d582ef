import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { row, rows } from '../postgres/sql';

const WAITS_LONG = '30 seconds';

/** Adds calls to the search that no trigger has added: those that predate it, and those that have waited for long. */
@Injectable()
export class CallSearchBackfillRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Adds the next calls. Can be interrupted and continued at any time, and adding a call twice changes nothing.
   * @returns whether there are more
   */
  async addNext(limit: number): Promise<boolean> {
    const last = await row<{ id: string }>(this.manager, 'select last_call_id as id from call_search_backfill');
    if (!last) return false;
    const next = await rows<{ id: string }>(this.manager, 'select id from calls where id > $1 order by id limit $2', [
      last.id,
      limit,
    ]);
    for (const { id } of next) await this.add(id);
    const hasMore = next.length === limit;
    await (hasMore
      ? rows(this.manager, 'update call_search_backfill set last_call_id = $1', [next.at(-1)?.id])
      : rows(this.manager, 'delete from call_search_backfill'));
    return hasMore;
  }

  /**
   * Adds the next calls that have been queued for a while, so that a search does not read a long queue call by call.
   * @param after where the batch before ended
   * @returns where this batch ended, and whether there are more
   */
  async addNextWaiting(after: string, limit: number): Promise<{ end: string; hasMore: boolean }> {
    const next = await rows<{ id: string; runAfter: string }>(
      this.manager,
      `
      select id, run_after::text as "runAfter" from calls call
      where state = 'queued' and run_after >= $1::timestamptz and run_after < now() - interval '${WAITS_LONG}'
        and not exists (select from call_search where call_id = call.id)
      order by run_after limit $2`,
      [after, limit],
    );
    for (const { id } of next) await this.add(id);
    return { end: next.at(-1)?.runAfter ?? after, hasMore: next.length === limit };
  }

  // Uses one transaction per call, which locks the call first, as retention and deletion do: they cannot deadlock.
  private add(callId: string): Promise<void> {
    return this.manager.transaction(async (manager) => {
      const call = await row(manager, 'select from calls where id = $1 for key share', [callId]);
      if (call) await rows(manager, 'select call_search_refresh($1)', [callId]);
    });
  }
}
