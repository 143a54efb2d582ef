import { writeFileSync } from 'node:fs';

import { measureHeldOut, rateLabels } from './cross-validation';
import { confidenceFor, WINDOW_AROUND_LIMIT, type RatedLabel } from './measurement/confidence';
import { createCorruptor, loadRecognizedTurns, loadTrainingCalls } from './training-data';

// The tolerances accounts can choose from: at most one wrong label in this many calls.
const CALLS_PER_ERROR = [10, 20, 50];
const THOUSANDTHS = 1_000;

interface ShippedLimit {
  wrongIn: number;
  /** The confidence near which one label in `wrongIn` is wrong, rounded up. */
  limit: number;
  /** Calls with at least this confidence. */
  calls: number;
  /** Calls with at least this confidence and a wrong label. */
  wrong: number;
}

function computeShippedLimit(rated: readonly RatedLabel[], wrongIn: number): ShippedLimit {
  const limit = Math.ceil(confidenceFor(rated, 1 - 1 / wrongIn, WINDOW_AROUND_LIMIT) * THOUSANDTHS) / THOUSANDTHS;
  const aboveLimit = rated.filter(({ confidence }) => confidence >= limit);
  return { wrongIn, limit, calls: aboveLimit.length, wrong: aboveLimit.filter(({ isCorrect }) => !isCorrect).length };
}

/** Measures the limits that apply until an account has checked calls, using calls the models haven't seen. */
function calibrate(outputPath: string): void {
  const calls = loadTrainingCalls();
  const { speakers } = measureHeldOut(calls, createCorruptor(calls), loadRecognizedTurns(calls));
  const rated = rateLabels(speakers, speakers);
  const limits = CALLS_PER_ERROR.map((wrongIn) => computeShippedLimit(rated, wrongIn));
  writeFileSync(outputPath, `${JSON.stringify({ calls: rated.length, limits }, null, 2)}\n`);
  for (const { wrongIn, limit, calls: callCount, wrong } of limits)
    process.stderr.write(
      `one label in ${wrongIn} is wrong near ${limit}; ${wrong} of ${callCount} at or above it are wrong\n`,
    );
}

const [outputPath] = process.argv.slice(2);
if (outputPath === undefined) throw new Error('Specify the output file: node train-calibration.js PATH.');
calibrate(outputPath);
