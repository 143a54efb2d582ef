import { Inject, Injectable } from '@nestjs/common';

import type { ClaimedCall, Lease } from '@ringwell/database/repositories/call-runs.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import type { Analysis } from '@ringwell/domain/analysis';
import type { Transcript } from '@ringwell/domain/transcript';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { planDeliveries } from '../deliveries/delivery-plan';
import { DeliveryRules } from '../deliveries/delivery-rules';
import { usageOfCall } from './usage-of-call';

/** Ends a run with its result. */
@Injectable()
export class ConcludeCall {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: DeliveryRules,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The call's end, its usage, the day's total and the messages to send: all of it or nothing, and only while the lease
   * holds and the deadline has not passed.
   * @returns whether the run may call the result its own
   */
  conclude(
    lease: Lease,
    { call, user, settings }: ClaimedCall,
    transcript: Transcript,
    analysis: Analysis,
  ): Promise<boolean> {
    return this.unitOfWork.run(async ({ callRuns, usage, deliveries }) => {
      if (!(await callRuns.complete(lease))) return false;
      if (call.source !== 'demo') {
        await usage.record(
          call.userId,
          usageOfCall(call, user, analysis, {
            durationSeconds: transcript.durationSeconds,
            transcriptionEngine: transcript.engine,
            productName: this.config.PRODUCT_NAME,
            storedAt: new Date(),
          }),
        );
      }
      await deliveries.plan(call, planDeliveries({ call, user, settings, sentiment: analysis.sentiment }, this.rules));
      return true;
    });
  }
}
