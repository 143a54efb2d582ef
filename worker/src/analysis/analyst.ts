import type { Judgment } from '@ringwell/domain/analysis';
import type { CallDirection } from '@ringwell/domain/call';
import type { Transcript } from '@ringwell/domain/transcript';

export interface CallContext {
  direction?: CallDirection;
  /** The customer's name as sent with the call. */
  customerName?: string;
  /** The account's names and words, which the transcript may misspell. */
  vocabulary?: readonly string[];
  /** The text of the account's guideline. Only language models can follow it. */
  guideline?: string;
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
  abstract readonly engine: string;

  /**
   * @param faulty an earlier answer, with what is wrong about it
   * @throws AppError as `Judge.judge` does
   */
  abstract write(
    transcript: Transcript,
    context: CallContext,
    options: Pick<AnalyzeOptions, 'signal'>,
    faulty?: { draft: Draft; faults: readonly string[] },
  ): Promise<Draft>;
}
