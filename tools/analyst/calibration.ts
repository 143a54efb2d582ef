import type { Calibration } from '../../worker/src/analysis/engines/local/local-model';
import { labelShares } from '../../worker/src/analysis/engines/local/reading';

/** Raw scores of a call that the model was not trained on, and the correct label. */
export interface HeldOutScore {
  scores: number[];
  target: number;
}

const BINS = 10;
const NEGATIVE = 2;
/** A missed unhappy customer costs more than a false alarm: the offset is raised until this recall is reached. */
const WANTED_NEGATIVE_RECALL = 0.92;
const MAX_NEGATIVE_OFFSET = 0.6;

/**
 * Temperature scaling on held-out scores: maximizes the mean log-likelihood of the correct label. Before that, the
 * score of `negative` is raised in small steps until the wanted recall is reached.
 */
export function fitCalibration(held: readonly HeldOutScore[]): Calibration {
  let offset = 0;
  while (
    offset < MAX_NEGATIVE_OFFSET &&
    negativeRecall(held, { temperature: 1, offsets: [0, 0, offset] }) < WANTED_NEGATIVE_RECALL
  )
    offset += 0.05;
  const offsets = [0, 0, Math.round(offset * 100) / 100];
  let best: Calibration = { temperature: 1, offsets };
  for (let temperature = 0.3; temperature < 4; temperature += 0.02) {
    const candidate = { temperature: Math.round(temperature * 100) / 100, offsets };
    if (logLoss(held, candidate) < logLoss(held, best)) best = candidate;
  }
  return best;
}

function negativeRecall(held: readonly HeldOutScore[], calibration: Calibration): number {
  const negative = held.filter((item) => item.target === NEGATIVE);
  return (
    negative.filter((item) => argMax(labelShares(item.scores, calibration)) === NEGATIVE).length /
    Math.max(1, negative.length)
  );
}

function logLoss(held: readonly HeldOutScore[], calibration: Calibration): number {
  return (
    -held.reduce(
      (sum, item) => sum + Math.log(Math.max(1e-9, labelShares(item.scores, calibration)[item.target] ?? 0)),
      0,
    ) / held.length
  );
}

/** Calibrated label probabilities of a call that the model was not trained on, and the correct label. */
export interface HeldOutShares {
  shares: number[];
  target: number;
}

/** Expected calibration error: mean gap between confidence and accuracy, over ten bins of confidence. */
export function calibrationError(held: readonly HeldOutShares[]): number {
  const bins = Array.from({ length: BINS }, () => ({ right: 0, confidence: 0 }));
  for (const { shares, target } of held) {
    const best = argMax(shares);
    const confidence = shares[best] ?? 0;
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    if (bin === undefined) continue;
    bin.confidence += confidence;
    if (best === target) bin.right += 1;
  }
  return bins.reduce((sum, bin) => sum + Math.abs(bin.right - bin.confidence), 0) / held.length;
}

export function argMax(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}
