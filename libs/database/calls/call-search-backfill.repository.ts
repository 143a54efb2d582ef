import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { row, rows } from '../postgres/sql';

/** Adds calls of before the search to it. */
@Injectable()
export class CallSearchBackfillRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Adds the next calls. May be interrupted and continued at any time, and adding a call twice changes nothing.
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

  // A transaction for each call, which locks the call first, as retention and deletion do: it cannot deadlock with them.
  private add(callId: string): Promise<void> {
    return this.manager.transaction(async (manager) => {
      const call = await row(manager, 'select from calls where id = $1 for key share', [callId]);
      if (call) await rows(manager, 'select call_search_refresh($1)', [callId]);
    });
  }
}
