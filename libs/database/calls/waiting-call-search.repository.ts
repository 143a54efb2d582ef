import { row, rows, SqlRepository } from '../postgres/sql';

const LONG_WAIT = '30 seconds';

/** Adds long-waiting calls to the search index, because triggers only add calls once they end. */
export class WaitingCallSearchRepository extends SqlRepository {
  /**
   * Adds the next calls that have been queued for a while, so that searches don't read a long queue one call at a time.
   * @param after where the previous batch ended
   * @returns where this batch ended, and whether there are more
   */
  async addNext(after: string, limit: number): Promise<{ end: string; hasMore: boolean }> {
    const nextCalls = await this.rows<{ id: string; runAfter: string }>(
      `
      select id, run_after::text as "runAfter" from calls call
      where state = 'queued' and run_after >= $1::timestamptz and run_after < now() - interval '${LONG_WAIT}'
        and not exists (select from call_search where call_id = call.id)
      order by run_after limit $2`,
      [after, limit],
    );
    for (const { id } of nextCalls) await this.add(id);
    return { end: nextCalls.at(-1)?.runAfter ?? after, hasMore: nextCalls.length === limit };
  }

  // Uses one transaction per call and locks the call first, as retention and deletion do, so they can't deadlock.
  private add(callId: string): Promise<void> {
    return this.manager.transaction(async (manager) => {
      const call = await row(manager, 'select from calls where id = $1 for key share', [callId]);
      if (call) await rows(manager, 'select call_search_refresh($1)', [callId]);
    });
  }
}
