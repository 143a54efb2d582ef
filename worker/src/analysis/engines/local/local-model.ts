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
  worth: StoredLinearModel;
}

export interface ReadingModel {
  sided: LinearModel;
  whole: LinearModel;
}

/** What was learned, ready for use. */
export interface LocalModel {
  label: ReadingModel;
  /** The scores of the label, then those of the follow-up. */
  both: ReadingModel;
  calibration: StoredModel['calibration'];
  followUp: ReadingModel;
  /** Which clauses carry facts. */
  salience: LinearModel;
  /** Which words people note down. */
  worth: LinearModel;
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
    both: readingModel(
      {
        sided: sideBySide(stored.label.sided, stored.followUp.sided),
        whole: sideBySide(stored.label.whole, stored.followUp.whole),
      },
      LABEL_CLASSES + YES_OR_NO,
    ),
    calibration: stored.calibration,
    followUp: readingModel(stored.followUp, YES_OR_NO),
    salience: new LinearModel(stored.salience, YES_OR_NO),
    worth: new LinearModel(stored.worth, YES_OR_NO),
  };
}

export function readingModel(stored: StoredReading, classes: number): ReadingModel {
  return { sided: new LinearModel(stored.sided, classes), whole: new LinearModel(stored.whole, classes) };
}

/** One model that scores the classes of the label and then those of the follow-up, so that a feature is looked up once. */
function sideBySide(label: StoredLinearModel, followUp: StoredLinearModel): StoredLinearModel {
  const none = { label: new Array<number>(LABEL_CLASSES).fill(0), followUp: new Array<number>(YES_OR_NO).fill(0) };
  const names = new Set([...Object.keys(label.weights), ...Object.keys(followUp.weights)]);
  return {
    weights: Object.fromEntries(
      [...names].map((name) => [
        name,
        [...(label.weights[name] ?? none.label), ...(followUp.weights[name] ?? none.followUp)],
      ]),
    ),
  };
}
