import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { row, rows } from '../postgres/sql';

/** Adds calls of before the search to it. */
@Injectable()
export class CallSearchBackfillRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Adds the next calls. May be interrupted and continued at any time.
   * @returns whether there are more
   */
  addNext(limit: number): Promise<boolean> {
    return this.manager.transaction(async (manager) => {
      const last = await row<{ id: string }>(
        manager,
        'select last_call_id as id from call_search_backfill for update skip locked',
      );
      if (!last) return false;
      const added = await rows<{ id: string }>(
        manager,
        `
        with next as materialized (select id from calls where id > $1 order by id limit $2)
        select next.id from next cross join lateral call_search_refresh(next.id) order by next.id`,
        [last.id, limit],
      );
      const hasMore = added.length === limit;
      await (hasMore
        ? rows(manager, 'update call_search_backfill set last_call_id = $1', [added.at(-1)?.id])
        : rows(manager, 'delete from call_search_backfill'));
      return hasMore;
    });
  }
}
