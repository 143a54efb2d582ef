import { bookingChange, bookingRate, describeRate, countLeads } from '@ringwell/domain/calls/booking-rate';
import {
  happinessChange,
  happinessScore,
  isClearChange,
  countJudgedCalls,
  type LabelCounts,
} from '@ringwell/domain/calls/happiness';
import { plural } from '@ringwell/domain/text/plural';
import type { Period } from '@ringwell/domain/weekly-letters/report-period';
import type { WeeklyLetter } from '@ringwell/domain/weekly-letters/weekly-letter';

const WEEK = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
const NUMBER = new Intl.NumberFormat('en-US');

/** `Nov 16 – 22`. */
export function formatWeek({ from, to }: Period): string {
  return WEEK.formatRange(new Date(from), new Date(to)).replace(/[\u2009\u202F]/g, ' ');
}

/** `Mon, Nov 16`. */
export function formatDay(day: string): string {
  return DAY.format(new Date(day));
}

export function formatLetterTitle({ counts, previousCounts }: Pick<WeeklyLetter, 'counts' | 'previousCounts'>): string {
  const score = happinessScore(counts);
  if (score === null) return `Last week: ${formatCalls(counts)}`;
  const change = happinessChange(previousCounts, counts);
  const isClear = change !== null && isClearChange(change);
  return `Customer happiness last week: ${formatPoints(score.score)}${isClear ? `, ${formatDirection(change.score)}` : ''}`;
}

/** `128 calls, 4 need a listen`. */
export function formatCalls(counts: LabelCounts): string {
  return `${formatCount(countJudgedCalls(counts) + counts.needs_review, 'call')}${formatUnjudged(counts)}`;
}

function formatUnjudged({ needs_review: count }: LabelCounts): string {
  return count === 0 ? '' : `, ${NUMBER.format(count)} ${count === 1 ? 'needs' : 'need'} a listen`;
}

/** `60 positive, 49 neutral, 19 negative`. */
export function formatLabels({ positive, neutral, negative }: LabelCounts): string {
  return [
    `${NUMBER.format(positive)} positive`,
    `${NUMBER.format(neutral)} neutral`,
    `${NUMBER.format(negative)} negative`,
  ].join(', ');
}

export function formatScore(counts: LabelCounts): string {
  const score = happinessScore(counts);
  if (score === null) return `${formatCount(countJudgedCalls(counts), 'labeled call')}: too few for a score`;
  return `${formatPoints(score.score)} (between ${formatPoints(score.low)} and ${formatPoints(score.high)})`;
}

/** Returns null if the week has no score. If only the week before has none, the text says so. */
export function formatChange({
  counts,
  previousCounts,
}: Pick<WeeklyLetter, 'counts' | 'previousCounts'>): string | null {
  if (happinessScore(counts) === null) return null;
  const change = happinessChange(previousCounts, counts);
  if (change === null) return 'The week before had too few calls for a score';
  if (change.score === 0) return 'Unchanged from the week before';
  return isClearChange(change)
    ? `${formatDirection(change.score)} from the week before`.replace(/^./, (first) => first.toUpperCase())
    : `${formatPoints(change.score)} from the week before, which may be due to chance`;
}

/** `54% of 120 leads were booked, better than the week before`. Null without leads. */
export function formatBookings({
  bookings: { counts, previousCounts },
}: Pick<WeeklyLetter, 'bookings'>): string | null {
  const total = countLeads(counts);
  if (total === 0) return null;
  const rate = bookingRate(counts);
  if (rate === null)
    return `${NUMBER.format(counts.booked)} of ${formatCount(total, 'lead')} booked: too few for a rate`;
  const change = bookingChange(previousCounts, counts);
  const comparison = change && { points: change.rate, isClear: isClearChange(change) };
  return describeRate({ rate: rate.rate, leads: total }, comparison, 'the week before');
}

/** `13 calls: 8 positive, 3 neutral, 1 negative, 1 needs a listen`. */
export function formatDayCounts(counts: LabelCounts): string {
  const total = countJudgedCalls(counts) + counts.needs_review;
  return countJudgedCalls(counts) === 0
    ? formatCalls(counts)
    : `${formatCount(total, 'call')}: ${formatLabels(counts)}${formatUnjudged(counts)}`;
}

function formatDirection(change: number): string {
  return `${change < 0 ? 'down' : 'up'} ${Math.abs(change)}`;
}

// Uses a true minus sign, as the web app does.
function formatPoints(score: number): string {
  if (score === 0) return '0';
  return score > 0 ? `+${score}` : `−${-score}`;
}

function formatCount(count: number, unit: string): string {
  return count === 0 ? `no ${unit}s` : plural(count, unit);
}
