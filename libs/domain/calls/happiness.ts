import type { CallLabel } from './call-label';
import { SENTIMENTS } from './sentiment';

/** With fewer judged calls, the score is mostly due to chance. */
export const MIN_JUDGED_CALLS = 10;

/** Shown next to numbers after the account's time zone changed, until all days have been recounted. */
export const RECOUNTING_NOTE = 'Older calls are still being counted. The numbers may change for a few minutes.';

export type LabelCounts = Record<CallLabel, number>;

export const NO_CALLS: Readonly<LabelCounts> = { positive: 0, neutral: 0, negative: 0, needs_review: 0 };

/** Points from -100 (all customers unhappy) to +100 (all happy), with the bounds of the 95% confidence interval. */
export interface HappinessScore {
  score: number;
  low: number;
  high: number;
}

// This z-score gives a 95% confidence interval.
const Z_SCORE = 1.96;

/** Excludes calls that need a listen, because their label is only a guess. */
export function countJudgedCalls(counts: LabelCounts): number {
  return SENTIMENTS.reduce((sum, sentiment) => sum + counts[sentiment], 0);
}

export function addCounts(a: LabelCounts, b: LabelCounts): LabelCounts {
  return {
    positive: a.positive + b.positive,
    neutral: a.neutral + b.neutral,
    negative: a.negative + b.negative,
    needs_review: a.needs_review + b.needs_review,
  };
}

/**
 * Returns the percentage of happy customers minus the percentage of unhappy ones, or `null` for fewer than
 * `MIN_JUDGED_CALLS`.
 *
 * The interval is for the difference between two proportions of the same calls, with half a call added to each of the
 * table's four cells (Agresti and Min, 2005): with n calls, p = (positive + 0.5) / (n + 2) and q = (negative + 0.5) /
 * (n + 2), p - q ± 1.96 √((p + q - (p - q)²) / (n + 2)). So ten out of ten isn't a certain 100.
 */
export function happinessScore(counts: LabelCounts): HappinessScore | null {
  const calls = countJudgedCalls(counts);
  if (calls < MIN_JUDGED_CALLS) return null;
  const { center, variance } = estimateDifference(counts);
  const margin = Z_SCORE * Math.sqrt(variance);
  return {
    score: toPercentagePoints((counts.positive - counts.negative) / calls),
    low: toPercentagePoints(Math.max(-1, center - margin)),
    high: toPercentagePoints(Math.min(1, center + margin)),
  };
}

/** Returns the change in score in points, or `null` if there were too few calls. */
export function happinessChange(previous: LabelCounts, current: LabelCounts): HappinessScore | null {
  const [previousScore, currentScore] = [happinessScore(previous), happinessScore(current)];
  if (!previousScore || !currentScore) return null;
  const [earlier, later] = [estimateDifference(previous), estimateDifference(current)];
  const change = later.center - earlier.center;
  const margin = Z_SCORE * Math.sqrt(earlier.variance + later.variance);
  return {
    score: currentScore.score - previousScore.score,
    low: toPercentagePoints(change - margin),
    high: toPercentagePoints(change + margin),
  };
}

/** Whether a change is unlikely to be due to chance alone. */
export function isClearChange({ low, high }: Pick<HappinessScore, 'low' | 'high'>): boolean {
  return low > 0 || high < 0;
}

function estimateDifference(counts: LabelCounts): { center: number; variance: number } {
  const calls = countJudgedCalls(counts) + 2;
  const [p, q] = [(counts.positive + 0.5) / calls, (counts.negative + 0.5) / calls];
  return { center: p - q, variance: (p + q - (p - q) ** 2) / calls };
}

/** Converts a fraction to points or percent. Avoids -0, which JSON and `===` treat as 0 but formatters show. */
export function toPercentagePoints(fraction: number): number {
  return Math.round(fraction * 100) + 0;
}
