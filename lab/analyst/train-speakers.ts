import { writeFileSync } from 'node:fs';

import { roundToThousandths } from './measurement/scores';
import { countSpeakerFeatures, fitSpeakers, measureSpeakers } from './speaker-training';
import { loadTrainingCalls, trainingDataHash } from './training-data';

// Calls in these files were written for training and are never scored.
const TRAINING_ONLY = /^own/;

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints the scores for unseen calls, then trains on all calls. */
function train(outputPath: string): void {
  const calls = countSpeakerFeatures(loadTrainingCalls());
  const files = new Set(calls.map(({ call }) => call.file).filter((file) => !TRAINING_ONLY.test(file)));
  const scores = measureSpeakers(calls, files);
  report(
    `speakers in ${scores.calls} calls: ${scores.detectedReversals} reversed channels detected, ` +
      `${scores.falseAlarms} false alarms, ${roundToThousandths(scores.turnAccuracy)} of turns and ` +
      `${roundToThousandths(scores.sentenceAccuracy)} of sentences guessed correctly`,
  );
  writeFileSync(outputPath, `${JSON.stringify(fitSpeakers(calls, trainingDataHash()))}\n`);
  report(`model written to ${outputPath}`);
}

const [outputPath] = process.argv.slice(2);
if (outputPath === undefined) throw new Error('Specify the output file: node train-speakers.js PATH.');
train(outputPath);
