import type { Features } from './features';

/** A linear model as it is stored: for each feature its weight towards each class, in thousandths. */
export interface StoredLinearModel {
  weights: Record<string, number[]>;
}

const THOUSANDTHS = 1_000;

/** Scores feature sets against learned weights. */
export class LinearModel {
  /** Where the weights of a feature begin: one array holds them all, as a call looks up thousands. */
  private readonly offsets = new Map<string, number>();
  private readonly weights: Float64Array;

  constructor(
    stored: StoredLinearModel,
    private readonly classes: number,
  ) {
    const rows = Object.entries(stored.weights);
    this.weights = new Float64Array(rows.length * classes);
    rows.forEach(([name, row], at) => {
      this.offsets.set(name, at * classes);
      this.weights.set(
        row.map((weight) => weight / THOUSANDTHS),
        at * classes,
      );
    });
  }

  /** Log-odds of each class, not normalized. */
  scores(features: Features): number[] {
    const { classes, offsets, weights } = this;
    const scores = new Array<number>(classes).fill(0);
    features.forEach((value, name) => {
      const offset = offsets.get(name);
      if (offset === undefined) return;
      for (let k = 0; k < classes; k += 1) scores[k] = (scores[k] ?? 0) + (weights[offset + k] ?? 0) * value;
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
