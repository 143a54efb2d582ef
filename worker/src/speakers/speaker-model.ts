import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { turnFeatures } from './turn-features';

/** What was learned about who says what, as model.json holds it. Made by `npm run train`. */
export interface StoredSpeakerModel {
  /** SHA-256 of the training data. */
  trainingDataHash: string;
  bias: number;
  /** In thousandths: positive for the agent, negative for the customer. */
  weights: Record<string, number>;
  /** How likely the next segment is the other speaker's. */
  switching: number;
}

const THOUSANDTHS = 1_000;

/** A logistic regression over the words of a turn. */
export class SpeakerModel {
  // A map, because a property is looked up by a text that V8 first has to make unique.
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

/** The committed model, read once per process. */
export function speakerModel(): SpeakerModel {
  loaded ??= new SpeakerModel(JSON.parse(readFileSync(join(__dirname, 'model.json'), 'utf8')) as StoredSpeakerModel);
  return loaded;
}
