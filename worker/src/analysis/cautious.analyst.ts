import { Inject, Injectable, Optional } from '@nestjs/common';

import { PROMISE_CLAIM, type Analysis } from '@ringwell/domain/analysis';
import { AppError } from '@ringwell/domain/app-error';
import { standardLimit } from '@ringwell/domain/review-limit';
import type { Transcript } from '@ringwell/domain/transcript';

import { Judge, Writer, type AnalyzeOptions, type CallContext, type Draft } from './analyst';
import { checkDraft, type CheckedWords } from './checks/check-draft';
import { LocalAnalyst } from './engines/local.analyst';
import { reviewed, withoutClaims } from './review';

/** Decides for any judge whether its label is only a guess, and lets no writer say what the call does not. */
@Injectable()
export class CautiousAnalyst {
  private readonly builtIn = new LocalAnalyst();

  constructor(
    private readonly judge: Judge,
    @Optional() @Inject(Writer) private readonly writer: Writer | null = null,
  ) {}

  /**
   * Words of poor quality are only given to the built-in judge, for a guess that costs nothing.
   * @param limitOf the confidence below which labels of an engine are guesses
   * @throws AppError as `Judge.judge` does
   */
  async analyze(
    transcript: Transcript,
    context: CallContext,
    options: AnalyzeOptions,
    limitOf: (engine: string) => number = standardLimit,
  ): Promise<Analysis> {
    if (transcript.quality?.level === 'poor')
      return withoutClaims(await this.builtIn.judge(transcript, context, options));
    const { draft, ...judgment } = await this.judge.judge(transcript, context, options);
    const second =
      judgment.engine === this.builtIn.engine ? undefined : await this.builtIn.judge(transcript, context, options);
    const analysis = reviewed(judgment, transcript, limitOf(judgment.engine), second);
    if (draft === undefined || this.writer === null) return analysis;
    const words = await this.checkedWords(draft, analysis, transcript, context, options);
    return words ? withWords(analysis, words, this.writer.engine) : analysis;
  }

  // What fails is asked for once more, with the fault named, and then dropped.
  private async checkedWords(
    draft: Draft,
    { sentiment }: Analysis,
    transcript: Transcript,
    context: CallContext,
    { signal }: AnalyzeOptions,
  ): Promise<CheckedWords | null> {
    const first = checkDraft(draft, transcript, { ...context, sentiment });
    if (first.faults.length === 0 || this.writer === null) return first.words;
    const again = await this.writer
      .write(transcript, context, { signal }, { draft, faults: first.faults })
      .catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof AppError && error.kind === 'provider') return null;
        throw error;
      });
    const second = again && checkDraft(again, transcript, { ...context, sentiment });
    return second?.words ?? first.words;
  }
}

/** What was written, in place of what the judge has quoted for the same. */
export function withWords(analysis: Analysis, words: CheckedWords, writer: string): Analysis {
  const { summary, points, instruction, evidence } = words;
  const replaced = new Set(evidence.map(({ claim }) => claim));
  return {
    ...analysis,
    writer,
    summary,
    keyPoints: points,
    followUp: { ...analysis.followUp, ...(instruction !== null && { what: instruction }) },
    evidence: [
      ...evidence,
      ...analysis.evidence.filter(
        ({ claim }) => !replaced.has(claim) && (claim !== PROMISE_CLAIM || instruction === null),
      ),
    ],
  };
}
