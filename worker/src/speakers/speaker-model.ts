import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LONGEST_FEATURE, OPENING_TURNS, turnWords } from './turn-features';

/** A model that tells the agent and customer apart, as stored in model.json. Created by `npm run train`. */
export interface StoredSpeakerModel {
  /** SHA-256 of the training data. */
  trainingDataHash: string;
  bias: number;
  /** In thousandths: positive for the agent, negative for the customer. */
  weights: Record<string, number>;
  /** Probability that the next segment is the other speaker's. */
  switching: number;
}

const THOUSANDTHS = 1_000;

/** A logistic regression over the words of a turn. */
export class SpeakerModel {
  // Words and features are numbers, because concatenating feature strings took longer than looking them up. A longer
  // feature's key is the number for its first words times the number of words, plus its last word.
  private readonly words = new Map<string, number>();
  private readonly longer = new Map<number, number>();
  private readonly weights: number[] = [0];

  constructor(private readonly stored: StoredSpeakerModel) {
    const features = Object.entries(stored.weights).map(([name, weight]) => ({ words: name.split(' '), weight }));
    for (const word of features.flatMap(({ words }) => words))
      if (!this.words.has(word)) this.words.set(word, this.words.size);
    for (const { words, weight } of features) {
      let feature = 0;
      for (const word of words) {
        const key = feature * this.words.size + this.words.get(word)!;
        feature = this.longer.get(key) ?? this.weights.push(0) - 1;
        this.longer.set(key, feature);
      }
      this.weights[feature] = weight;
    }
  }

  get switching(): number {
    return this.stored.switching;
  }

  /**
   * Log-odds that the agent said this, by its `turnFeatures`: above 0 for the agent, below 0 for the customer.
   * @param position zero-based index of the turn in the call
   */
  agentLogOdds(text: string, position: number): number {
    const numbers = ['^', ...turnWords(text), '$'].map((word) => this.words.get(word));
    const found = new Set<number>();
    for (let at = 0; at < numbers.length; at += 1) this.find(numbers.slice(at, at + LONGEST_FEATURE), found);
    if (position < OPENING_TURNS) {
      this.find([this.words.get(`@${position}`)], found);
      const opening = this.words.get('@');
      for (const word of numbers.slice(1, -1)) this.find([opening, word], found);
    }
    let sum = 0;
    for (const feature of found) sum += this.weights[feature]!;
    return this.stored.bias + sum / THOUSANDTHS;
  }

  // Adds the weights of all features that start these words.
  private find(words: readonly (number | undefined)[], found: Set<number>): void {
    let feature: number | undefined = 0;
    for (const word of words) {
      if (word === undefined) return;
      feature = this.longer.get(feature * this.words.size + word);
      if (feature === undefined) return;
      found.add(feature);
    }
  }
}

let loaded: SpeakerModel | undefined;

/** The committed model, loaded once per process. */
export function speakerModel(): SpeakerModel {
  loaded ??= new SpeakerModel(JSON.parse(readFileSync(join(__dirname, 'model.json'), 'utf8')) as StoredSpeakerModel);
  return loaded;
}
