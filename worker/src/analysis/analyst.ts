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
  /** The judge's label. */
  sentiment: Sentiment;
}

export interface AnalyzeOptions {
  /** Aborted at the call's deadline or when the lease is lost. */
  signal: AbortSignal;
  /** Number of attempts so far, including this one. */
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
  /** Index of the segment in which the step is mentioned. */
  segment: number;
}

/** A writer's unchecked response about a call; `checkDraft` decides which parts are used. */
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
   * Judges a transcript of at least one segment. A judge that can also write returns a draft, too.
   * @throws AppError of kind `provider`, retryable when the same call may succeed later
   */
  abstract judge(
    transcript: Transcript,
    context: CallContext,
    options: AnalyzeOptions,
  ): Promise<Judgment & { draft?: Draft }>;
}

export abstract class Writer {
  /** Stored with the summary and displayed; null while no model is available. */
  abstract readonly engine: string | null;

  /** Reserves a writer that several processes share. Returns how many more calls it can start now. */
  reserve?(): number;

  /** How long a call's note waits for its summary, if longer than the default. */
  readonly waitSeconds?: number;

  /** The problem and its solution, for the administrator; null if there is none. */
  describeProblem?(): string | null;

  /**
   * @param faulty an earlier response and its faults
   * @throws AppError as `Judge.judge` does
   */
  abstract write(
    transcript: Transcript,
    context: WriterContext,
    options: Pick<AnalyzeOptions, 'signal'>,
    faulty?: { draft: Draft; faults: readonly string[] },
  ): Promise<Draft>;
}
