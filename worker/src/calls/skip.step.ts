import { Injectable } from '@nestjs/common';

import { CallRunsRepository, type ClaimedCall, type Lease } from '@ringwell/database/calls/call-runs.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import type { SkipReason } from '@ringwell/domain/calls/call';
import { HANG_UP_REASONS, HANG_UP_SECONDS } from '@ringwell/domain/follow-ups/follow-up';
import { getCustomerKey } from '@ringwell/rules/calls/customer-key';
import { toConcludedHangUp } from '@ringwell/rules/follow-ups/plan-follow-up';

import type { CallSkipped } from './gate';

@Injectable()
export class SkipStep {
  constructor(
    private readonly runs: CallRunsRepository,
    private readonly customers: CustomersRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Ends the run of a call that isn't processed. If the account has leads turned on, a caller who hung up before anyone
   * answered becomes a lead in the same transaction.
   * @returns false if the lease was lost; the call is then unchanged
   */
  async skip(lease: Lease, { call, settings }: ClaimedCall, skipped: CallSkipped): Promise<boolean> {
    const { reason, limit } = skipped;
    const isLead =
      settings.active &&
      settings.leadsEnabled &&
      call.source !== 'demo' &&
      call.resultRunNumber === null &&
      isHangUp(call, skipped);
    const key = isLead ? getCustomerKey(call) : null;
    if (key === null) return this.runs.skip(lease, reason, limit);
    const { accountId } = call;
    // The customer is added before the transaction, as for calls with results.
    await this.customers.findOrCreate(accountId, key, call.customerName);
    const isSkipped = await this.unitOfWork.run(async ({ callRuns, customers, followUps, followUpDeliveries }) => {
      if (!(await callRuns.skip(lease, reason, limit, key))) return false;
      // The customer may have been deleted since, along with their only call or by a run that lost its lease.
      if ((await customers.findByKeyForShare(accountId, key)) === null)
        await customers.add(accountId, key, call.customerName);
      await followUpDeliveries.planEvents(accountId, await followUps.apply(toConcludedHangUp(call, settings)));
      return true;
    });
    if (!isSkipped) await this.customers.deleteUnused(accountId, key);
    return isSkipped;
  }
}

function isHangUp({ direction }: ClaimedCall['call'], { reason, durationSeconds }: CallSkipped): boolean {
  if (direction !== 'inbound') return false;
  if (reason === 'too_short') return durationSeconds !== null && durationSeconds < HANG_UP_SECONDS;
  return (HANG_UP_REASONS as readonly SkipReason[]).includes(reason);
}
