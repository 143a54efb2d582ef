import type { Features } from '../../worker/src/analysis/engines/local/features';
import type { StoredLinearModel } from '../../worker/src/analysis/engines/local/linear-model';
import { fitSoftmax, type Example } from './softmax-regression';

export interface TrainingExample {
  features: Features;
  target: number;
  /** How much the example counts; 1 is usual. */
  weight: number;
}

export interface LinearTrainingOptions {
  classes: number;
  l2: number;
  /** Features that occur in fewer examples are left out. */
  minExamples: number;
  /** Only so many features are kept, by how much they move scores. */
  maxFeatures: number;
}

const ITERATIONS = 80;
const THOUSANDTHS = 1_000;

/** Fits a linear model and brings it into the form in which it is stored. */
export function trainLinear(examples: readonly TrainingExample[], options: LinearTrainingOptions): StoredLinearModel {
  const index = indexFeatures(examples, options.minExamples);
  const weights = fitSoftmax(
    examples.map((example) => indexed(example, index)),
    {
      classes: options.classes,
      features: index.size,
      l2: options.l2,
      iterations: ITERATIONS,
    },
  );
  const reach = meanValues(examples);
  const named = [...index].map(([name, at]) => {
    const row = Array.from({ length: options.classes }, (_, k) => weights[at * options.classes + k] ?? 0);
    return { name, row, effect: (reach.get(name) ?? 0) * Math.hypot(...row) };
  });
  named.sort((a, b) => b.effect - a.effect || (a.name < b.name ? -1 : 1));
  const kept = named.slice(0, options.maxFeatures).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    weights: Object.fromEntries(
      kept.map(({ name, row }) => [name, row.map((weight) => Math.round(weight * THOUSANDTHS))]),
    ),
  };
}

function indexFeatures(examples: readonly TrainingExample[], minExamples: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const name of features.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const index = new Map<string, number>();
  for (const [name, count] of counts) if (count >= minExamples) index.set(name, index.size);
  return index;
}

/** Root of the mean square of a feature's values: with its weight, how far it moves scores over all calls. */
function meanValues(examples: readonly TrainingExample[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { features } of examples)
    for (const [name, value] of features) sums.set(name, (sums.get(name) ?? 0) + value * value);
  for (const [name, sum] of sums) sums.set(name, Math.sqrt(sum / examples.length));
  return sums;
}

function indexed(example: TrainingExample, index: ReadonlyMap<string, number>): Example {
  const indices: number[] = [];
  const values: number[] = [];
  for (const [name, value] of example.features) {
    const at = index.get(name);
    if (at === undefined) continue;
    indices.push(at);
    values.push(value);
  }
  return {
    indices: Int32Array.from(indices),
    values: Float64Array.from(values),
    target: example.target,
    weight: example.weight,
  };
}
