import type { Analysis, Judgment, MoodSpan, ReviewReason } from '@ringwell/domain/calls/analysis';
import { supportsLanguage } from '@ringwell/domain/calls/review-limit';
import { SENTIMENT_LABELS } from '@ringwell/domain/calls/sentiment';
import type { Transcript } from '@ringwell/domain/calls/transcript';

/** Confidence at which a disagreeing judge overrides a language model. */
const MIN_OVERRIDE_CONFIDENCE = 0.95;

/**
 * Decides whether a call with a usable transcript needs review. Callers can tell a language model what to say, so the
 * label must be supported by the customer's words, or the built-in judge must agree that it's Neutral. In either case,
 * the built-in judge must not be sure of a different label. The built-in judge only supports English.
 * @param limit the confidence below which labels are guesses
 * @param builtInJudgment the built-in judge's verdict, if `judgment` comes from a language model
 */
export function toReviewedAnalysis(
  judgment: Judgment,
  transcript: Pick<Transcript, 'language' | 'segments'>,
  limit: number,
  builtInJudgment?: Judgment,
): Analysis {
  if (!supportsLanguage(judgment.engine, transcript)) return toAnalysis({ ...judgment, topic: null }, 'low_confidence');
  const isUncertain =
    builtInJudgment &&
    (!isSupportedByCustomer(judgment, transcript, builtInJudgment) ||
      confidentlyDisagrees(builtInJudgment, judgment, transcript));
  return toAnalysis(judgment, isUncertain ? 'low_confidence' : reasonToReview(judgment, limit));
}

/** Reduces a judgment to its label, as a guess, because the transcript is unreliable. */
export function withoutClaims(judgment: Judgment): Analysis {
  const guess = { ...judgment, topic: null, course: [], evidence: [], followUpNeeded: false };
  return toAnalysis(guess, 'words_unreliable');
}

// Converts a judgment to an analysis without a summary.
function toAnalysis({ followUpNeeded, topic, ...judgment }: Judgment, reviewReason: ReviewReason | null): Analysis {
  return {
    ...judgment,
    topic: reviewReason !== null && topic === 'praise' ? null : topic, // "praise" next to a guess would claim that the customer is happy
    needsReview: reviewReason !== null,
    reviewReason,
    writer: null,
    summary: '',
    keyPoints: [],
    followUp: { needed: followUpNeeded },
  };
}

/** Whether the customer's words explain the label. For Neutral, the built-in judge's agreement is enough. */
export function isSupportedByCustomer(
  { sentiment, evidence }: Judgment,
  transcript: Pick<Transcript, 'language' | 'segments'>,
  builtInJudgment: Judgment,
): boolean {
  if (
    sentiment === 'neutral' &&
    (builtInJudgment.sentiment === 'neutral' || !supportsLanguage(builtInJudgment.engine, transcript))
  )
    return true;
  return evidence.some(
    ({ claim, segment }) => claim === SENTIMENT_LABELS[sentiment] && transcript.segments[segment]?.speaker !== 'agent',
  );
}

/** Whether the built-in judge is sure of a different label. */
export function confidentlyDisagrees(
  builtInJudgment: Judgment,
  { sentiment }: Judgment,
  transcript: Pick<Transcript, 'language'>,
): boolean {
  return (
    supportsLanguage(builtInJudgment.engine, transcript) &&
    builtInJudgment.sentiment !== sentiment &&
    builtInJudgment.confidence >= MIN_OVERRIDE_CONFIDENCE
  );
}

function reasonToReview({ confidence, course }: Judgment, limit: number): ReviewReason | null {
  if (confidence >= limit) return null;
  return showsBothMoods(course) ? 'mixed_signals' : 'low_confidence';
}

function showsBothMoods(course: readonly MoodSpan[]): boolean {
  const moods = new Set(course.map(({ sentiment }) => sentiment));
  return moods.has('positive') && moods.has('negative');
}
