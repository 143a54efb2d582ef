import type { Happiness, HappinessFigures } from '../../api/types';
import { formatPercent, plural } from './format';

/** 41 → +41, -12 → −12, 0 → 0 */
export function formatScore(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace('-', '−');
}

/** between +33 and +49 */
export function describeInterval({ low, high }: { low: number; high: number }): string {
  return `between ${formatScore(low)} and ${formatScore(high)}`;
}

/** 3 calls: too few for a score */
export function tooFewCalls({ judged }: Pick<HappinessFigures, 'judged'>): string {
  return judged === 0 ? 'No labeled calls' : `${plural(judged, 'call')}: too few for a score`;
}

/**
 * The score in words: "60% happy, 19% unhappy, better than in the 30 days before".
 * @param before completes "better than in"; no comparison where one of the two periods has no score
 */
export function describeShares(
  { positive, negative, judged }: HappinessFigures,
  change: Happiness['change'],
  before: string,
): string {
  const shares = `${formatPercent(positive / judged)} happy, ${formatPercent(negative / judged)} unhappy`;
  if (change === null) return shares;
  if (!change.isClear) return `${shares}, about the same as in ${before}`;
  return `${shares}, ${change.points > 0 ? 'better' : 'worse'} than in ${before}`;
}

/**
 * How the score has changed. `null` where one of the two periods has no score.
 * @param before completes "Up 6 points from"
 */
export function describeChange(change: Happiness['change'], before: string): string | null {
  if (change === null) return null;
  const { points, isClear } = change;
  if (points === 0) return `Unchanged from ${before}.`;
  const direction = points > 0 ? 'Up' : 'Down';
  return `${direction} ${plural(Math.abs(points), 'point')} from ${before}.${isClear ? '' : ' That may be chance.'}`;
}
