import { Inject, Injectable, Optional } from '@nestjs/common';

import { WORDS_WAIT_SECONDS } from '@ringwell/database/calls/pending-words.repository';
import { PROMISE_CLAIM, type Analysis } from '@ringwell/domain/calls/analysis';
import { standardLimit } from '@ringwell/domain/calls/review-limit';
import { SENTIMENT_LABELS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import type { Transcript } from '@ringwell/domain/calls/transcript';

import { Judge, Writer, type AnalyzeOptions, type CallContext } from './analyst';
import { checkDraft, type CheckedSummary } from './checks/check-draft';
import { LocalAnalyst } from './engines/local/local.analyst';
import { toReviewedAnalysis, withoutClaims } from './review';

/** Decides whether a judge's label is only a guess, and removes unsupported statements from drafts. */
@Injectable()
export class CautiousAnalyst {
  private readonly builtIn = new LocalAnalyst();

  constructor(
    private readonly judge: Judge,
    @Optional() @Inject(Writer) private readonly writer: Writer | null = null,
  ) {}

  /** The engine that currently writes summaries; null if there is no language model. */
  get writerEngine(): string | null {
    return this.writer?.engine ?? null;
  }

  /**
   * Judges a call. A poor transcript is sent only to the built-in judge, whose guess is free.
   * @param getLimit returns the confidence below which an engine's labels are treated as guesses
   * @throws AppError like `Judge.judge`
   */
  async analyze(
    transcript: Transcript,
    context: CallContext,
    options: AnalyzeOptions,
    getLimit: (engine: string) => number = standardLimit,
  ): Promise<Analysis> {
    if (transcript.quality?.level === 'poor')
      return withoutClaims(await this.builtIn.judge(transcript, context, options));
    const { draft, ...judgment } = await this.judge.judge(transcript, context, options);
    const builtInJudgment =
      judgment.engine === this.builtIn.engine ? undefined : await this.builtIn.judge(transcript, context, options);
    const analysis = toReviewedAnalysis(judgment, transcript, getLimit(judgment.engine), builtInJudgment);
    const { writerEngine } = this;
    if (draft === undefined || writerEngine === null) return analysis;
    const { checkedSummary, issues } = checkDraft(draft, transcript, { ...context, sentiment: analysis.sentiment });
    return checkedSummary && issues.length === 0 ? withSummary(analysis, checkedSummary, writerEngine) : analysis;
  }

  /**
   * How long a call's note waits for a summary if the judge didn't write one, or wrote one that the call doesn't
   * support. Null if there's no writer to provide one.
   */
  summaryWaitSeconds({ writer, reviewReason }: Pick<Analysis, 'writer' | 'reviewReason'>): number | null {
    if (this.writer === null || this.writerEngine === null) return null;
    if (writer !== null || reviewReason === 'words_unreliable') return null;
    return this.writer.waitSeconds ?? WORDS_WAIT_SECONDS;
  }

  /**
   * Writes the summary of a labeled call. A draft with issues is sent back once with a list of them; parts that
   * still have issues are dropped.
   * @returns null if the summary is still unreliable, or there is no writer
   * @throws AppError like `Writer.write`
   */
  async write(
    transcript: Transcript,
    sentiment: Sentiment,
    context: CallContext,
    options: Pick<AnalyzeOptions, 'signal'>,
  ): Promise<CheckedSummary | null> {
    if (this.writer === null) return null;
    const labeledContext = { ...context, sentiment };
    const draft = await this.writer.write(transcript, labeledContext, options);
    const { checkedSummary, issues } = checkDraft(draft, transcript, labeledContext);
    if (issues.length === 0) return checkedSummary;
    const revisedDraft = await this.writer.write(transcript, labeledContext, options, { draft, issues });
    return checkDraft(revisedDraft, transcript, labeledContext).checkedSummary;
  }
}

/** Adds the writer's summary and replaces the judge's quotes for the same claims. */
export function withSummary(analysis: Analysis, checkedSummary: CheckedSummary, writer: string): Analysis {
  const { summary, points, instruction } = checkedSummary;
  // If an account rule set the label, the words it matched are the evidence.
  const ruleClaim = analysis.appliedRules?.label ? SENTIMENT_LABELS[analysis.sentiment] : null;
  const evidence = checkedSummary.evidence.filter(({ claim }) => claim !== ruleClaim);
  const replacedClaims = new Set(evidence.map(({ claim }) => claim));
  return {
    ...analysis,
    writer,
    summary,
    keyPoints: points,
    followUp: { ...analysis.followUp, ...(instruction !== null && { what: instruction }) },
    evidence: [
      ...evidence,
      ...analysis.evidence.filter(
        ({ claim }) => !replacedClaims.has(claim) && (claim !== PROMISE_CLAIM || instruction === null),
      ),
    ],
  };
}
