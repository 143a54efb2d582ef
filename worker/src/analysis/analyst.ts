import type { Analysis } from '@ringwell/domain/analysis';
import type { CallDirection } from '@ringwell/domain/call';
import type { Transcript } from '@ringwell/domain/transcript';

/** What is known of a call besides its words. */
export interface CallContext {
  direction?: CallDirection;
  /** The customer's name as the sender of the call gave it. */
  customerName?: string;
}

/** Judges a call: label, summary, key points and the evidence for them. */
export abstract class Analyst {
  /** As stored with an analysis and shown to people: `local`, or `llm:<model>`. */
  abstract readonly engine: string;

  /**
   * Its evidence has been through `checkEvidence`: claims whose quote is not in the transcript are dropped.
   * @param transcript with at least one segment
   * @throws AppError of kind `provider`, retryable when the same call may succeed later.
   */
  abstract analyze(transcript: Transcript, context: CallContext, options: { signal: AbortSignal }): Promise<Analysis>;
}
