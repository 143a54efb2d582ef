import { Injectable } from '@nestjs/common';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { CallChecksRepository } from '@ringwell/database/calls/call-checks.repository';
import type { ClaimedCall } from '@ringwell/database/calls/call-runs.repository';
import type { Call } from '@ringwell/database/calls/call.entity';
import type { Guideline } from '@ringwell/domain/accounts/guideline';
import type { Analysis } from '@ringwell/domain/calls/analysis';
import { applyRules } from '@ringwell/domain/calls/apply-guideline-rules';
import { completeOutcome } from '@ringwell/domain/calls/complete-outcome';
import { DEFAULT_FLAG_PHRASES, findFlags } from '@ringwell/domain/calls/find-flags';
import { getDefaultInstruction } from '@ringwell/domain/calls/instruction';
import { describeLeadDays } from '@ringwell/domain/calls/lead-days';
import type { RecordingLoss } from '@ringwell/domain/calls/recording-loss';
import { reviewLimit } from '@ringwell/domain/calls/review-limit';
import { reviewRecording } from '@ringwell/domain/calls/review-recording';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { followUpKind } from '@ringwell/domain/follow-ups/follow-up';
import { sanitizeForStorage } from '@ringwell/domain/text/sanitize-for-storage';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { annotateSpan } from '@ringwell/platform/tracing/span';

import type { CallContext } from '../analysis/analyst';
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
   * Analyzes the call and applies the account's rules to the result, whichever analyst it comes from.
   * @param loss the missing part of the recording; null if it is complete
   * @throws AppError as `CautiousAnalyst.analyze` does
   */
  async analyze(
    { call, settings, guideline }: ClaimedCall,
    transcript: Transcript,
    loss: RecordingLoss | null,
    run: ActiveRun,
  ): Promise<Analysis> {
    const context = callContext(call, settings, guideline);
    const options = { signal: run.signal, attempts: call.attempts, msUntilDeadline: run.msUntilDeadline };
    const { reviewTolerance: tolerance } = settings;
    const checkedLabels = tolerance === 'standard' ? [] : await this.checks.listLabels(call.accountId);
    const getLimit = (engine: string): number => reviewLimit(tolerance, engine, checkedLabels).limit;
    const rawAnalysis = sanitizeForStorage(
      await this.metrics.timeStep('analyse', async () => {
        const analysis = await this.analyst.analyze(transcript, context, options, getLimit);
        annotateSpan({ 'ringwell.engine': analysis.engine });
        return analysis;
      }),
    );
    const reviewed = completeOutcome(reviewRecording(rawAnalysis, transcript, loss), transcript, call.direction, loss);
    const withRules = guideline ? applyRules(reviewed, transcript.segments, guideline) : reviewed;
    return withInstruction(withFlags(withRules, transcript, settings), transcript, call, settings);
  }
}

/** Facts about a call that aren't in the transcript. Pass redacted details. */
export function callContext(
  { direction, customerName }: Pick<Call, 'direction' | 'customerName'>,
  { vocabulary }: Pick<AccountSettings, 'vocabulary'>,
  guideline: Pick<Guideline, 'text'> | null,
): CallContext {
  return {
    direction: direction ?? undefined,
    customerName: customerName ?? undefined,
    vocabulary,
    guideline: guideline?.text ?? undefined,
  };
}

// Evidence for flags comes first because only the first few entries are kept.
function withFlags(
  analysis: Analysis,
  { segments }: Transcript,
  { dangerPhrases, legalPhrases }: ClaimedCall['settings'],
): Analysis {
  const matches = findFlags(segments, {
    danger: dangerPhrases ?? DEFAULT_FLAG_PHRASES.danger,
    legal: legalPhrases ?? DEFAULT_FLAG_PHRASES.legal,
  });
  const flags = matches.map(({ flag }) => flag);
  return { ...analysis, flags, evidence: [...matches.map(({ evidence }) => evidence), ...analysis.evidence] };
}

// Adds a default instruction if the analyst didn't write one.
function withInstruction(
  analysis: Analysis,
  transcript: Transcript,
  { direction, customerName }: ClaimedCall['call'],
  { leadsEnabled }: ClaimedCall['settings'],
): Analysis {
  const { topic, booking, followUp } = analysis;
  if (followUp.what !== undefined) return analysis;
  const kind = followUpKind(analysis, transcript, direction, leadsEnabled);
  const isInDanger = analysis.flags?.includes('danger');
  const facts = { topic, customerName, booking, leadDays: describeLeadDays(transcript.segments), isInDanger };
  const instruction = getDefaultInstruction(kind, facts);
  return instruction === undefined ? analysis : { ...analysis, followUp: { ...followUp, what: instruction } };
}
