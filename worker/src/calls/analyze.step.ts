import { Injectable } from '@nestjs/common';

import { CallChecksRepository } from '@ringwell/database/calls/call-checks.repository';
import type { ClaimedCall } from '@ringwell/database/calls/call-runs.repository';
import type { Analysis } from '@ringwell/domain/analysis';
import { applyRules } from '@ringwell/domain/apply-rules';
import { reviewLimit } from '@ringwell/domain/review-limit';
import { sanitizeForStorage } from '@ringwell/domain/sanitize-for-storage';
import type { Transcript } from '@ringwell/domain/transcript';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { annotateSpan } from '@ringwell/platform/tracing/span';

import { CautiousAnalyst } from '../analysis/cautious.analyst';
import type { ActiveRun } from './active-run';

@Injectable()
export class AnalyzeStep {
  constructor(
    private readonly checks: CallChecksRepository,
    private readonly analyst: CautiousAnalyst,
    private readonly metrics: PipelineMetrics,
  ) {}

  /**
   * Analyzes the call and lets the account's rules decide about the result, whichever analyst made it.
   * @throws AppError as `CautiousAnalyst.analyze` does
   */
  async analyze({ call, settings, guideline }: ClaimedCall, transcript: Transcript, run: ActiveRun): Promise<Analysis> {
    const context = {
      direction: call.direction ?? undefined,
      customerName: call.customerName ?? undefined,
      vocabulary: settings.vocabulary,
      guideline: guideline?.text ?? undefined,
    };
    const options = { signal: run.signal, attempts: call.attempts, msUntilDeadline: run.msUntilDeadline };
    const { reviewTolerance: tolerance } = settings;
    const checked = tolerance === 'standard' ? [] : await this.checks.listLabels(call.accountId);
    const limitOf = (engine: string): number => reviewLimit(tolerance, engine, checked).limit;
    const found = sanitizeForStorage(
      await this.metrics.timeStep('analyse', async () => {
        const analysis = await this.analyst.analyze(transcript, context, options, limitOf);
        annotateSpan({ 'ringwell.engine': analysis.engine });
        return analysis;
      }),
    );
    return guideline ? applyRules(found, transcript.segments, guideline) : found;
  }
}
