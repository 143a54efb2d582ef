import { addDays, lengthInDays, startOfStep, type Period } from '@ringwell/domain/weekly-letters/report-period';

import type { Happiness, HappinessFigures } from '../../api/types';
import { formatPercent, plural } from './format';

/** Formats a score with its sign, such as +41, −12 or 0. */
export function formatScore(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace('-', '−');
}

/** Returns text such as "between +33 and +49". */
export function describeInterval({ low, high }: { low: number; high: number }): string {
  return `between ${formatScore(low)} and ${formatScore(high)}`;
}

/** Returns text such as "3 calls: too few for a score". */
export function tooFewCallsText({ judged }: Pick<HappinessFigures, 'judged'>): string {
  return judged === 0 ? 'No labeled calls' : `${plural(judged, 'call')}: too few for a score`;
}

/**
 * The score in words: "60% happy, 19% unhappy, better than in the previous 30 days".
 * @param change null if a period has no score; omits the comparison
 * @param comparison completes "better than"
 */
export function describePercentages(
  { positive, negative, judged }: Pick<HappinessFigures, 'positive' | 'negative' | 'judged'>,
  change: Pick<NonNullable<Happiness['change']>, 'points' | 'isClear'> | null,
  comparison: string,
): string {
  const percentages = `${formatPercent(positive / judged)} happy, ${formatPercent(negative / judged)} unhappy`;
  if (change === null) return percentages;
  if (!change.isClear) return `${percentages}, about the same as ${comparison}`;
  return `${percentages}, ${change.points > 0 ? 'better' : 'worse'} than ${comparison}`;
}

const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** Completes "better than": in October, in the first 12 days of October, in the previous 30 days. */
export function describePreviousPeriod({ from, before: previousPeriod }: { from: string; before: Period }): string {
  const days = plural(lengthInDays(previousPeriod), 'day');
  const isNext = addDays(previousPeriod.to, 1) === from;
  const isInMonth = previousPeriod.from === startOfStep(previousPeriod.to, 'month');
  if (!isInMonth || (isNext && from !== startOfStep(from, 'month'))) return `in the previous ${days}`;
  const month = MONTH_FORMAT.format(new Date(previousPeriod.from));
  return isNext ? `in ${month}` : `in the first ${days} of ${month}`;
}

/**
 * Describes how the score has changed. `null` if one of the periods has no score.
 * @param previousPeriod completes "Up 6 points from"
 */
export function describeChange(change: Happiness['change'], previousPeriod: string): string | null {
  if (change === null) return null;
  const { points, isClear } = change;
  if (points === 0) return `Unchanged from ${previousPeriod}.`;
  const direction = points > 0 ? 'Up' : 'Down';
  return `${direction} ${plural(Math.abs(points), 'point')} from ${previousPeriod}.${isClear ? '' : ' This may be due to chance.'}`;
}
