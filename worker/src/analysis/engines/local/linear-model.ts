import type { Features } from './features';

/** A linear model as it is stored: for each feature its weight towards each class, in thousandths. */
export interface StoredLinearModel {
  weights: Record<string, number[]>;
}

const THOUSANDTHS = 1_000;

/** Scores feature sets against learned weights. */
export class LinearModel {
  private readonly weights: ReadonlyMap<string, readonly number[]>;

  constructor(stored: StoredLinearModel, private readonly classes: number) {
    this.weights = new Map(Object.entries(stored.weights).map(([name, weights]) => [name, weights.map((weight) => weight / THOUSANDTHS)]));
  }

  /** Log-odds of each class, not normalised. */
  scores(features: Features): number[] {
    const scores = new Array<number>(this.classes).fill(0);
    features.forEach((value, name) => {
      this.weights.get(name)?.forEach((weight, k) => {
        scores[k] = (scores[k] ?? 0) + weight * value;
      });
    });
    return scores;
  }
}

/** Log-odds as shares that add up to one. */
export function softmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
