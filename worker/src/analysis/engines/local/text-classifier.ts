import type { ZoneCounts } from './call-features';

/**
 * A linear classifier of calls as it is stored: for each zone its sequences of words, each with its inverse document
 * frequency in hundredths and then its weight towards each class in thousandths.
 */
export interface StoredClassifier {
  bias: number[];
  zones: Record<string, Record<string, number[]>>;
}

const HUNDREDTHS = 100;
const THOUSANDTHS = 1_000;

/** What a call scores, and which turns made it score so. */
export interface Judgment {
  /** Log-odds of each class, not normalized. */
  scores: number[];
  /** The part of each turn in the scores, turn by turn. The parts of all turns and the bias add up to the scores. */
  ofTurns: number[][];
}

/** Weighs the word sequences of a call by TF-IDF, zone by zone, and scores them against learned weights. */
export class TextClassifier {
  private readonly classes: number;

  constructor(private readonly stored: StoredClassifier) {
    this.classes = stored.bias.length;
  }

  /** @param turnCount of the call that was counted */
  judge(zones: readonly ZoneCounts[], turnCount: number): Judgment {
    const scores = [...this.stored.bias];
    const ofTurns = Array.from({ length: turnCount }, () => new Array<number>(this.classes).fill(0));
    for (const zone of zones) this.addZone(zone, scores, ofTurns);
    return { scores, ofTurns };
  }

  /** Whether a sequence of words was common enough in the training calls to be weighed. */
  knows(gram: string): boolean {
    return Object.values(this.stored.zones).some((grams) => Object.hasOwn(grams, gram));
  }

  private addZone({ zone, counts }: ZoneCounts, scores: number[], ofTurns: number[][]): void {
    const known = this.stored.zones[zone.name] ?? {};
    const found: { value: number; weights: number[]; turns: number[] }[] = [];
    for (const [gram, { count, turns }] of counts) {
      const [idf, ...weights] = Object.hasOwn(known, gram) ? (known[gram] ?? []) : [];
      if (idf !== undefined) found.push({ value: termFrequency(count) * (idf / HUNDREDTHS), weights, turns });
    }
    const length = Math.hypot(...found.map(({ value }) => value));
    for (const { value, weights, turns } of found) {
      const share = (zone.scale * value) / length / THOUSANDTHS;
      weights.forEach((weight, k) => {
        scores[k] = (scores[k] ?? 0) + weight * share;
        for (const turn of turns) {
          const ofTurn = ofTurns[turn];
          if (ofTurn) ofTurn[k] = (ofTurn[k] ?? 0) + (weight * share) / turns.length;
        }
      });
    }
  }
}

/** A sequence that is said ten times does not count ten times. */
export function termFrequency(count: number): number {
  return 1 + Math.log(count);
}

/** Log-odds as shares that add up to one. */
export function softmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
