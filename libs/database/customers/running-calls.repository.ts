import type { EntityManager } from 'typeorm';

import type { Analysis } from '@ringwell/domain/calls/analysis';

import type { Lease } from '../calls/call-runs.repository';
import { Call } from '../calls/call.entity';
import { isInStateSql } from '../calls/claim-call-sql';
import { analysisParameters, insertAnalysisSql } from '../calls/insert-analysis';
import { EntityColumns } from '../entity-columns';
import { preparedRow } from '../postgres/prepared';
import { SqlRepository } from '../postgres/sql';
import { customerWithKeySql } from './customers.repository';

const CALL_FIELDS = [
  'id',
  'accountId',
  'source',
  'direction',
  'fromNumber',
  'toNumber',
  'customerName',
  'customerId',
  'customerKey',
  'leadCallId',
  'occurredAt',
  'runNumber',
  'resultRunNumber',
  'createdAt',
] as const satisfies readonly (keyof Call)[];

export interface RunningCall {
  call: Pick<Call, (typeof CALL_FIELDS)[number]>;
  /** The customer with the key, and whether the call gives them a new name. Null if there's no such customer yet. */
  customer: { id: string; isRenamed: boolean } | null;
}

export class RunningCallsRepository extends SqlRepository {
  private static lockStatement?: ReturnType<typeof buildLockStatement>;

  /**
   * Locks the call and the customer key until the transaction ends. Returns the call, with any corrections that users
   * have made since it was claimed, and the customer. Locks the account's sums before the key, as a deletion does.
   * Saves the analysis unless the customer is new or renamed.
   * @returns null if the lease is no longer valid
   */
  async lock(
    { callId, leaseToken }: Lease,
    customerKey: string | null,
    analysis: Analysis,
  ): Promise<RunningCall | null> {
    const { sql, columns } = (RunningCallsRepository.lockStatement ??= buildLockStatement(this.manager));
    const parameters = [callId, leaseToken, ...analysisParameters(analysis), customerKey];
    const locked = await preparedRow(this.manager, sql, parameters);
    if (!locked) return null;
    const { heldCustomerId: id, isRenamed } = locked as { heldCustomerId: string | null; isRenamed: boolean };
    return { call: columns.read(locked), customer: id === null ? null : { id, isRenamed } };
  }

  /** Like `lock`, for a call without a result: locks only the call. */
  lockCall({ callId, leaseToken }: Lease): Promise<RunningCall['call'] | null> {
    return this.manager.findOne(Call, {
      where: { id: callId, leaseToken, state: 'running' },
      lock: { mode: 'for_no_key_update' },
    });
  }
}

function buildLockStatement(manager: EntityManager): { sql: string; columns: EntityColumns<RunningCall['call']> } {
  const columns = new EntityColumns<RunningCall['call']>(manager, Call, 'calls', { only: CALL_FIELDS });
  const sql = `
    with held as materialized (
      select ${columns.sql} from calls where id = $1 and lease_token = $2 and ${isInStateSql('running')} for no key update
    ), sums as materialized (
      select "calls.accountId" as account_id, lock_happiness("calls.accountId") from held where $21::text is not null
    ), customer as materialized (
      select customer.* from held cross join sums cross join lateral (
        ${customerWithKeySql('sums.account_id', '$21', 'held."calls.customerName"')} for share of customer_keys
      ) customer
    ), analysis_saved as (
      ${insertAnalysisSql(
        'held."calls.id", held."calls.accountId", held."calls.runNumber"',
        'held where $21::text is null or exists (select from customer where not "isRenamed")',
      )}
    )
    select held.*, customer.id as "heldCustomerId", customer."isRenamed" from held left join customer on true`;
  return { sql, columns };
}
