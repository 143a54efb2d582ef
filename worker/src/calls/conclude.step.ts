import { Inject, Injectable } from '@nestjs/common';

import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import type { ClaimedCall, Lease } from '@ringwell/database/calls/call-runs.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { concludedCall } from '@ringwell/database/follow-ups/concluded-call';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { agentNameOf } from '@ringwell/domain/agent';
import type { Analysis } from '@ringwell/domain/analysis';
import { callLabel } from '@ringwell/domain/call-label';
import type { Transcript } from '@ringwell/domain/transcript';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
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
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Completes the call with the agent who was heard, records its usage and the daily total, opens or settles a
   * follow-up, and plans its deliveries, in one transaction.
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
    const customerId = key && (await this.customers.findOrCreate(call.accountId, key, call.customerName));
    return this.unitOfWork.run(async ({ callRuns, usage, deliveries, followUps, followUpDeliveries }) => {
      if (!(await callRuns.complete(lease, heardAgentId, key))) return false;
      if (call.source !== 'demo') {
        const changes = await followUps.apply(concludedCall(call, customerId, settings, transcript, analysis));
        await followUpDeliveries.planEvents(call.accountId, changes);
        await usage.record(
          call.accountId,
          callUsage(call, account, analysis, {
            durationSeconds: transcript.durationSeconds,
            transcriptionEngine: transcript.engine,
            productName: this.config.PRODUCT_NAME,
            storedAt: new Date(),
          }),
        );
      }
      await deliveries.plan(call, planDeliveries({ call, account, settings, memberAlerts, analysis }, this.rules));
      return true;
    });
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
