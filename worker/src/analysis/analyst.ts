import type { Judgment } from '@ringwell/domain/calls/analysis';
import type { CallDirection } from '@ringwell/domain/calls/call';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { Transcript } from '@ringwell/domain/calls/transcript';

export interface CallContext {
  direction?: CallDirection;
  /** The customer's name as sent with the call. */
  customerName?: string;
  /** Names and terms from the account's vocabulary, which the transcript may misspell. */
  vocabulary?: readonly string[];
  /** The account's guideline text, which only language models can follow. */
  guideline?: string;
}

export interface WriterContext extends CallContext {
  /** The judge's label. */
  sentiment: Sentiment;
}

export interface AnalyzeOptions {
  /** Aborted at the call's deadline or when the lease is lost. */
  signal: AbortSignal;
  /** Attempts so far, including this one. */
  attempts?: number;
  msUntilDeadline?: number;
}

/** Something the company or the customer still has to do after a call. */
export interface NextStep {
  who: 'company' | 'customer';
  /** An instruction that starts with a verb. */
  what: string;
  /** The deadline in the speaker's words; null if none was mentioned. */
  when: string | null;
  /** Index of the segment that mentions the step. */
  segment: number;
}

/** A writer's unvalidated response; `checkDraft` keeps the supported parts. */
export interface Draft {
  /** One to four sentences, outcome first. */
  summary: string;
  /** Facts that are not in the summary. */
  points: string[];
  next: NextStep[];
  /** Verbatim quote that explains the label. */
  quote: { segment: number; words: string } | null;
}

/** Judges how happy the customer is, and what the call is about. */
export abstract class Judge {
  /** Stored with each analysis and shown to users: `local`, or `llm:<model>`. */
  abstract readonly engine: string;

  /**
   * Judges a transcript with at least one segment. Judges that can write also return a draft.
   * @throws AppError of kind `provider`, retryable if a later attempt may succeed
   */
  abstract judge(
    transcript: Transcript,
    context: CallContext,
    options: AnalyzeOptions,
  ): Promise<Judgment & { draft?: Draft }>;
}

export abstract class Writer {
  /** Stored with the summary and shown to users; null while no model is available. */
  abstract readonly engine: string | null;

  /** How many calls it accepts at a time, if that's fewer than usual. */
  readonly maxConcurrent?: number;

  /** Reserves a writer shared by several processes. @returns false while it's unavailable */
  reserve?(): boolean;

  /** How long a call's note waits for the summary, if that's longer than the default. */
  readonly waitSeconds?: number;

  /** A problem and how to fix it, for the administrator; null if everything works. */
  describeProblem?(): string | null;

  /**
   * @param rejection a previous draft and what was wrong with it
   * @throws AppError like `Judge.judge`
   */
  abstract write(
    transcript: Transcript,
    context: WriterContext,
    options: Pick<AnalyzeOptions, 'signal'>,
    rejection?: { draft: Draft; issues: readonly string[] },
  ): Promise<Draft>;
}
