import { Injectable } from '@nestjs/common';

import { CallRunsRepository } from '@ringwell/database/calls/call-runs.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { Analysis } from '@ringwell/domain/analysis';
import { sanitizeForStorage } from '@ringwell/domain/sanitize-for-storage';
import type { Transcript } from '@ringwell/domain/transcript';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';

import { Analyst } from '../analysis/analyst';
import type { ActiveRun } from './active-run';

@Injectable()
export class AnalyzeStep {
  constructor(
    private readonly runs: CallRunsRepository,
    private readonly analyst: Analyst,
    private readonly metrics: PipelineMetrics,
  ) {}

  /** @throws AppError as `Analyst.analyze` does */
  async analyze(call: Call, transcript: Transcript, run: ActiveRun): Promise<Analysis> {
    const context = { direction: call.direction ?? undefined, customerName: call.customerName ?? undefined };
    const options = { signal: run.signal };
    const analysis = sanitizeForStorage(
      await this.metrics.timeStep('analyse', () => this.analyst.analyze(transcript, context, options)),
    );
    await run.hold(this.runs.saveAnalysis(run.lease, analysis));
    return analysis;
  }
}
