import { rulesOutGuess, type Analysis } from './analysis';
import { SENTIMENT_LABELS, SENTIMENTS } from './sentiment';

/** Labels used to display, filter and count calls: the sentiment, or `needs_review` if it's only a guess. */
export const CALL_LABELS = [...SENTIMENTS, 'needs_review'] as const;
export type CallLabel = (typeof CALL_LABELS)[number];

export const CALL_LABEL_NAMES: Record<CallLabel, string> = { ...SENTIMENT_LABELS, needs_review: 'Needs a listen' };

type LabelSource = Pick<Analysis, 'sentiment' | 'needsReview'>;

export function callLabel({ sentiment, needsReview }: LabelSource): CallLabel {
  return needsReview ? 'needs_review' : sentiment;
}

export function callLabelName(analysis: LabelSource): string {
  return CALL_LABEL_NAMES[callLabel(analysis)];
}

/**
 * Returns a label's text: `Negative`, `Neutral (corrected)`, or `Needs a listen (probably Negative)` if the analyst can
 * guess.
 */
export function describeCallLabel(
  analysis: LabelSource & Pick<Analysis, 'reviewReason'> & { isCorrected?: boolean },
): string {
  const { sentiment, needsReview, reviewReason, isCorrected } = analysis;
  if (isCorrected) return `${callLabelName(analysis)} (corrected)`;
  const hasGuess = needsReview && !rulesOutGuess(reviewReason);
  return callLabelName(analysis) + (hasGuess ? ` (probably ${SENTIMENT_LABELS[sentiment]})` : '');
}
