import type { ReviewReason } from './analysis';
import { callLabelName } from './call-label';
import { SENTIMENT_LABELS, type Sentiment } from './sentiment';

export const MAX_REASON_LENGTH = 500;

export interface StoredCorrection {
  sentiment: Sentiment;
  why: string | null;
  originalSentiment: Sentiment;
  originalNeedsReview: boolean;
  originalReviewReason: ReviewReason | null;
  originalConfidence: number;
  correctedAt: Date | string;
  /** Null once the user is deleted. */
  correctorName: string | null;
}

/** A correction as returned by the API and sent to webhooks. */
export interface LabelCorrection {
  sentiment: Sentiment;
  label: string;
  why: string | null;
  correctedBy: string | null;
  correctedAt: string;
  original: OriginalLabel;
}

export interface OriginalLabel {
  sentiment: Sentiment;
  needsReview: boolean;
  reviewReason: ReviewReason | null;
  label: string;
  confidence: number;
}

export function toLabelCorrection(correction: StoredCorrection): LabelCorrection {
  const { sentiment, why, correctorName, correctedAt, originalSentiment, originalNeedsReview } = correction;
  return {
    sentiment,
    label: SENTIMENT_LABELS[sentiment],
    why,
    correctedBy: correctorName,
    correctedAt: new Date(correctedAt).toISOString(),
    original: toOriginalLabel({
      sentiment: originalSentiment,
      needsReview: originalNeedsReview,
      reviewReason: correction.originalReviewReason,
      confidence: correction.originalConfidence,
    }),
  };
}

export function toOriginalLabel(original: Omit<OriginalLabel, 'label'>): OriginalLabel {
  const { sentiment, needsReview, reviewReason, confidence } = original;
  return {
    sentiment,
    needsReview,
    reviewReason,
    label: callLabelName(original),
    confidence: Math.round(confidence * 10_000) / 10_000, // stored as a 4-byte float
  };
}
