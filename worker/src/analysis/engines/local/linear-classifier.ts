import type { ZoneCounts } from './call-features';

/**
 * A stored linear call classifier: for each zone, the word sequences, each with its inverse document frequency in
 * hundredths and then its weight per class in thousandths.
 */
export interface StoredClassifier {
  bias: number[];
  zones: Record<string, Record<string, number[]>>;
}

const IDF_SCALE = 100;
const WEIGHT_SCALE = 1_000;

/** A call's scores, and the turns that caused them. */
export interface Classification {
  /** Unnormalized log-odds per class. */
  scores: number[];
  /** Each turn's contribution to the scores. All contributions plus the bias add up to the scores. */
  scoresByTurn: number[][];
}

/** Weights a call's word sequences by TF-IDF, zone by zone, and scores them with the learned weights. */
export class LinearClassifier {
  private readonly classCount: number;

  constructor(private readonly stored: StoredClassifier) {
    this.classCount = stored.bias.length;
  }

  /** @param turnCount of the call that was counted */
  classify(zones: readonly ZoneCounts[], turnCount: number): Classification {
    const scores = [...this.stored.bias];
    const scoresByTurn = Array.from({ length: turnCount }, () => new Array<number>(this.classCount).fill(0));
    for (const zone of zones) this.addZone(zone, scores, scoresByTurn);
    return { scores, scoresByTurn };
  }

  /** Whether the word sequence was common enough in the training calls to have a weight. */
  hasNgram(ngram: string): boolean {
    return Object.values(this.stored.zones).some((ngrams) => Object.hasOwn(ngrams, ngram));
  }

  private addZone({ zone, counts }: ZoneCounts, scores: number[], scoresByTurn: number[][]): void {
    const zoneWeights = this.stored.zones[zone.name] ?? {};
    const terms: { value: number; weights: number[]; turns: number[] }[] = [];
    for (const [ngram, { count, turns }] of counts) {
      const [idf, ...weights] = Object.hasOwn(zoneWeights, ngram) ? (zoneWeights[ngram] ?? []) : [];
      if (idf !== undefined) terms.push({ value: termFrequency(count) * (idf / IDF_SCALE), weights, turns });
    }
    const length = Math.hypot(...terms.map(({ value }) => value));
    for (const { value, weights, turns } of terms) {
      const factor = (zone.scale * value) / length / WEIGHT_SCALE;
      weights.forEach((weight, classIndex) => {
        scores[classIndex] = (scores[classIndex] ?? 0) + weight * factor;
        for (const turn of turns) {
          const turnScores = scoresByTurn[turn];
          if (turnScores) turnScores[classIndex] = (turnScores[classIndex] ?? 0) + (weight * factor) / turns.length;
        }
      });
    }
  }
}

/** Dampens repetition: a sequence said ten times doesn't count ten times. */
export function termFrequency(count: number): number {
  return 1 + Math.log(count);
}

/** Converts log-odds to probabilities that add up to one. */
export function softmax(scores: readonly number[]): number[] {
  const maxScore = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - maxScore));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
