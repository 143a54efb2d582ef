import type { Judgment } from '@ringwell/domain/calls/analysis';
import type { CallDirection } from '@ringwell/domain/calls/call';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { Transcript } from '@ringwell/domain/calls/transcript';

export interface CallContext {
  direction?: CallDirection;
  /** The customer's name as sent with the call. */
  customerName?: string;
  /** The account's names and words, which the transcript may misspell. */
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
  /** Remaining time until `signal` is aborted. */
  msUntilDeadline?: number;
}

/** Something the company still owes after a call. */
export interface NextStep {
  who: 'company' | 'customer';
  /** An instruction that starts with a verb. */
  what: string;
  /** The time in the speaker's words; null when none was named. */
  when: string | null;
  /** Index of the segment that contains it. */
  segment: number;
}

/** A writer's response about a call. Nothing in it is used before it is checked. */
export interface Draft {
  /** One to four sentences, outcome first. */
  summary: string;
  /** Facts that are not in the summary. */
  points: string[];
  next: NextStep[];
  /** The exact words that explain the label. */
  quote: { segment: number; words: string } | null;
}

/** Judges how happy the customer is, and what the call is about. */
export abstract class Judge {
  /** Stored with an analysis and displayed: `local`, or `llm:<model>`. */
  abstract readonly engine: string;

  /**
   * Judges a transcript of at least one segment. A judge that can also write returns the words as well.
   * @throws AppError of kind `provider`, retryable when the same call may succeed later
   */
  abstract judge(
    transcript: Transcript,
    context: CallContext,
    options: AnalyzeOptions,
  ): Promise<Judgment & { draft?: Draft }>;
}

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
