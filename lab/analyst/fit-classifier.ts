import type { Zone } from '../../worker/src/analysis/engines/local/call-features';
import type { StoredClassifier } from '../../worker/src/analysis/engines/local/linear-classifier';
import type { CountedZone, GramCounter } from './gram-counter';
import { fitSoftmax, type Example } from './softmax-regression';

export interface CountedExample {
  zones: CountedZone[];
  /** The correct class. */
  target: number;
  /** The example's weight, usually 1. */
  weight: number;
  /** Whether the example counts toward the document frequency; variants of a call don't. */
  isOriginal: boolean;
}

export interface ClassifierOptions {
  classes: number;
  l2: number;
  /** Sequences that occur in fewer calls are dropped. */
  minCalls: number;
  /**
   * Maximum number of sequences across all zones, selected by how much they affect scores. The weights are then
   * refitted.
   */
  maxGrams: number;
}

const ITERATIONS = 100;
// Exponent of the inverse document frequency. Above one, rare sequences count more relative to common ones.
const IDF_EXPONENT = 1.5;
const HUNDREDTHS = 100;
const THOUSANDTHS = 1_000;

interface Gram {
  zone: number;
  number: number;
  /** Inverse document frequency, rounded as stored. */
  idf: number;
}

/** Fits a TF-IDF classifier and converts it to its stored form. Deterministic. */
export function fitClassifier(
  examples: readonly CountedExample[],
  counter: GramCounter,
  options: ClassifierOptions,
): StoredClassifier {
  const grams = selectFrequentGrams(examples, counter, options.minCalls);
  const firstFit = fitWeights(examples, counter.zones, grams, options);
  const selectedGrams = selectStrongestGrams(grams, firstFit, options);
  const { weights, bias } =
    selectedGrams.length < grams.length ? fitWeights(examples, counter.zones, selectedGrams, options) : firstFit;
  const zones: StoredClassifier['zones'] = Object.fromEntries(counter.zones.map(({ name }) => [name, {}]));
  selectedGrams.forEach(({ zone, number, idf }, index) => {
    const storedZone = zones[counter.zones[zone]?.name ?? ''];
    const row = weights.slice(index * options.classes, (index + 1) * options.classes);
    if (storedZone)
      storedZone[counter.names[zone]?.[number] ?? ''] = [
        Math.round(idf * HUNDREDTHS),
        ...Array.from(row, (weight) => Math.round(weight * THOUSANDTHS)),
      ];
  });
  return { bias: bias.map((value) => Math.round(value * THOUSANDTHS) / THOUSANDTHS), zones };
}

function selectFrequentGrams(examples: readonly CountedExample[], counter: GramCounter, minCalls: number): Gram[] {
  const originals = examples.filter(({ isOriginal }) => isOriginal);
  return counter.zones.flatMap((_, zone) => {
    const callCounts = new Int32Array(counter.names[zone]?.length ?? 0);
    for (const { zones } of originals)
      for (const number of zones[zone]?.grams ?? []) callCounts[number] = (callCounts[number] ?? 0) + 1;
    const grams: Gram[] = [];
    callCounts.forEach((count, number) => {
      if (count < minCalls) return;
      const idf = (Math.log((1 + originals.length) / (1 + count)) + 1) ** IDF_EXPONENT;
      grams.push({ zone, number, idf: Math.round(idf * HUNDREDTHS) / HUNDREDTHS });
    });
    return grams;
  });
}

interface Fit {
  /** Stored gram by gram: `weights[gram * classes + class]`. */
  weights: Float64Array;
  bias: number[];
  /** Root mean square of each gram's value. */
  rootMeanSquares: Float64Array;
}

function fitWeights(
  examples: readonly CountedExample[],
  zones: readonly Zone[],
  grams: readonly Gram[],
  { classes, l2 }: ClassifierOptions,
): Fit {
  const vectors = toVectors(examples, zones, grams);
  const weights = fitSoftmax(vectors, { classes, features: grams.length + 1, l2, iterations: ITERATIONS });
  const squares = new Float64Array(grams.length);
  for (const { indices, values } of vectors)
    indices.forEach((index, i) => {
      if (index < grams.length) squares[index] = (squares[index] ?? 0) + (values[i] ?? 0) ** 2 / vectors.length;
    });
  return {
    weights: weights.slice(0, grams.length * classes),
    bias: Array.from(weights.slice(grams.length * classes)),
    rootMeanSquares: squares.map(Math.sqrt),
  };
}

// The last feature is the bias.
function toVectors(examples: readonly CountedExample[], zones: readonly Zone[], grams: readonly Gram[]): Example[] {
  const indexes = zones.map(() => new Map<number, number>());
  grams.forEach(({ zone, number }, index) => indexes[zone]?.set(number, index));
  return examples.map(({ zones: countedZones, target, weight }) => {
    const indices: number[] = [];
    const values: number[] = [];
    countedZones.forEach(({ grams: numbers, frequencies }, zone) => {
      const entries: { index: number; value: number }[] = [];
      numbers.forEach((number, i) => {
        const index = indexes[zone]?.get(number);
        if (index !== undefined) entries.push({ index, value: (frequencies[i] ?? 0) * (grams[index]?.idf ?? 0) });
      });
      const length = Math.hypot(...entries.map(({ value }) => value));
      for (const { index, value } of entries) {
        indices.push(index);
        values.push(((zones[zone]?.scale ?? 1) * value) / length);
      }
    });
    return {
      indices: Int32Array.from([...indices, grams.length]),
      values: Float64Array.from([...values, 1]),
      target,
      weight,
    };
  });
}

function selectStrongestGrams(
  grams: readonly Gram[],
  { weights, rootMeanSquares }: Fit,
  options: ClassifierOptions,
): Gram[] {
  const { classes, maxGrams } = options;
  return grams
    .map((gram, index) => ({
      gram,
      index,
      effect: (rootMeanSquares[index] ?? 0) * Math.hypot(...weights.slice(index * classes, (index + 1) * classes)),
    }))
    .sort((a, b) => b.effect - a.effect || a.index - b.index)
    .slice(0, maxGrams)
    .sort((a, b) => a.index - b.index)
    .map(({ gram }) => gram);
}
