import { softmax } from '../../worker/src/analysis/engines/local/linear-classifier';

/** A sparse feature vector with its class and weight. */
export interface Example {
  indices: Int32Array;
  values: Float64Array;
  target: number;
  weight: number;
}

export interface RegressionOptions {
  classes: number;
  features: number;
  /** Regularization strength. */
  l2: number;
  iterations: number;
}

/** Weights, feature by feature: `weights[feature * classes + class]`. */
export type Weights = Float64Array;

const HISTORY_LENGTH = 8;

/** Fits a multinomial logistic regression with L-BFGS. Deterministic: the same data gives the same weights. */
export function fitSoftmax(examples: readonly Example[], options: RegressionOptions): Weights {
  const size = options.classes * options.features;
  let point: Weights = new Float64Array(size);
  let { loss, gradient } = evaluateLoss(examples, point, options);
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  for (let iteration = 0; iteration < options.iterations; iteration += 1) {
    const direction = computeDescentDirection(gradient, steps, changes);
    const slope = dot(direction, gradient);
    let rate = iteration === 0 ? 1 / Math.max(1, Math.sqrt(dot(gradient, gradient))) : 1;
    let nextPoint = moveAlong(point, direction, rate);
    let evaluation = evaluateLoss(examples, nextPoint, options);
    while (evaluation.loss > loss + 1e-4 * rate * slope && rate > 1e-8) {
      rate /= 2;
      nextPoint = moveAlong(point, direction, rate);
      evaluation = evaluateLoss(examples, nextPoint, options);
    }
    const gain = loss - evaluation.loss;
    steps.push(moveAlong(nextPoint, point, -1));
    changes.push(moveAlong(evaluation.gradient, gradient, -1));
    if (steps.length > HISTORY_LENGTH) {
      steps.shift();
      changes.shift();
    }
    point = nextPoint;
    loss = evaluation.loss;
    gradient = evaluation.gradient;
    if (gain < 1e-6 * Math.max(1, Math.abs(loss))) break;
  }
  return point;
}

/** One example's class scores (unnormalized log-odds). */
function softmaxScores(weights: Weights, classes: number, indices: Int32Array, values: Float64Array): number[] {
  const scores = new Array<number>(classes).fill(0);
  for (let index = 0; index < indices.length; index += 1) {
    const base = (indices[index] ?? 0) * classes;
    const value = values[index] ?? 0;
    for (let k = 0; k < classes; k += 1) scores[k] = (scores[k] ?? 0) + (weights[base + k] ?? 0) * value;
  }
  return scores;
}

function evaluateLoss(
  examples: readonly Example[],
  weights: Weights,
  options: RegressionOptions,
): { loss: number; gradient: Float64Array } {
  const { classes, l2 } = options;
  const gradient = new Float64Array(weights.length);
  let loss = 0;
  for (const example of examples) {
    const probabilities = softmax(softmaxScores(weights, classes, example.indices, example.values));
    loss -= example.weight * Math.log(Math.max(1e-12, probabilities[example.target] ?? 0));
    for (let k = 0; k < classes; k += 1) {
      const error = example.weight * ((probabilities[k] ?? 0) - (k === example.target ? 1 : 0));
      for (let i = 0; i < example.indices.length; i += 1) {
        const index = (example.indices[i] ?? 0) * classes + k;
        gradient[index] = (gradient[index] ?? 0) + error * (example.values[i] ?? 0);
      }
    }
  }
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0;
    loss += 0.5 * l2 * weight * weight;
    gradient[index] = (gradient[index] ?? 0) + l2 * weight;
  }
  return { loss, gradient };
}

function computeDescentDirection(
  gradient: Float64Array,
  steps: readonly Float64Array[],
  changes: readonly Float64Array[],
): Float64Array {
  const direction = gradient.map((value) => -value);
  const factors: number[] = [];
  for (let i = steps.length - 1; i >= 0; i -= 1) {
    const step = steps[i] ?? gradient;
    const change = changes[i] ?? gradient;
    const factor = dot(step, direction) / Math.max(1e-12, dot(step, change));
    factors[i] = factor;
    addScaled(direction, change, -factor);
  }
  const lastStep = steps[steps.length - 1];
  const lastChange = changes[changes.length - 1];
  if (lastStep !== undefined && lastChange !== undefined) {
    const scale = dot(lastStep, lastChange) / Math.max(1e-12, dot(lastChange, lastChange));
    for (let index = 0; index < direction.length; index += 1) direction[index] = (direction[index] ?? 0) * scale;
  }
  for (let i = 0; i < steps.length; i += 1) {
    const step = steps[i] ?? gradient;
    const change = changes[i] ?? gradient;
    const correction = dot(change, direction) / Math.max(1e-12, dot(step, change));
    addScaled(direction, step, (factors[i] ?? 0) - correction);
  }
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function addScaled(target: Float64Array, source: Float64Array, scale: number): void {
  for (let index = 0; index < target.length; index += 1)
    target[index] = (target[index] ?? 0) + scale * (source[index] ?? 0);
}

function moveAlong(from: Float64Array, direction: Float64Array, rate: number): Float64Array {
  const result = Float64Array.from(from);
  addScaled(result, direction, rate);
  return result;
}
