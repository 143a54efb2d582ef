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
  constructor(private readonly stored: StoredSpeakerModel) {}

  get switching(): number {
    return this.stored.switching;
  }

  /**
   * Log-odds that the agent says this: above 0 for the agent, below 0 for the customer.
   * @param position of the turn in the call, from 0
   */
  agentLogOdds(text: string, position: number): number {
    const { weights, bias } = this.stored;
    let sum = 0;
    for (const feature of turnFeatures(text, position))
      if (Object.hasOwn(weights, feature)) sum += weights[feature] ?? 0;
    return bias + sum / THOUSANDTHS;
  }
}

let loaded: SpeakerModel | undefined;

/** The committed model, read once per process. */
export function speakerModel(): SpeakerModel {
  loaded ??= new SpeakerModel(JSON.parse(readFileSync(join(__dirname, 'model.json'), 'utf8')) as StoredSpeakerModel);
  return loaded;
}
