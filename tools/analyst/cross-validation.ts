import { SENTIMENTS } from '@ringwell/domain/sentiment';

import {
  LABEL_CLASSES,
  readingModel,
  YES_OR_NO,
  type Calibration,
  type ReadingModel,
} from '../../worker/src/analysis/engines/local/local-model';
import {
  followUpScores,
  labelShares,
  readingScores,
  type CallReading,
} from '../../worker/src/analysis/engines/local/reading';
import { argMax, type HeldOutScore, type HeldOutShares } from './calibration';
import { fitFollowUp, fitLabel, type ReadVariant } from './fit-models';

const NEGATIVE = SENTIMENTS.indexOf('negative');

/**
 * Scores of one call by models that were not trained on it: with speakers, without speakers, and with recognition
 * errors.
 */
export interface HeldOutCall {
  call: ReadVariant['call'];
  known: HeldOutScore;
  unknown: HeldOutScore;
  /** Variants with simulated recognition errors. */
  heard: HeldOutScore[];
  reading: CallReading;
  followUp: ReadingModel;
}

/**
 * Scores every call by models that were not trained on its fold.
 * @param foldOf the fold of a call, or `undefined` for calls that are always trained on and never scored
 */
export function crossValidate(
  variants: readonly ReadVariant[],
  foldOf: (call: ReadVariant['call'], at: number) => string | undefined,
): HeldOutCall[] {
  const calls = [...new Set(variants.map(({ call }) => call))];
  const folds = new Map(calls.map((call, at) => [call, foldOf(call, at)]));
  const names = new Set([...folds.values()].filter((name) => name !== undefined));
  return [...names].flatMap((fold) => {
    const seen = variants.filter(({ call }) => folds.get(call) !== fold);
    const label = readingModel(fitLabel(seen), LABEL_CLASSES);
    const followUp = readingModel(fitFollowUp(seen), YES_OR_NO);
    return calls.filter((call) => folds.get(call) === fold).map((call) => heldOutCall(call, variants, label, followUp));
  });
}

function heldOutCall(
  call: ReadVariant['call'],
  variants: readonly ReadVariant[],
  label: ReadingModel,
  followUp: ReadingModel,
): HeldOutCall {
  const target = SENTIMENTS.indexOf(call.label);
  const own = variants.filter((variant) => variant.call === call);
  const reading = own.find(({ isOriginal }) => isOriginal)?.reading ?? { whole: new Map() };
  return {
    call,
    reading,
    followUp,
    known: { target, scores: readingScores(reading, label) },
    unknown: { target, scores: readingScores({ whole: reading.whole }, label) },
    heard: own
      .filter(({ isOriginal }) => !isOriginal)
      .map((variant) => ({ target, scores: readingScores(variant.reading, label) })),
  };
}

export interface LabelFigures {
  calls: number;
  accuracy: number;
  negativeRecall: number;
}

export function labelFigures(held: readonly HeldOutShares[]): LabelFigures {
  const isRight = ({ shares, target }: HeldOutShares): boolean => argMax(shares) === target;
  const negative = held.filter((item) => item.target === NEGATIVE);
  return {
    calls: held.length,
    accuracy: share(held.filter(isRight).length, held.length),
    negativeRecall: share(negative.filter(isRight).length, negative.length),
  };
}

/** Share of held-out calls with a correct follow-up, given the predicted label, not the correct one. */
export function heldOutFollowUpAccuracy(held: readonly HeldOutCall[], calibration: Calibration): number {
  const right = held.filter(({ call, reading, known, followUp }) => {
    const shares = labelShares(known.scores, calibration);
    return (
      (argMax(followUpScores(readingScores(reading, followUp), reading, shares, followUp)) === 1) === call.needsFollowUp
    );
  });
  return share(right.length, held.length);
}

function share(part: number, whole: number): number {
  return Math.round((part / Math.max(1, whole)) * 1_000) / 1_000;
}
