import { rulesOutGuess, type ReviewReason } from '@ringwell/domain/calls/analysis';
import { SENTIMENT_LABELS } from '@ringwell/domain/calls/sentiment';

import type { CallSummary } from '../../api/types';

export const REVIEW_REASON_TEXTS: Record<ReviewReason, string> = {
  words_unreliable: "We couldn't make out enough of this recording to judge it.",
  too_few_words: 'This recording is too short to judge.',
  recording_incomplete: "Part of this recording couldn't be read.",
  low_confidence: "We're not sure how this customer felt.",
  mixed_signals: 'This customer sounded both happy and unhappy.',
};

export const TRANSCRIPT_UNRELIABLE = "Don't rely on this transcript: many of its words are probably wrong.";

/** The analyzed part of a call. A call needs a listen if and only if it has a reason. */
export type ReviewedCall = Pick<CallSummary, 'sentiment' | 'reviewReason'>;

/**
 * The guess behind "Needs a listen", such as `Probably Negative`. Null if there are too few reliable words for a guess.
 */
export function guessText({ sentiment, reviewReason }: ReviewedCall): string | null {
  if (sentiment === null || reviewReason === null || rulesOutGuess(reviewReason)) return null;
  return `Probably ${SENTIMENT_LABELS[sentiment]}`;
}
