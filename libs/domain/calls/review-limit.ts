import { rulesOutGuess, type ReviewReason } from './analysis';
import calibration from './label-calibration.json';
import { canBeEnglish } from './transcript';

/**
 * How often an account accepts wrong labels. Determines the confidence below which a call needs a listen. `standard`
 * applies the same limit to every account.
 */
export const REVIEW_TOLERANCES = ['standard', 'one_in_10', 'one_in_20', 'one_in_50'] as const;
export type ReviewTolerance = (typeof REVIEW_TOLERANCES)[number];

/** Number of checked calls an account needs to get its own limit. */
export const MIN_CHECKS_FOR_LIMIT = 50;

/** Number of recent calls used to preview how many would need a listen with a different limit. */
export const PREVIEW_CALL_COUNT = 200;

/**
 * Where a limit comes from. `standard`: fixed, because the account hasn't chosen a tolerance or a language model has
 * too few checks. `shipped`: derived from the product's own labeled calls. `checks`: from the account's checked calls.
 * `unreached`: even the most confident checked calls were wrong more often than the account allows.
 */
export const REVIEW_LIMIT_SOURCES = ['standard', 'shipped', 'checks', 'unreached'] as const;
export type ReviewLimitSource = (typeof REVIEW_LIMIT_SOURCES)[number];

export interface CheckedLabel {
  engine: string;
  /** 0 to 1, as the analyst reported it. */
  confidence: number;
  isRight: boolean;
}

export interface ReviewLimit {
  /** Labels below this confidence, from 0 to 1, need a listen. */
  limit: number;
  source: ReviewLimitSource;
  checked: number;
}

const BUILT_IN_ENGINE = 'local';
// Language models aren't calibrated: they rarely report less confidence than this, so a lower value signals doubt.
const LANGUAGE_MODEL_LIMIT = 0.8;
const CALLS_PER_ERROR: Record<Exclude<ReviewTolerance, 'standard'>, number> = {
  one_in_10: 10,
  one_in_20: 20,
  one_in_50: 50,
};

/**
 * Returns the confidence below which an analyst's labels need a listen.
 *
 * Once `MIN_CHECKS_FOR_LIMIT` of the analyst's calls have been checked, it's the lowest confidence at which at most one
 * in N labels with that confidence or higher was wrong, out of at least N. If there is none, it's the limit of the next
 * more lenient tolerance or the shipped limit, whichever is higher.
 *
 * With fewer checked calls, it's the shipped limit, near which one in N made-up calls that the model hadn't seen was
 * wrong. Averaging over all more confident calls would be too lenient, because real calls are harder. Language models
 * have no shipped limit, so `LANGUAGE_MODEL_LIMIT` applies.
 * @param labels from all of the account's analysts
 */
export function reviewLimit(tolerance: ReviewTolerance, engine: string, labels: readonly CheckedLabel[]): ReviewLimit {
  const engineLabels = labels.filter((label) => label.engine === engine);
  const checkedCount = { checked: engineLabels.length };
  if (tolerance === 'standard') return { limit: standardLimit(engine), source: 'standard', ...checkedCount };
  if (engineLabels.length < MIN_CHECKS_FOR_LIMIT)
    return {
      limit: defaultLimit(tolerance, engine),
      source: engine === BUILT_IN_ENGINE ? 'shipped' : 'standard',
      ...checkedCount,
    };
  const limit = limitFromChecks(engineLabels, CALLS_PER_ERROR[tolerance]);
  return limit === null
    ? { limit: stricterLimit(tolerance, engine, engineLabels), source: 'unreached', ...checkedCount }
    : { limit, source: 'checks', ...checkedCount };
}

/** Returns the limit for accounts that haven't chosen a tolerance. */
export function standardLimit(engine: string): number {
  return defaultLimit('one_in_10', engine);
}

/** Whether the analyst supports the transcript's language; the built-in analyst only supports English. */
export function supportsLanguage(engine: string, transcript: { language: string }): boolean {
  return engine !== BUILT_IN_ENGINE || canBeEnglish(transcript);
}

/** What determines whether an analyst's label needs a listen. */
export interface JudgedLabel {
  engine: string;
  confidence: number;
  reviewReason: ReviewReason | null;
  language: string;
}

/** Whether a limit applies to a label. Some labels need a listen regardless of confidence. */
export function dependsOnLimit({ engine, reviewReason, language }: Omit<JudgedLabel, 'confidence'>): boolean {
  return (
    !rulesOutGuess(reviewReason) && reviewReason !== 'recording_incomplete' && supportsLanguage(engine, { language })
  );
}

function defaultLimit(tolerance: Exclude<ReviewTolerance, 'standard'>, engine: string): number {
  if (engine !== BUILT_IN_ENGINE) return LANGUAGE_MODEL_LIMIT;
  const calibrated = calibration.limits.find(({ wrongIn }) => wrongIn === CALLS_PER_ERROR[tolerance]);
  return calibrated?.limit ?? 1;
}

function stricterLimit(
  tolerance: Exclude<ReviewTolerance, 'standard'>,
  engine: string,
  labels: readonly CheckedLabel[],
): number {
  const looserTolerance = REVIEW_TOLERANCES[REVIEW_TOLERANCES.indexOf(tolerance) - 1] ?? 'standard';
  return Math.max(defaultLimit(tolerance, engine), reviewLimit(looserTolerance, engine, labels).limit);
}

function limitFromChecks(labels: readonly CheckedLabel[], callsPerError: number): number | null {
  const ranked = labels
    .map(({ confidence, isRight }) => ({ confidence: roundConfidence(confidence), isRight }))
    .sort((a, b) => b.confidence - a.confidence);
  let limit: number | null = null;
  let errorCount = 0;
  for (const [index, { confidence, isRight }] of ranked.entries()) {
    if (!isRight) errorCount += 1;
    const count = index + 1;
    const isLastWithConfidence = ranked[count]?.confidence !== confidence;
    if (isLastWithConfidence && count >= callsPerError && errorCount * callsPerError <= count) limit = confidence;
  }
  return limit;
}

// PostgreSQL stores confidences as 4-byte floats.
function roundConfidence(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000;
}
