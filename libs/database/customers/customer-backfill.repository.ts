import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { customerKey } from '@ringwell/rules/calls/customer-key';

import type { Call } from '../calls/call.entity';
import { row, rows } from '../postgres/sql';
import { CustomersRepository } from './customers.repository';

type UnassignedCall = Pick<
  Call,
  'id' | 'accountId' | 'direction' | 'fromNumber' | 'toNumber' | 'customerName' | 'customerId'
>;

/** Assigns older calls to their customers. */
@Injectable()
export class CustomerBackfillRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Assigns the next calls. Can be interrupted and continued at any time. Skips calls that nothing identifies.
   * @returns whether there are more
   */
  async assignNext(limit: number): Promise<boolean> {
    const last = await row<{ id: string }>(this.manager, 'select last_call_id as id from customer_backfill');
    if (!last) return false;
    const next = await rows<UnassignedCall & { isAssigned: boolean }>(
      this.manager,
      `
      select id, account_id as "accountId", direction, from_number as "fromNumber", to_number as "toNumber",
        customer_name as "customerName", customer_id as "customerId",
        customer_key is not null or result_run_number is null or source = 'demo' as "isAssigned"
      from calls where id > $1 order by id limit $2`,
      [last.id, limit],
    );
    for (const call of next) if (!call.isAssigned) await this.assign(call);
    const hasMore = next.length === limit;
    await (hasMore
      ? rows(this.manager, 'update customer_backfill set last_call_id = $1', [next.at(-1)?.id])
      : rows(this.manager, 'delete from customer_backfill'));
    return hasMore;
  }

  // Only marks the customer as outdated, so that they are refreshed once for all of their calls.
  private async assign(call: UnassignedCall): Promise<void> {
    const key = customerKey(call);
    if (key === null) return;
    const { id, accountId } = call;
    await this.manager.transaction(async (manager) => {
      const customers = new CustomersRepository(manager);
      await customers.findOrCreate(accountId, key, null);
      // A concurrent merge either waits, or has come first: then its customer is the one to refresh.
      const customerId = await customers.holdByKey(accountId, key);
      const assigned = await row(
        manager,
        'update calls set customer_key = $2 where id = $1 and customer_key is null returning id',
        [id, key],
      );
      if (assigned)
        await rows(manager, 'update customers set refresh_at = now() where account_id = $1 and id = $2', [
          accountId,
          customerId,
        ]);
    });
  }
}
