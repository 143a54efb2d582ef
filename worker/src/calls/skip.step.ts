import { Injectable } from '@nestjs/common';

import { CallRunsRepository, type ClaimedCall, type Lease } from '@ringwell/database/calls/call-runs.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import type { RunningCall } from '@ringwell/database/customers/running-calls.repository';
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
  async skip(lease: Lease, { call: claimedCall, settings }: ClaimedCall, skipped: CallSkipped): Promise<boolean> {
    const { reason, limit } = skipped;
    const { accountId, source, resultRunNumber } = claimedCall;
    const canBeLead = settings.active && settings.leadsEnabled && source !== 'demo' && resultRunNumber === null;
    if (!canBeLead || !isHangUp(skipped)) return this.runs.skip(lease, reason, limit);
    // The customer is added before the transaction, as for a call with a result, but without the name, which has been
    // redacted since the call was claimed.
    const claimedKey = findCallerKey(claimedCall);
    if (claimedKey !== null) await this.customers.findOrCreate(accountId, claimedKey, null);
    const leadKey = await this.unitOfWork.run(async (repositories) => {
      const { runningCalls, callRuns, customers, followUps, followUpDeliveries } = repositories;
      // A user may have corrected the call's details, including its customer, after it was claimed.
      const call = await runningCalls.lockCall(lease);
      if (!call) return undefined;
      const key = findCallerKey(call);
      await callRuns.skip(lease, reason, limit, key);
      if (key === null) return null;
      await customers.findByKeyForShare(accountId, key);
      // The customer may have been deleted since, along with their only call or by a run that lost its lease.
      await customers.findOrCreate(accountId, key, call.customerName);
      await followUpDeliveries.planEvents(accountId, await followUps.apply(toConcludedHangUp(call, settings)));
      return key;
    });
    if (claimedKey !== null && leadKey !== claimedKey) await this.customers.deleteUnused(accountId, claimedKey);
    return leadKey !== undefined;
  }
}

function isHangUp({ reason, durationSeconds }: CallSkipped): boolean {
  if (reason === 'too_short') return durationSeconds !== null && durationSeconds < HANG_UP_SECONDS;
  return (HANG_UP_REASONS as readonly SkipReason[]).includes(reason);
}

function findCallerKey(call: RunningCall['call']): string | null {
  return call.direction === 'inbound' ? getCustomerKey(call) : null;
}
