import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';

import { tempered } from './brief-call';
import { sidedFeatures, speakersKnown, wholeFeatures, type Features, type Turn } from './features';
import { softmax } from './linear-model';
import { LABEL_CLASSES, type Calibration, type LocalModel, type ReadingModel } from './local-model';

/** A call's features in both ways of reading it; `sided` only when the speakers are told apart. */
export interface CallReading {
  sided?: Features;
  whole: Features;
}

export interface JudgedCall {
  sentiment: Sentiment;
  /** 0 to 1, calibrated. */
  confidence: number;
  needsFollowUp: boolean;
}

export function readCall(turns: readonly Turn[]): CallReading {
  return { ...(speakersKnown(turns) && { sided: sidedFeatures(turns) }), whole: wholeFeatures(turns) };
}

/**
 * The mean of both readings' scores. They go wrong on different calls. What that gains depends on the training data:
 * between one point of accuracy lost and two won, against the better of the two, with a training file left out.
 */
export function readingScores(reading: CallReading, model: ReadingModel): number[] {
  const whole = model.whole.scores(reading.whole);
  if (reading.sided === undefined) return whole;
  return model.sided.scores(reading.sided).map((score, at) => (score + (whole[at] ?? 0)) / 2);
}

/**
 * Shares of the labels. Raw scores are not to be believed as they are, so the offsets and the temperature are fitted on
 * predictions for calls that the predicting model had not seen (tools/analyst/calibration.ts).
 */
export function labelShares(scores: readonly number[], { temperature, offsets }: Calibration): number[] {
  return softmax(scores.map((score, at) => (score + (offsets[at] ?? 0)) / temperature));
}

/** The label of a call and whether the company still has something to do. Both are scored in one pass over the features. */
export function judgeCall(reading: CallReading, model: LocalModel): JudgedCall {
  const calibration = reading.sided === undefined ? model.calibration.unknown : model.calibration.known;
  const scores = readingScores(reading, model.both);
  const shares = labelShares(
    tempered(scores.slice(0, LABEL_CLASSES), reading.sided ?? reading.whole, reading.sided ? 'c' : 'u'),
    calibration,
  );
  const best = shares.indexOf(Math.max(...shares));
  const [no = 0, yes = 0] = followUpScores(scores.slice(LABEL_CLASSES), reading, shares, model.followUp);
  return { sentiment: SENTIMENTS[best] ?? 'neutral', confidence: shares[best] ?? 0, needsFollowUp: yes > no };
}

/** How happy a customer is says much about what the company still has to do, so the label's shares are features here. */
export function labelFeatures(shares: readonly number[]): Features {
  return new Map(SENTIMENTS.map((label, at) => [`label!${label}`, shares[at] ?? 0]));
}

/** Scores of `no` and `yes`: those of the call as it was read, and the label's part. The model is linear, so they add up. */
export function followUpScores(
  ofReading: readonly number[],
  { sided }: CallReading,
  shares: readonly number[],
  model: ReadingModel,
): number[] {
  const label = labelFeatures(shares);
  const ofLabel = readingScores({ ...(sided && { sided: label }), whole: label }, model);
  return ofReading.map((score, at) => score + (ofLabel[at] ?? 0));
}
