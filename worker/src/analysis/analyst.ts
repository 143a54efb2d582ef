import type { Judgment } from '@ringwell/domain/analysis';
import type { CallDirection } from '@ringwell/domain/call';
import type { Sentiment } from '@ringwell/domain/sentiment';
import type { Transcript } from '@ringwell/domain/transcript';

export interface CallContext {
  direction?: CallDirection;
  /** The customer's name as the sender of the call gave it. */
  customerName?: string;
  /** Names and words of the account, which the transcript may spell wrong. */
  vocabulary?: readonly string[];
  /** The text of the account's guideline. Only language models can follow it. */
  guideline?: string;
}

export interface WriterContext extends CallContext {
  /** The label that the judge has given. */
  sentiment: Sentiment;
}

export interface AnalyzeOptions {
  /** Aborted at the call's deadline or when the lease is lost. */
  signal: AbortSignal;
  /** Attempts of the run so far, including this one. */
  attempts?: number;
  /** Until `signal` is aborted. */
  msUntilDeadline?: number;
}

/** Something that is still owed after a call. */
export interface NextStep {
  who: 'company' | 'customer';
  /** An instruction that begins with a verb. */
  what: string;
  /** As it was said; null when no time was named. */
  when: string | null;
  /** Index of the segment that says so. */
  segment: number;
}

/** The words of a call as a writer answers them. None of it counts before it is checked. */
export interface Draft {
  /** One to four sentences, the outcome first. */
  summary: string;
  /** Facts that the summary does not have. */
  points: string[];
  next: NextStep[];
  /** The exact words that explain the label. */
  quote: { segment: number; words: string } | null;
}

/** Says how happy the customer is, and what the call is about. */
export abstract class Judge {
  /** Stored with an analysis and displayed: `local`, or `llm:<model>`. */
  abstract readonly engine: string;

  /**
   * Judges a transcript of at least one segment. A judge that can also write answers with the words, too.
   * @throws AppError of kind `provider`, retryable when the same call may succeed later
   */
  abstract judge(
    transcript: Transcript,
    context: CallContext,
    options: AnalyzeOptions,
  ): Promise<Judgment & { draft?: Draft }>;
}

/** Writes the words of a call. */
export abstract class Writer {
  /** Stored with the words and displayed; null while it has no model. */
  abstract readonly engine: string | null;

  /** Takes the writer for this process, if it is one for several. Returns how many more calls it would begin now. */
  reserve?(): number;

  /** How long the note of a call waits for its words, if longer than for a writer elsewhere. */
  readonly waitSeconds?: number;

  /** What an administrator should do about it; null when all is well. */
  describeProblem?(): string | null;

  /**
   * @param faulty an earlier answer, with what is wrong about it
   * @throws AppError as `Judge.judge` does
   */
  abstract write(
    transcript: Transcript,
    context: WriterContext,
    options: Pick<AnalyzeOptions, 'signal'>,
    faulty?: { draft: Draft; faults: readonly string[] },
  ): Promise<Draft>;
}
