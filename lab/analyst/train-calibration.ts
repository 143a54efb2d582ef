import { writeFileSync } from 'node:fs';

import { measureHeldOut, rateLabels } from './cross-validation';
import { confidenceFor, NEAR_A_LIMIT, type RatedLabel } from './measurement/confidence';
import { createCorruptor, loadRecognizedTurns, loadTrainingCalls } from './training-data';

// The tolerances that accounts can choose: at most one wrong label in this many.
const WRONG_IN = [10, 20, 50];
const THOUSANDTHS = 1_000;

interface ShippedLimit {
  wrongIn: number;
  /** The confidence near which one label in `callsPerError` is wrong, rounded up. */
  limit: number;
  /** Calls with at least this confidence. */
  calls: number;
  /** Calls with at least this confidence and a wrong label. */
  wrong: number;
}

function shippedLimit(rated: readonly RatedLabel[], wrongIn: number): ShippedLimit {
  const limit = Math.ceil(confidenceFor(rated, 1 - 1 / wrongIn, NEAR_A_LIMIT) * THOUSANDTHS) / THOUSANDTHS;
  const above = rated.filter(({ confidence }) => confidence >= limit);
  return { wrongIn, limit, calls: above.length, wrong: above.filter(({ isRight }) => !isRight).length };
}

/** Measures the limits that apply until an account has checked calls, using calls the models haven't seen. */
function calibrate(outputPath: string): void {
  const calls = loadTrainingCalls();
  const { speakers } = measureHeldOut(calls, createCorruptor(calls), loadRecognizedTurns(calls));
  const rated = rateLabels(speakers, speakers);
  const limits = WRONG_IN.map((wrongIn) => shippedLimit(rated, wrongIn));
  writeFileSync(outputPath, `${JSON.stringify({ calls: rated.length, limits }, null, 2)}\n`);
  for (const { wrongIn, limit, calls: above, wrong } of limits)
    process.stderr.write(`one in ${wrongIn} wrong near ${limit}; from there on ${wrong} of ${above} calls wrong\n`);
}

const [outputPath] = process.argv.slice(2);
if (outputPath === undefined) throw new Error('Specify the output file: node train-calibration.js PATH.');
calibrate(outputPath);
