import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LinearClassifier, type StoredClassifier } from './linear-classifier';

/** The models for one question about a call: one for known speakers, one that treats the call as a single text. */
interface StoredClassifierPair {
  speakers: StoredClassifier;
  whole: StoredClassifier;
}

/** Everything learned in training, as stored in model.json. Created by `npm run train`. */
export interface StoredModel {
  /** SHA-256 of the training data. */
  trainingDataHash: string;
  /** For the classes positive, neutral and negative, in the order of `SENTIMENTS`. */
  label: StoredClassifierPair;
  /** Divisor for the scores, chosen so that confidences match the fraction of correct labels. */
  temperature: { speakers: number; whole: number };
  /** Its classes are no and yes. */
  followUp: StoredClassifierPair;
}

export interface ClassifierPair {
  speakers: LinearClassifier;
  whole: LinearClassifier;
}

export interface LocalModel {
  label: ClassifierPair;
  temperature: StoredModel['temperature'];
  followUp: ClassifierPair;
}

export const MODEL_PATH = join(__dirname, 'model.json');

let instance: LocalModel | undefined;

/** The checked-in model, loaded once per process. */
export function localModel(): LocalModel {
  instance ??= createModel(readStoredModel());
  return instance;
}

export function readStoredModel(): StoredModel {
  return JSON.parse(readFileSync(MODEL_PATH, 'utf8')) as StoredModel;
}

export function createModel(stored: StoredModel): LocalModel {
  return {
    label: createClassifierPair(stored.label),
    temperature: stored.temperature,
    followUp: createClassifierPair(stored.followUp),
  };
}

function createClassifierPair({ speakers, whole }: StoredClassifierPair): ClassifierPair {
  return { speakers: new LinearClassifier(speakers), whole: new LinearClassifier(whole) };
}
