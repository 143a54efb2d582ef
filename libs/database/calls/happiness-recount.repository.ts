import type { EntityManager } from 'typeorm';

import { row, rows, SqlRepository } from '../postgres/sql';

// Shorter than PostgreSQL's deadlock_timeout, so that a deadlock always cancels this work, which can be retried.
const LOCK_TIMEOUT_MS = 500;

// Maximum number of locked accounts to skip in a row.
const MAX_ACCOUNTS = 20;

interface RecountRequest {
  accountId: string;
  /** A string, because a `Date` has no microseconds. */
  requestedAt: string;
  lastCreatedAt: string | null;
  lastCallId: string | null;
}

/** Recounts accounts' calls in batches after their time zone has changed. */
export class HappinessRecountRepository extends SqlRepository {
  /**
   * Counts the next batch of calls of the longest-waiting account, newest first. An account whose calls are locked, or
   * can't be counted, doesn't delay the others. Can be interrupted and resumed at any time; counting a call twice has
   * no effect.
   * @returns the number of calls, or `undefined` if no account is waiting
   * @throws the last error, such as a lock timeout, if counting fails for all of the longest-waiting accounts
   */
  async recountNext(limit: number): Promise<number | undefined> {
    const waitingAccounts = await this.rows<{ accountId: string }>(
      `select account_id as "accountId" from happiness_recounts order by requested_at, account_id limit ${MAX_ACCOUNTS}`,
    );
    let failure: Error | undefined;
    for (const { accountId } of waitingAccounts)
      try {
        return await this.recountCalls(accountId, limit);
      } catch (error) {
        failure = error as Error;
      }
    if (failure !== undefined) throw failure;
    return undefined;
  }

  private recountCalls(accountId: string, limit: number): Promise<number> {
    return this.manager.transaction(async (manager) => {
      await rows(manager, `set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const request = await row<RecountRequest>(
        manager,
        `
        select account_id as "accountId", requested_at::text as "requestedAt", last_created_at::text as "lastCreatedAt",
          last_call_id as "lastCallId"
        from happiness_recounts where account_id = $1`,
        [accountId],
      );
      return request ? recountBatch(manager, request, limit) : 0;
    });
  }
}

// If the request was renewed while this batch was being counted, its position stays at the start.
async function recountBatch(
  manager: EntityManager,
  { accountId, requestedAt, lastCreatedAt, lastCallId }: RecountRequest,
  limit: number,
): Promise<number> {
  const calls = await lockCalls(manager, accountId, [lastCreatedAt, lastCallId], limit);
  await rows(manager, 'select judge_calls($1, $2::uuid[])', [accountId, calls.map(({ id }) => id)]);
  const lastCall = calls.at(-1);
  await (lastCall && calls.length === limit
    ? rows(
        manager,
        `
        update happiness_recounts set last_created_at = $3::timestamptz, last_call_id = $4
        where account_id = $1 and requested_at = $2::timestamptz`,
        [accountId, requestedAt, lastCall.createdAt, lastCall.id],
      )
    : rows(manager, 'delete from happiness_recounts where account_id = $1 and requested_at = $2::timestamptz', [
        accountId,
        requestedAt,
      ]));
  return calls.length;
}

// Waits for runs that are completing, so that their results are counted in the new time zone.
function lockCalls(
  manager: EntityManager,
  accountId: string,
  [createdAt, id]: readonly [string | null, string | null],
  limit: number,
): Promise<{ id: string; createdAt: string }[]> {
  const condition = createdAt === null ? 'true' : '(created_at, id) < ($3::timestamptz, $4::uuid)';
  return rows(
    manager,
    `
    select id, created_at::text as "createdAt" from calls where account_id = $1 and ${condition}
    order by created_at desc, id desc limit $2 for no key update`,
    [accountId, limit, ...(createdAt === null ? [] : [createdAt, id])],
  );
}
