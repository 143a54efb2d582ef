/** Feature name to value; only features that occur are held. */
export type Features = Map<string, number>;

/** A linear model of one number as it is stored: for each feature its weight, in thousandths. */
export type StoredLinearModel = Record<string, number>;

const THOUSANDTHS = 1_000;

export class LinearModel {
  private readonly weights: Map<string, number>;

  constructor(stored: StoredLinearModel) {
    this.weights = new Map(Object.entries(stored).map(([name, weight]) => [name, weight / THOUSANDTHS]));
  }

  /** The predicted number. */
  predict(features: Features): number {
    let sum = 0;
    for (const [name, value] of features) sum += (this.weights.get(name) ?? 0) * value;
    return sum;
  }
}
