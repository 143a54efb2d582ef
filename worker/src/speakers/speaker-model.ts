import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { turnFeatures } from './turn-features';

/** Model of who says what, as stored in model.json. Created by `npm run train`. */
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
  // A map, because V8 must intern a text before it can look up a property with it.
  private readonly weights: ReadonlyMap<string, number>;

  constructor(private readonly stored: StoredSpeakerModel) {
    this.weights = new Map(Object.entries(stored.weights));
  }

  get switching(): number {
    return this.stored.switching;
  }

  /**
   * Log-odds that the agent says this: above 0 for the agent, below 0 for the customer.
   * @param position of the turn in the call, from 0
   */
  agentLogOdds(text: string, position: number): number {
    let sum = 0;
    for (const feature of turnFeatures(text, position)) sum += this.weights.get(feature) ?? 0;
    return this.stored.bias + sum / THOUSANDTHS;
  }
}

let loaded: SpeakerModel | undefined;

/** The committed model, loaded once per process. */
export function speakerModel(): SpeakerModel {
  loaded ??= new SpeakerModel(JSON.parse(readFileSync(join(__dirname, 'model.json'), 'utf8')) as StoredSpeakerModel);
  return loaded;
}
