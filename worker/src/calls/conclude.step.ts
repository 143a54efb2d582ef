import { Inject, Injectable } from '@nestjs/common';

import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import type { ClaimedCall, Lease } from '@ringwell/database/calls/call-runs.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import type { RunningCall, RunningCallsRepository } from '@ringwell/database/customers/running-calls.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { normalizeAgentName } from '@ringwell/domain/calls/agent';
import type { Analysis } from '@ringwell/domain/calls/analysis';
import { callLabel } from '@ringwell/domain/calls/call-label';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { getCustomerKey } from '@ringwell/rules/calls/customer-key';
import { toConcludedCall } from '@ringwell/rules/follow-ups/plan-follow-up';

import { CautiousAnalyst } from '../analysis/cautious.analyst';
import { planDeliveries } from '../deliveries/delivery-plan';
import { DeliveryPolicyService } from '../deliveries/delivery-policy.service';
import { findIntroducedName } from '../speakers/introduced-name';
import type { ActiveRun } from './active-run';
import { callUsage } from './call-usage';
import { countsMinutes } from './gate';

interface Conclusion {
  transcript: Transcript;
  analysis: Analysis;
  detectedAgentId: string | null;
}

/** A customer to add or rename before the call can be concluded. */
interface CustomerChange {
  key: string;
  name: string | null;
  isNew: boolean;
}

@Injectable()
export class ConcludeStep {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly agents: AgentsRepository,
    private readonly customers: CustomersRepository,
    private readonly policy: DeliveryPolicyService,
    private readonly metrics: PipelineMetrics,
    private readonly analyst: CautiousAnalyst,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {}

  /**
   * Concludes a call in one transaction: saves the analysis, completes the call with its detected agent, reapplies
   * user edits and corrections, opens or settles a follow-up, records usage and the daily total, and plans deliveries.
   * @throws RunStopped if the lease was lost or the deadline has passed; the call is then unchanged. If the transaction
   *   fails for another reason, throws its error and keeps the analysis for the next attempt.
   */
  async conclude(claimed: ClaimedCall, transcript: Transcript, analysis: Analysis, run: ActiveRun): Promise<void> {
    await run.writeUnderLease(
      this.metrics.timeStep('conclude', () => this.save(run.lease, claimed, transcript, analysis)),
    );
    this.metrics.countLabel(callLabel(analysis));
  }

  // Returns false if the lease was lost or the deadline has passed.
  private async save(lease: Lease, claimed: ClaimedCall, transcript: Transcript, analysis: Analysis): Promise<boolean> {
    const { accountId } = claimed.call;
    try {
      const detectedAgentId = await this.findAgent(claimed, transcript);
      let addedCustomer: CustomerChange | undefined;
      for (;;) {
        const outcome = await this.unitOfWork.run((repositories) =>
          this.write(repositories, lease, claimed, { transcript, analysis, detectedAgentId }),
        );
        if (!outcome && addedCustomer) await this.customers.deleteUnused(accountId, addedCustomer.key);
        if (typeof outcome === 'boolean') return outcome;
        // Runs outside the transaction, as with agents, so that calls from the same new customer don't wait for each
        // other.
        const { key, name, isNew } = outcome;
        await (isNew ? this.customers.add(accountId, key, name) : this.customers.findOrCreate(accountId, key, name));
        if (isNew) addedCustomer = outcome;
      }
    } catch (error) {
      // Saves the analysis for the next attempt, because it has already been paid for, and rethrows the transaction's
      // error.
      if (!claimed.analysis) {
        await this.unitOfWork.run(({ callRuns }) => callRuns.saveAnalysis(lease, analysis)).catch(() => false);
      }
      throw error;
    }
  }

  // Doesn't write anything if the customer must be added or renamed first.
  private async write(
    repositories: Repositories,
    lease: Lease,
    { call: claimedCall, account, settings, memberAlerts }: ClaimedCall,
    { transcript, analysis, detectedAgentId }: Conclusion,
  ): Promise<boolean | CustomerChange> {
    const { runningCalls, callRuns, usage, deliveries, followUps } = repositories;
    const { followUpDeliveries, pendingWords, alertAddresses } = repositories;
    const locked = await lockWithCustomer(runningCalls, lease, findCustomerKey(claimedCall), analysis);
    if (!locked) return false;
    const { call, customer, key } = locked;
    if (key !== null && customer?.isRenamed !== false)
      return { key, name: call.customerName, isNew: customer === null };
    if (!(await callRuns.complete(lease, detectedAgentId, key))) return false;
    const editedAnalysis = await applyUserEdits(repositories, call, analysis);
    if (call.source !== 'demo') {
      const changes = await followUps.apply(
        toConcludedCall(call, settings, transcript, editedAnalysis),
        customer?.id ?? null,
      );
      await followUpDeliveries.planEvents(call.accountId, changes);
    }
    if (countsMinutes(call, account)) {
      await usage.record(
        call.accountId,
        callUsage(call, account, editedAnalysis, {
          durationSeconds: transcript.durationSeconds,
          transcriptionEngine: transcript.engine,
          productName: this.config.PRODUCT_NAME,
          storedAt: new Date(),
        }),
      );
    }
    const confirmedSettings = await this.policy.withConfirmedAddresses(settings, alertAddresses);
    const waitSeconds = this.analyst.summaryWaitSeconds(analysis);
    if (waitSeconds !== null) await pendingWords.add(call, waitSeconds);
    await deliveries.plan(
      call,
      planDeliveries(
        { call, account, settings: confirmedSettings, memberAlerts, analysis: editedAnalysis, waitSeconds },
        this.policy,
      ),
    );
    return true;
  }

  // Agents are added before the transaction so that calls with the same new name don't wait for each other.
  private async findAgent({ call, account, knownNames }: ClaimedCall, transcript: Transcript): Promise<string | null> {
    if (call.source === 'demo' || (call.agentSource ?? 'heard') !== 'heard') return null;
    const name = normalizeAgentName(
      findIntroducedName(transcript, {
        direction: call.direction,
        customerName: call.customerName,
        company: account.company,
        knownNames,
      }),
    );
    return name === null ? null : this.agents.findOrCreate(call.accountId, name);
  }
}

function findCustomerKey(call: Pick<Call, 'source'> & Parameters<typeof getCustomerKey>[0]): string | null {
  return call.source === 'demo' ? null : getCustomerKey(call);
}

// A user may have corrected the call's details, including its customer, after it was claimed.
async function lockWithCustomer(
  runningCalls: RunningCallsRepository,
  lease: Lease,
  key: string | null,
  analysis: Analysis,
): Promise<(RunningCall & { key: string | null }) | null> {
  const locked = await runningCalls.lock(lease, key, analysis);
  if (!locked) return null;
  const currentKey = findCustomerKey(locked.call);
  return currentKey === key ? { ...locked, key } : lockWithCustomer(runningCalls, lease, currentKey, analysis);
}

// Corrections and edits to an earlier result carry over to the new one. A call without a result doesn't have any.
async function applyUserEdits(
  { callCorrections, callEdits }: Repositories,
  { id, runNumber, resultRunNumber }: Pick<Call, 'id' | 'runNumber' | 'resultRunNumber'>,
  analysis: Analysis,
): Promise<Analysis & { isCorrected?: boolean }> {
  if (resultRunNumber === null) return analysis;
  const editedAnalysis = await callEdits.applyToResult(id, runNumber, analysis);
  const sentiment = await callCorrections.applyToResult(id, runNumber);
  if (sentiment === null) return editedAnalysis;
  return { ...editedAnalysis, sentiment, needsReview: false, reviewReason: null, isCorrected: true };
}
