import type { Lease } from '../calls/call-runs.repository';
import { Call } from '../calls/call.entity';
import { isInState } from '../calls/claiming-statement';
import { EntityColumns } from '../entity-columns';
import { preparedRow } from '../postgres/prepared';
import { SqlRepository } from '../postgres/sql';
import { customerWithKey } from './customers.repository';

const CALL_TO_CONCLUDE = [
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
  call: Pick<Call, (typeof CALL_TO_CONCLUDE)[number]>;
  /** The customer with the key, and whether the call has a different name for them. Null for a new customer. */
  customer: { id: string; isRenamed: boolean } | null;
}

export class RunningCallsRepository extends SqlRepository {
  private static columns?: EntityColumns<RunningCall['call']>;

  /**
   * The call, including users' corrections since it was claimed, and the customer with a key. Until the end of the
   * transaction, the call is locked and the key can't move to another customer.
   * @returns null if the lease is no longer valid
   */
  async lock({ callId, leaseToken }: Lease, customerKey: string | null): Promise<RunningCall | null> {
    const columns = (RunningCallsRepository.columns ??= new EntityColumns<RunningCall['call']>(
      this.manager,
      Call,
      'calls',
      { only: CALL_TO_CONCLUDE },
    ));
    const locked = await preparedRow(
      this.manager,
      `
      with held as materialized (
        select ${columns.sql} from calls where id = $1 and lease_token = $2 and ${isInState('running')} for no key update
      )
      select held.*, customer.id as "heldCustomerId", customer."isRenamed" from held left join lateral (
        ${customerWithKey('held."calls.accountId"', '$3', 'held."calls.customerName"')} for share of customer_keys
      ) customer on true`,
      [callId, leaseToken, customerKey],
    );
    if (!locked) return null;
    const { heldCustomerId: id, isRenamed } = locked as { heldCustomerId: string | null; isRenamed: boolean };
    return { call: columns.read(locked), customer: id === null ? null : { id, isRenamed } };
  }
}
