import { SENTIMENT_LABELS, SENTIMENTS, type Sentiment } from './sentiment';

export const CHECK_ANSWERS = [...SENTIMENTS, 'cant_tell'] as const;
export type CheckAnswer = (typeof CHECK_ANSWERS)[number];

export const CHECK_ANSWER_NAMES: Record<CheckAnswer, string> = { ...SENTIMENT_LABELS, cant_tell: "Can't tell" };

export const CHECK_SKIP_REASONS = {
  on_the_call: 'I was on this call',
  bad_audio: "I can't hear it well enough",
  not_a_customer: 'Not a call with a customer',
  other: 'Another reason',
} as const;
export type CheckSkipReason = keyof typeof CHECK_SKIP_REASONS;

export const CHECKS_PER_BATCH = 5;

/** Number of past days that calls are drawn from. */
export const SAMPLE_DAYS = 90;

/** With fewer checks, a percentage would mean little. */
export const MIN_CHECKS_FOR_ACCURACY = 20;

/** Number of answered checks that share these properties. */
export interface CheckCount {
  engine: string;
  sentiment: Sentiment;
  needsReview: boolean;
  answer: CheckAnswer;
  /** The call's month in the account's time zone, such as 2026-03. */
  month: string;
  count: number;
}

export interface Accuracy {
  right: number;
  checked: number;
  /** Null if there are fewer than `MIN_CHECKS_FOR_ACCURACY` checks. */
  figure: AccuracyFigure | null;
}

/** Fractions from 0 to 1. */
export interface AccuracyFigure {
  share: number;
  /** Bounds of the 95% confidence interval. */
  low: number;
  high: number;
}

export interface AccuracyReport {
  overall: Accuracy;
  bySentiment: (Accuracy & { sentiment: Sentiment })[];
  byEngine: (Accuracy & { engine: string })[];
  byMonth: (Accuracy & { month: string })[];
  /** Accuracy of the guesses for calls that need a listen. */
  needsListen: Accuracy;
  /** Checks answered with "Can't tell", which aren't counted anywhere else. */
  cantTell: number;
}

export function accuracyReport(counts: readonly CheckCount[]): AccuracyReport {
  const answered = counts.filter(({ answer }) => answer !== 'cant_tell');
  const labeled = answered.filter(({ needsReview }) => !needsReview);
  const byEngine = groupBy(labeled, ({ engine }) => engine);
  const byMonth = groupBy(labeled, ({ month }) => month);
  return {
    overall: computeAccuracy(labeled),
    bySentiment: SENTIMENTS.map((sentiment) => ({
      sentiment,
      ...computeAccuracy(labeled.filter((check) => check.sentiment === sentiment)),
    })),
    byEngine: byEngine.map(([engine, checks]) => ({ engine, ...computeAccuracy(checks) })),
    byMonth: byMonth.map(([month, checks]) => ({ month, ...computeAccuracy(checks) })),
    needsListen: computeAccuracy(answered.filter(({ needsReview }) => needsReview)),
    cantTell: totalCount(counts) - totalCount(answered),
  };
}

function computeAccuracy(checks: readonly CheckCount[]): Accuracy {
  const checked = totalCount(checks);
  const right = totalCount(checks.filter(({ sentiment, answer }) => sentiment === answer));
  const figure =
    checked < MIN_CHECKS_FOR_ACCURACY ? null : { share: right / checked, ...wilsonInterval(right, checked) };
  return { right, checked, figure };
}

function totalCount(checks: readonly CheckCount[]): number {
  return checks.reduce((sum, { count }) => sum + count, 0);
}

function groupBy(checks: readonly CheckCount[], getKey: (check: CheckCount) => string): [string, CheckCount[]][] {
  const groups = new Map<string, CheckCount[]>();
  for (const check of checks) groups.set(getKey(check), [...(groups.get(getKey(check)) ?? []), check]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

// 95% of a normal distribution is within this many standard deviations.
const Z_SCORE = 1.959964;

/**
 * Computes the 95% confidence interval for a proportion, from `hits` in `total` random calls: the Wilson score
 * interval, which also works for few checks and proportions near 1.
 */
export function wilsonInterval(hits: number, total: number): { low: number; high: number } {
  const proportion = hits / total;
  const scale = 1 + Z_SCORE ** 2 / total;
  const center = proportion + Z_SCORE ** 2 / (2 * total);
  const spread = Z_SCORE * Math.sqrt((proportion * (1 - proportion)) / total + Z_SCORE ** 2 / (4 * total ** 2));
  return { low: Math.max(0, (center - spread) / scale), high: Math.min(1, (center + spread) / scale) };
}
