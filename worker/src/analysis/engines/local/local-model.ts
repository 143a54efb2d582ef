import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LinearModel, type StoredLinearModel } from './linear-model';

/** How raw label scores become shares that can be believed: see `labelShares` in reading.ts. */
export interface Calibration {
  temperature: number;
  /** Added to the scores before they are compared, one number a label. */
  offsets: number[];
}

/** A question about a whole call, learned twice: from the sides kept apart, and from the call as one text. */
export interface StoredReading {
  sided: StoredLinearModel;
  whole: StoredLinearModel;
}

/** Everything that was learned, as it lies in model.json. Made by `npm run train`. */
export interface StoredModel {
  /** SHA-256 over the training data that it was made from. */
  trainingDataHash: string;
  label: StoredReading;
  /** For calls whose speakers are told apart, and for the others. */
  calibration: { known: Calibration; unknown: Calibration };
  followUp: StoredReading;
  salience: StoredLinearModel;
}

export interface ReadingModel {
  sided: LinearModel;
  whole: LinearModel;
}

/** What was learned, ready for use. */
export interface LocalModel {
  label: ReadingModel;
  calibration: StoredModel['calibration'];
  followUp: ReadingModel;
  salience: LinearModel;
}

export const MODEL_PATH = join(__dirname, 'model.json');
export const LABEL_CLASSES = 3;
export const YES_OR_NO = 2;

let loaded: LocalModel | undefined;

/** The committed model; read from disk once per process. */
export function localModel(): LocalModel {
  loaded ??= fromStored(readStoredModel());
  return loaded;
}

export function readStoredModel(): StoredModel {
  return JSON.parse(readFileSync(MODEL_PATH, 'utf8')) as StoredModel;
}

function fromStored(stored: StoredModel): LocalModel {
  return {
    label: readingModel(stored.label, LABEL_CLASSES),
    calibration: stored.calibration,
    followUp: readingModel(stored.followUp, YES_OR_NO),
    salience: new LinearModel(stored.salience, YES_OR_NO),
  };
}

export function readingModel(stored: StoredReading, classes: number): ReadingModel {
  return { sided: new LinearModel(stored.sided, classes), whole: new LinearModel(stored.whole, classes) };
}
