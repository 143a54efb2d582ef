import { customerStanding, type CustomerCall } from '@ringwell/domain/customers/customer';

import { preparedRow, preparedRows } from '../postgres/prepared';
import { row, SqlRepository } from '../postgres/sql';
import { WAITING_SQL } from './waiting-sql';

export const MAX_COUNTED_CALLS = 500;

type CountedCall = CustomerCall & { customerName: string | null; isWaiting: boolean };

interface PromiseTimes {
  /** Null if there's no confirmed promise. */
  dueAt: Date | null;
  snoozedUntil: Date | null;
}

/**
 * A customer's standing in lists: latest call, number of calls, risks. It's stored in the customer's row and recomputed
 * when one of their calls or follow-ups changes, or as time passes.
 */
export class CustomerStandingsRepository extends SqlRepository {
  /** Run this in the transaction that makes the change and has locked the customer. */
  async refresh(accountId: string, customerId: string): Promise<void> {
    const calls = await this.listLatestCalls(accountId, customerId);
    const promise = calls[0] ?? (await this.findPromise(accountId, customerId));
    await this.save(accountId, customerId, calls, promise);
  }

  /**
   * Like `refresh`, but does nothing if the customer has a waiting follow-up.
   * @returns whether it refreshed the standing
   */
  async refreshUnlessWaiting(accountId: string, customerId: string): Promise<boolean> {
    const calls = await this.listLatestCalls(accountId, customerId);
    if (calls[0]?.isWaiting !== false) return false;
    await this.save(accountId, customerId, calls, undefined);
    return true;
  }

  private async save(
    accountId: string,
    customerId: string,
    calls: readonly CountedCall[],
    promise: PromiseTimes | undefined,
  ): Promise<void> {
    const standing = customerStanding(
      calls,
      promise?.dueAt ? { dueAt: promise.dueAt, snoozedUntil: promise.snoozedUntil } : null,
      new Date(),
    );
    const { lastCalledAt, recentCalls, lastLabel, risks, riskRank, changesAt } = standing;
    const name = calls.find(({ customerName }) => customerName)?.customerName ?? null;
    await preparedRow(
      this.manager,
      `
      update customers set last_called_at = $3, recent_calls = $4, last_label = $5, risks = $6, risk_count = $7,
        refresh_at = $8, name = case when is_name_corrected then name else coalesce($9, name) end
      where account_id = $1 and id = $2`,
      [accountId, customerId, lastCalledAt, recentCalls, lastLabel, JSON.stringify(risks), riskRank, changesAt, name],
    );
  }

  // Each row includes whether a follow-up is waiting and what was promised, which saves round trips for every processed
  // call. A customer has at most one waiting follow-up. Its time is treated as promised only once a member has
  // confirmed it.
  private listLatestCalls(accountId: string, customerId: string): Promise<(CountedCall & PromiseTimes)[]> {
    return preparedRows(
      this.manager,
      `
      select call.at, call.direction, call.customer_name as "customerName", (
          select case when needs_review then 'needs_review' else sentiment end from analyses
          where call_id = call.id and run_number = call.result_run_number) as label,
        waiting.id is not null as "isWaiting", case when waiting.promise_confirmed then waiting.due_at end as "dueAt",
        waiting.snoozed_until as "snoozedUntil"
      from customer_keys cross join lateral (
          select id, least(occurred_at, created_at) as at, direction, customer_name, result_run_number from calls
          where account_id = $1 and customer_key = customer_keys.key
          order by least(occurred_at, created_at) desc, id desc limit ${MAX_COUNTED_CALLS}
        ) call
        left join follow_ups waiting on waiting.account_id = $1 and waiting.customer_id = $2
          and waiting.state in ${WAITING_SQL}
      where customer_keys.account_id = $1 and customer_keys.customer_id = $2
      order by call.at desc, call.id desc limit ${MAX_COUNTED_CALLS}`,
      [accountId, customerId],
    );
  }

  private findPromise(accountId: string, customerId: string): Promise<PromiseTimes | undefined> {
    return preparedRow(
      this.manager,
      `
      select case when promise_confirmed then due_at end as "dueAt", snoozed_until as "snoozedUntil" from follow_ups
      where account_id = $1 and customer_id = $2 and state in ${WAITING_SQL}`,
      [accountId, customerId],
    );
  }

  /**
   * Refreshes outdated standings in all accounts. Skips locked customers until the next pass, so that they don't delay
   * the others.
   * @returns how many outdated standings were found, and how many of them were refreshed
   * @throws the last error, after trying all customers
   */
  async refreshDue(limit: number): Promise<{ dueCount: number; refreshedCount: number }> {
    const dueCustomers = await this.rows<{ accountId: string; id: string }>(
      `select account_id as "accountId", id from customers where refresh_at <= now() order by refresh_at limit $1`,
      [limit],
    );
    let refreshedCount = 0;
    let lastError: Error | undefined;
    for (const customer of dueCustomers)
      try {
        if (await this.refreshIfUnlocked(customer)) refreshedCount += 1;
      } catch (error) {
        lastError = error as Error;
      }
    if (lastError !== undefined) throw lastError;
    return { dueCount: dueCustomers.length, refreshedCount };
  }

  // Returns false if the customer is locked.
  private refreshIfUnlocked({ accountId, id }: { accountId: string; id: string }): Promise<boolean> {
    return this.manager.transaction(async (manager) => {
      const locked = await row(
        manager,
        'select id from customers where account_id = $1 and id = $2 for update skip locked',
        [accountId, id],
      );
      if (locked) await new CustomerStandingsRepository(manager).refresh(accountId, id);
      return locked !== undefined;
    });
  }
}
