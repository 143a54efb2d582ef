import { preventsGuess, type Analysis } from './analysis';
import { SENTIMENT_LABELS, SENTIMENTS } from './sentiment';

/** Labels used to display, filter and count calls: the sentiment, unless it's only a guess. */
export const CALL_LABELS = [...SENTIMENTS, 'needs_review'] as const;
export type CallLabel = (typeof CALL_LABELS)[number];

export const CALL_LABEL_NAMES: Record<CallLabel, string> = { ...SENTIMENT_LABELS, needs_review: 'Needs a listen' };

type Labeled = Pick<Analysis, 'sentiment' | 'needsReview'>;

export function callLabel({ sentiment, needsReview }: Labeled): CallLabel {
  return needsReview ? 'needs_review' : sentiment;
}

export function callLabelName(analysis: Labeled): string {
  return CALL_LABEL_NAMES[callLabel(analysis)];
}

/**
 * Describes a label: with its guess, if the words allow one (`Needs a listen (probably Negative)`), or marked as
 * corrected (`Neutral (corrected)`).
 */
export function describeCallLabel(
  analysis: Labeled & Pick<Analysis, 'reviewReason'> & { isCorrected?: boolean },
): string {
  const { sentiment, needsReview, reviewReason, isCorrected } = analysis;
  if (isCorrected) return `${callLabelName(analysis)} (corrected)`;
  const hasGuess = needsReview && !preventsGuess(reviewReason);
  return callLabelName(analysis) + (hasGuess ? ` (probably ${SENTIMENT_LABELS[sentiment]})` : '');
}
