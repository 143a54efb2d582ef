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

const WEIGHT_SCALE = 1_000;

/** A logistic regression over the words of a turn. */
export class SpeakerModel {
  // Words and features are numbers, because concatenating feature strings took longer than looking them up. A longer
  // feature's key is the number for its first words times the number of words, plus its last word.
  private readonly words = new Map<string, number>();
  private readonly featureByPrefix = new Map<number, number>();
  private readonly weights: number[] = [0];
  // The latest turn with each feature. A feature counts once per turn.
  private readonly latestTurns: Uint32Array;
  private turn = 0;

  constructor(private readonly stored: StoredSpeakerModel) {
    const features = Object.entries(stored.weights).map(([name, weight]) => ({ words: name.split(' '), weight }));
    for (const word of features.flatMap(({ words }) => words))
      if (!this.words.has(word)) this.words.set(word, this.words.size);
    for (const { words, weight } of features) {
      let feature = 0;
      for (const word of words) {
        const key = feature * this.words.size + this.words.get(word)!;
        feature = this.featureByPrefix.get(key) ?? this.weights.push(0) - 1;
        this.featureByPrefix.set(key, feature);
      }
      this.weights[feature] = weight;
    }
    this.latestTurns = new Uint32Array(this.weights.length);
  }

  get switching(): number {
    return this.stored.switching;
  }

  /**
   * Log-odds that the agent said this, based on its `turnFeatures`: above 0 for the agent, below 0 for the customer.
   * @param position zero-based index of the turn in the call
   */
  agentLogOdds(text: string, position: number): number {
    const wordIds = ['^', ...turnWords(text), '$'].map((word) => this.words.get(word));
    this.turn += 1;
    let sum = 0;
    for (let index = 0; index < wordIds.length; index += 1) sum += this.sumWeights(wordIds, index);
    if (position < OPENING_TURNS) {
      sum += this.sumWeights([this.words.get(`@${position}`)]);
      const opening = this.words.get('@');
      for (const word of wordIds.slice(1, -1)) sum += this.sumWeights([opening, word]);
    }
    return this.stored.bias + sum / WEIGHT_SCALE;
  }

  // Returns the weights of all features that start with this word and are new in this turn.
  private sumWeights(words: readonly (number | undefined)[], start = 0): number {
    let feature = 0;
    let sum = 0;
    for (let index = start; index < start + LONGEST_FEATURE; index += 1) {
      const word = words[index];
      const nextFeature = word === undefined ? undefined : this.featureByPrefix.get(feature * this.words.size + word);
      if (nextFeature === undefined) break;
      feature = nextFeature;
      if (this.latestTurns[feature] === this.turn) continue;
      this.latestTurns[feature] = this.turn;
      sum += this.weights[feature]!;
    }
    return sum;
  }
}

let instance: SpeakerModel | undefined;

/** The committed model, loaded once per process. */
export function speakerModel(): SpeakerModel {
  instance ??= new SpeakerModel(JSON.parse(readFileSync(join(__dirname, 'model.json'), 'utf8')) as StoredSpeakerModel);
  return instance;
}
