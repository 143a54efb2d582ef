import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';
import { sidedFeatures, speakersKnown, wholeFeatures, type Features, type Turn } from './features';
import { softmax } from './linear-model';
import type { Calibration, LocalModel, ReadingModel } from './local-model';

/** A call's features in both ways of reading it; `sided` only when the speakers are told apart. */
export interface CallReading {
  sided?: Features;
  whole: Features;
}

export interface JudgedLabel {
  sentiment: Sentiment;
  /** 0 to 1, calibrated. */
  confidence: number;
  /** Shares of all labels, in the order of `SENTIMENTS`. */
  shares: number[];
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
 * predictions for calls that the predicting model had not seen (training/calibration.ts).
 */
export function labelShares(scores: readonly number[], { temperature, offsets }: Calibration): number[] {
  return softmax(scores.map((score, at) => (score + (offsets[at] ?? 0)) / temperature));
}

export function judgeLabel(reading: CallReading, model: LocalModel): JudgedLabel {
  const calibration = reading.sided === undefined ? model.calibration.unknown : model.calibration.known;
  const shares = labelShares(readingScores(reading, model.label), calibration);
  const best = shares.indexOf(Math.max(...shares));
  return { sentiment: SENTIMENTS[best] ?? 'neutral', confidence: shares[best] ?? 0, shares };
}

/** How happy a customer is says much about what the company still has to do, so the label's shares are features here. */
export function labelFeatures(shares: readonly number[]): Features {
  return new Map(SENTIMENTS.map((label, at) => [`label!${label}`, shares[at] ?? 0]));
}

/** Scores of `no` and `yes`. Both models are linear, so the label's part is simply added. */
export function followUpScores(reading: CallReading, shares: readonly number[], model: ReadingModel): number[] {
  const label = labelFeatures(shares);
  const fromLabel = readingScores({ ...(reading.sided && { sided: label }), whole: label }, model);
  return readingScores(reading, model).map((score, at) => score + (fromLabel[at] ?? 0));
}

export function judgeFollowUp(reading: CallReading, shares: readonly number[], model: LocalModel): boolean {
  const [no = 0, yes = 0] = followUpScores(reading, shares, model.followUp);
  return yes > no;
}
