import { addDays, lengthInDays, startOfStep, type Period } from '@ringwell/domain/weekly-letters/report-period';

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
 * @param change null if a period has no score; omits the comparison
 * @param other completes "better than"
 */
export function describeShares(
  { positive, negative, judged }: Pick<HappinessFigures, 'positive' | 'negative' | 'judged'>,
  change: Pick<NonNullable<Happiness['change']>, 'points' | 'isClear'> | null,
  other: string,
): string {
  const shares = `${formatPercent(positive / judged)} happy, ${formatPercent(negative / judged)} unhappy`;
  if (change === null) return shares;
  if (!change.isClear) return `${shares}, about the same as ${other}`;
  return `${shares}, ${change.points > 0 ? 'better' : 'worse'} than ${other}`;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** Completes "better than": in October, in the first 12 days of October, in the 30 days before. */
export function describePreviousPeriod({ from, before }: { from: string; before: Period }): string {
  const days = plural(lengthInDays(before), 'day');
  const isNext = addDays(before.to, 1) === from;
  const isInMonth = before.from === startOfStep(before.to, 'month');
  if (!isInMonth || (isNext && from !== startOfStep(from, 'month'))) return `in the ${days} before`;
  const month = monthName.format(new Date(before.from));
  return isNext ? `in ${month}` : `in the first ${days} of ${month}`;
}

/**
 * Describes how the score has changed. `null` if one of the periods has no score.
 * @param before completes "Up 6 points from"
 */
export function describeChange(change: Happiness['change'], before: string): string | null {
  if (change === null) return null;
  const { points, isClear } = change;
  if (points === 0) return `Unchanged from ${before}.`;
  const direction = points > 0 ? 'Up' : 'Down';
  return `${direction} ${plural(Math.abs(points), 'point')} from ${before}.${isClear ? '' : ' This may be due to chance.'}`;
}
