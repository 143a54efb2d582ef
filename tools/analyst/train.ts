import { writeFileSync } from 'node:fs';

import type { StoredModel } from '../../worker/src/analysis/engines/local/local-model';
import { labelShares } from '../../worker/src/analysis/engines/local/reading';
import { calibrationError, fitCalibration, type HeldOutScore, type HeldOutShares } from './calibration';
import { crossValidate, heldOutFollowUpAccuracy, labelFigures, type HeldOutCall } from './cross-validation';
import { fitFollowUp, fitLabel, fitSalience, fitWorth, readVariants, type ReadVariant } from './fit-models';
import { corruptorOf, loadTrainingCalls, trainingDataHash } from './training-data';

/** Calls in these files were written for training and are never scored. */
const ALWAYS_TRAINED = /^own/;
/**
 * Written after looking at calls that held-out models got wrong, and some resemble them. A figure measured with these
 * in training would flatter, so they are left out of every measurement and only train the final model.
 */
const NEVER_MEASURED_WITH = /after-errors/;

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Prints the scores on each held-out file, calibrated on the other files only. They are slightly optimistic: the author
 * of the lists of acts had read t1 to t4 and parts of t6, so t5 is the cleanest.
 */
function measure(variants: readonly ReadVariant[]): StoredModel['calibration'] {
  const measured = variants.filter(({ call }) => !NEVER_MEASURED_WITH.test(call.file));
  const held = crossValidate(measured, (call) => (ALWAYS_TRAINED.test(call.file) ? undefined : call.file));
  for (const [name, scoresOf, calibratedOn] of KINDS) {
    const shares = nestedShares(held, scoresOf, calibratedOn);
    report(
      `${name}: ${JSON.stringify(labelFigures(shares.map(({ shares: of }) => of)))}, calibration error ${calibrationError(shares.map(({ shares: of }) => of)).toFixed(3)}`,
    );
    for (const file of new Set(shares.map((item) => item.file))) {
      report(
        `  ${file} ${JSON.stringify(labelFigures(shares.filter((item) => item.file === file).map(({ shares: of }) => of)))}`,
      );
    }
  }
  const calibration = {
    known: fitCalibration(held.map(({ known }) => known)),
    unknown: fitCalibration(held.map(({ unknown }) => unknown)),
  };
  report(`follow-up: ${heldOutFollowUpAccuracy(held, calibration.known)}`);
  report(`calibration ${JSON.stringify(calibration)}`);
  return calibration;
}

type ScoresOf = (item: HeldOutCall) => HeldOutScore[];

const KINDS: readonly (readonly [string, ScoresOf, ScoresOf])[] = [
  ['speakers known', ({ known }) => [known], ({ known }) => [known]],
  ['speakers unknown', ({ unknown }) => [unknown], ({ unknown }) => [unknown]],
  ['words corrupted', ({ heard }) => heard, ({ known }) => [known]],
];

/** Each file's calls as shares, by a calibration that saw only the other files. */
function nestedShares(
  held: readonly HeldOutCall[],
  scoresOf: ScoresOf,
  calibratedOn: ScoresOf,
): { file: string; shares: HeldOutShares }[] {
  const files = [...new Set(held.map(({ call }) => call.file))];
  return files.flatMap((file) => {
    const calibration = fitCalibration(held.filter(({ call }) => call.file !== file).flatMap(calibratedOn));
    const own = held.filter(({ call }) => call.file === file).flatMap(scoresOf);
    return own.map(({ scores, target }) => ({ file, shares: { target, shares: labelShares(scores, calibration) } }));
  });
}

function train(outputPath: string): void {
  const calls = loadTrainingCalls();
  const variants = readVariants(calls, corruptorOf(calls));
  const model: StoredModel = {
    trainingDataHash: trainingDataHash(),
    label: fitLabel(variants),
    calibration: measure(variants),
    followUp: fitFollowUp(variants),
    salience: fitSalience(calls),
    worth: fitWorth(calls),
  };
  writeFileSync(outputPath, `${JSON.stringify(model)}\n`);
  report(`${calls.length} calls, model written to ${outputPath}`);
}

const [outputPath] = process.argv.slice(2);
if (outputPath === undefined) throw new Error('Name the output file: node train.js PATH.');
train(outputPath);
