import type { Analysis } from '@ringwell/domain/analysis';
import type { CallDirection } from '@ringwell/domain/call';
import type { Transcript } from '@ringwell/domain/transcript';

export interface CallContext {
  direction?: CallDirection;
  /** The customer's name as the sender of the call gave it. */
  customerName?: string;
}

export abstract class Analyst {
  /** Stored with an analysis and displayed: `local`, or `llm:<model>`. */
  abstract readonly engine: string;

  /**
   * Analyzes a transcript of at least one segment. Claims whose quote is not in it are dropped; see `checkEvidence`.
   * @throws AppError of kind `provider`, retryable when the same call may succeed later
   */
  abstract analyze(transcript: Transcript, context: CallContext, options: { signal: AbortSignal }): Promise<Analysis>;
}
