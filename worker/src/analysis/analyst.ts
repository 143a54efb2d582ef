import type { UnreviewedAnalysis } from '@ringwell/domain/analysis';
import type { CallDirection } from '@ringwell/domain/call';
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

export interface AnalyzeOptions {
  /** Aborted at the call's deadline or when the lease is lost. */
  signal: AbortSignal;
  /** Attempts of the run so far, including this one. */
  attempts?: number;
  /** Until `signal` is aborted. */
  msUntilDeadline?: number;
}

export abstract class Analyst {
  /** Stored with an analysis and displayed: `local`, or `llm:<model>`. */
  abstract readonly engine: string;

  /**
   * Analyzes a transcript of at least one segment. Claims whose quote is not in it are dropped; see `checkEvidence`.
   * @throws AppError of kind `provider`, retryable when the same call may succeed later
   */
  abstract analyze(transcript: Transcript, context: CallContext, options: AnalyzeOptions): Promise<UnreviewedAnalysis>;
}
