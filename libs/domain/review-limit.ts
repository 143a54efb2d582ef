import { hasNoGuess, type ReviewReason } from './analysis';
import calibration from './label-calibration.json';
import { mayBeEnglish } from './transcript';

/**
 * How often labels may be wrong, as an account wishes: a label with less confidence than follows from it reads Needs a
 * listen. `standard` is the same limit for all accounts.
 */
export const REVIEW_TOLERANCES = ['standard', 'one_in_10', 'one_in_20', 'one_in_50'] as const;
export type ReviewTolerance = (typeof REVIEW_TOLERANCES)[number];

/** From so many checked calls on, an account has a limit of its own. */
export const CHECKS_FOR_A_LIMIT = 50;

/** The calls that show how many would need a listen with another limit: the latest ones. */
export const PREVIEWED_CALLS = 200;

/**
 * Where a limit comes from. `standard`: a fixed one, because the account wishes no other or nothing was measured.
 * `shipped`: measured with the calls that come with the product. `checks`: the checked calls of the account.
 * `unreached`: the checked calls were wrong more often than wished, however sure the analyst was.
 */
export const REVIEW_LIMIT_SOURCES = ['standard', 'shipped', 'checks', 'unreached'] as const;
export type ReviewLimitSource = (typeof REVIEW_LIMIT_SOURCES)[number];

/** A label that a person has checked. */
export interface CheckedLabel {
  engine: string;
  /** 0 to 1, as the analyst gave it. */
  confidence: number;
  isRight: boolean;
}

export interface ReviewLimit {
  /** Labels with less confidence, from 0 to 1, need a listen. */
  limit: number;
  source: ReviewLimitSource;
  /** Checked calls of the analyst. */
  checked: number;
}

const BUILT_IN = 'local';
// Language models are not calibrated: they rarely claim less, so less is a doubt.
const LANGUAGE_MODEL_LIMIT = 0.8;
const WRONG_IN: Record<Exclude<ReviewTolerance, 'standard'>, number> = { one_in_10: 10, one_in_20: 20, one_in_50: 50 };

/**
 * The confidence below which labels of an analyst need a listen.
 *
 * With at least `CHECKS_FOR_A_LIMIT` checked calls of the analyst, it is the lowest confidence from which on at most one
 * in N of these was wrong, if at least N of them are that sure: fewer could not show one in N. Where no confidence is
 * enough, it is the limit of the next milder wish, or the shipped one if that is stricter. A stricter wish never gives a
 * lower limit.
 *
 * With fewer, it is the shipped limit: around it, one in N of the invented calls that the model had not seen was wrong.
 * This is stricter than counting all surer calls, because real calls are harder. Language models have no shipped limits.
 * @param checked labels of all analysts of the account
 */
export function reviewLimit(tolerance: ReviewTolerance, engine: string, checked: readonly CheckedLabel[]): ReviewLimit {
  const own = checked.filter((label) => label.engine === engine);
  const found = { checked: own.length };
  if (tolerance === 'standard') return { limit: standardLimit(engine), source: 'standard', ...found };
  if (own.length < CHECKS_FOR_A_LIMIT)
    return { limit: shippedLimit(tolerance, engine), source: engine === BUILT_IN ? 'shipped' : 'standard', ...found };
  const limit = limitFromChecks(own, WRONG_IN[tolerance]);
  return limit === null
    ? { limit: stricterLimit(tolerance, engine, own), source: 'unreached', ...found }
    : { limit, source: 'checks', ...found };
}

/** The limit of accounts that wish no other. */
export function standardLimit(engine: string): number {
  return shippedLimit('one_in_10', engine);
}

/** Whether the built-in analyst, which only knows English, can have understood the words. */
export function isUnderstood(engine: string, transcript: { language: string }): boolean {
  return engine !== BUILT_IN || mayBeEnglish(transcript);
}

/** A label as the analyst gave it, with what decides whether it needs a listen. */
export interface JudgedLabel {
  engine: string;
  confidence: number;
  reviewReason: ReviewReason | null;
  language: string;
}

/** Whether a limit decides about a label: others need a listen however sure the analyst was. */
export function dependsOnLimit({ engine, reviewReason, language }: Omit<JudgedLabel, 'confidence'>): boolean {
  return !hasNoGuess(reviewReason) && reviewReason !== 'recording_incomplete' && isUnderstood(engine, { language });
}

function shippedLimit(tolerance: Exclude<ReviewTolerance, 'standard'>, engine: string): number {
  if (engine !== BUILT_IN) return LANGUAGE_MODEL_LIMIT;
  const shipped = calibration.limits.find(({ wrongIn }) => wrongIn === WRONG_IN[tolerance]);
  return shipped?.limit ?? 1;
}

function stricterLimit(
  tolerance: Exclude<ReviewTolerance, 'standard'>,
  engine: string,
  checked: readonly CheckedLabel[],
): number {
  const milder = REVIEW_TOLERANCES[REVIEW_TOLERANCES.indexOf(tolerance) - 1] ?? 'standard';
  return Math.max(shippedLimit(tolerance, engine), reviewLimit(milder, engine, checked).limit);
}

function limitFromChecks(checked: readonly CheckedLabel[], wrongIn: number): number | null {
  const ranked = checked
    .map(({ confidence, isRight }) => ({ confidence: rounded(confidence), isRight }))
    .sort((a, b) => b.confidence - a.confidence);
  let limit: number | null = null;
  let wrong = 0;
  for (const [at, { confidence, isRight }] of ranked.entries()) {
    if (!isRight) wrong += 1;
    const count = at + 1;
    const isLastOfEquals = ranked[count]?.confidence !== confidence;
    if (isLastOfEquals && count >= wrongIn && wrong * wrongIn <= count) limit = confidence;
  }
  return limit;
}

// PostgreSQL stores confidences as 4-byte floats.
function rounded(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000;
}
