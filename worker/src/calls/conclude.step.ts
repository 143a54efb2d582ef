import { Inject, Injectable } from '@nestjs/common';

import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import type { CallCorrectionsRepository } from '@ringwell/database/calls/call-corrections.repository';
import type { ClaimedCall, Lease } from '@ringwell/database/calls/call-runs.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { concludedCall } from '@ringwell/database/follow-ups/concluded-call';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { agentNameOf } from '@ringwell/domain/agent';
import type { Analysis } from '@ringwell/domain/analysis';
import { callLabel } from '@ringwell/domain/call-label';
import type { Transcript } from '@ringwell/domain/transcript';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { WorkerConfig } from '@ringwell/platform/config/settings';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { customerKey } from '@ringwell/platform/phone/customer-key';

import { introducedName } from '../agents/introduced-name';
import { planDeliveries } from '../deliveries/delivery-plan';
import { DeliveryPolicyService } from '../deliveries/delivery-policy.service';
import type { ActiveRun } from './active-run';
import { callUsage } from './call-usage';

@Injectable()
export class ConcludeStep {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly agents: AgentsRepository,
    private readonly customers: CustomersRepository,
    private readonly rules: DeliveryPolicyService,
    private readonly metrics: PipelineMetrics,
    @Inject(CONFIG) private readonly config: WorkerConfig,
  ) {}

  /**
   * Completes the call with the agent who was heard, keeps a correction of its label, opens or settles a follow-up,
   * records its usage and the daily total, and plans its deliveries, in one transaction.
   * @throws RunStopped when the lease is lost or the deadline has passed; then nothing is written
   */
  async conclude(claimed: ClaimedCall, transcript: Transcript, analysis: Analysis, run: ActiveRun): Promise<void> {
    await run.hold(this.metrics.timeStep('conclude', () => this.save(run.lease, claimed, transcript, analysis)));
    this.metrics.countLabel(callLabel(analysis));
  }

  // False when the lease is lost or the deadline has passed.
  private async save(
    lease: Lease,
    { call, account, settings, memberAlerts }: ClaimedCall,
    transcript: Transcript,
    analysis: Analysis,
  ): Promise<boolean> {
    const heardAgentId = await this.heardAgent({ call, account }, transcript);
    const key = call.source === 'demo' ? null : customerKey(call);
    if (key !== null) await this.customers.findOrCreate(call.accountId, key, call.customerName);
    const isSaved = await this.unitOfWork.run(
      async ({
        callRuns,
        callCorrections,
        customers,
        usage,
        deliveries,
        followUps,
        followUpDeliveries,
        alertAddresses,
      }) => {
        if (!(await callRuns.complete(lease, heardAgentId, key))) return false;
        if (key !== null) await customers.holdOrCreate(call.accountId, key, call.customerName);
        const shown = await shownAnalysis(callCorrections, call, analysis);
        if (call.source !== 'demo') {
          const changes = await followUps.apply(concludedCall(call, settings, transcript, shown));
          await followUpDeliveries.planEvents(call.accountId, changes);
          await usage.record(
            call.accountId,
            callUsage(call, account, shown, {
              durationSeconds: transcript.durationSeconds,
              transcriptionEngine: transcript.engine,
              productName: this.config.PRODUCT_NAME,
              storedAt: new Date(),
            }),
          );
        }
        const confirmed = await this.rules.withConfirmedAddresses(settings, alertAddresses);
        await deliveries.plan(
          call,
          planDeliveries({ call, account, settings: confirmed, memberAlerts, analysis: shown }, this.rules),
        );
        return true;
      },
    );
    if (!isSaved && key !== null) await this.customers.deleteUnused(call.accountId, key);
    return isSaved;
  }

  // Added before the transaction, as customers are, so that calls with the same new name do not wait for each other.
  private async heardAgent(
    { call, account }: Pick<ClaimedCall, 'call' | 'account'>,
    transcript: Transcript,
  ): Promise<string | null> {
    if (call.source === 'demo' || (call.agentSource ?? 'heard') !== 'heard') return null;
    const name = agentNameOf(
      introducedName(transcript, {
        direction: call.direction,
        customerName: call.customerName,
        company: account.company,
        knownNames: await this.agents.listFirstNames(call.accountId),
      }),
    );
    return name === null ? null : this.agents.findOrCreate(call.accountId, name);
  }
}

// A correction of an earlier result holds for this one. A call without a result has none.
async function shownAnalysis(
  corrections: CallCorrectionsRepository,
  { id, runNumber, resultRunNumber }: Call,
  analysis: Analysis,
): Promise<Analysis & { isCorrected?: boolean }> {
  const sentiment = resultRunNumber === null ? null : await corrections.applyToResult(id, runNumber);
  if (sentiment === null) return analysis;
  return { ...analysis, sentiment, needsReview: false, reviewReason: null, isCorrected: true };
}
