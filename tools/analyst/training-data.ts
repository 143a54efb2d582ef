import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Corruptor, rawWords } from './measurement/corruption';
import { readLabeledCalls, type LabeledCall } from './measurement/labeled-call';

/** A call and the file it comes from; files differ in flavour, so they are the folds of the honest cross-validation. */
export interface TrainingCall extends LabeledCall {
  file: string;
}

export const DATA_FOLDER = join(__dirname, 'data');

function dataFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
}

export function loadTrainingCalls(folder = DATA_FOLDER): TrainingCall[] {
  return dataFiles(folder).flatMap((file) => readLabeledCalls(join(folder, file)).map((call) => ({ ...call, file })));
}

/** Tells whether the committed model was made from these data. */
export function trainingDataHash(folder = DATA_FOLDER): string {
  const hash = createHash('sha256');
  for (const file of dataFiles(folder))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(folder, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Simulates a recognizer that confuses words of these calls. */
export function corruptorOf(calls: readonly LabeledCall[]): Corruptor {
  return new Corruptor(calls.flatMap((call) => call.turns.flatMap((turn) => rawWords(turn.text))));
}
