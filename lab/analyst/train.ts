import { writeFileSync } from 'node:fs';

import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';

import type { StoredModel } from '../../worker/src/analysis/engines/local/local-model';
import { fitTemperature, measureHeldOut, rateLabels, type HeldOut, type HeldOutScores } from './cross-validation';
import { countCalls, fitFollowUp, fitLabel, type CountedCalls } from './fit-models';
import { accuracyByCoverage, calibrationError, confidenceFor, WINDOW_AROUND_LIMIT } from './measurement/confidence';
import type { Corruptor } from './measurement/corruption';
import { roundToThousandths } from './measurement/scores';
import {
  createCorruptor,
  loadRecognizedTurns,
  loadTrainingCalls,
  recognizedDataHash,
  type RecognizedTurns,
  type TrainingCall,
} from './training-data';

const TARGET_ACCURACY = 0.9;

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints models' scores on files they weren't trained on, and fits the temperatures. */
function measureModels(
  calls: readonly TrainingCall[],
  corruptor: Corruptor,
  recognized: RecognizedTurns,
): StoredModel['temperature'] {
  const heldOut = measureHeldOut(calls, corruptor, recognized);
  reportKind('known speakers', heldOut.speakers, heldOut.speakers);
  reportKind('unknown speakers', heldOut.whole, heldOut.whole);
  reportKind('one word in five wrong', heldOut.corrupted, heldOut.speakers);
  reportKind('spoken and recognized', heldOut.recognized, heldOut.speakers);
  reportDetails(heldOut);
  return { speakers: fitTemperature(heldOut.speakers), whole: fitTemperature(heldOut.whole) };
}

function reportKind(name: string, heldOut: readonly HeldOutScores[], fittedOn: readonly HeldOutScores[]): void {
  const rated = rateLabels(heldOut, fittedOn);
  const recalls = SENTIMENTS.map((label) => computeAccuracy(rated.filter(({ call }) => call.label === label)));
  const coverage = Object.entries(accuracyByCoverage(rated)).map(
    ([part, accuracy]) => `${part}: ${roundToThousandths(accuracy)}`,
  );
  report(
    `${name}: ${rated.length} calls, accuracy ${computeAccuracy(rated)}, recalls ${recalls.join(' ')}, ` +
      `calibration error ${calibrationError(rated).toFixed(3)}, accuracy by most confident fraction: ${coverage.join(', ')}`,
  );
}

function reportDetails({ speakers, correctFollowUps }: HeldOut): void {
  const rated = rateLabels(speakers, speakers);
  for (const file of new Set(rated.map(({ call }) => call.file)))
    report(`  ${file} ${computeAccuracy(rated.filter(({ call }) => call.file === file))}`);
  const threshold = confidenceFor(rated, TARGET_ACCURACY, WINDOW_AROUND_LIMIT);
  report(`  accuracy of ${TARGET_ACCURACY} near a confidence of ${roundToThousandths(threshold)}`);
  report(`  follow-up accuracy ${roundToThousandths(correctFollowUps / speakers.length)}`);
}

function computeAccuracy(rated: readonly { isCorrect: boolean }[]): number {
  return roundToThousandths(rated.filter(({ isCorrect }) => isCorrect).length / Math.max(1, rated.length));
}

function train(outputPath: string): void {
  const calls = loadTrainingCalls();
  const corruptor = createCorruptor(calls);
  const recognized = loadRecognizedTurns(calls);
  const temperature = measureModels(calls, corruptor, recognized);
  const countedCalls: CountedCalls = countCalls(calls, corruptor, recognized);
  const model: StoredModel = {
    trainingDataHash: recognizedDataHash(),
    label: { speakers: fitLabel(countedCalls, 'speakers'), whole: fitLabel(countedCalls, 'whole') },
    temperature,
    followUp: { speakers: fitFollowUp(countedCalls, 'speakers'), whole: fitFollowUp(countedCalls, 'whole') },
  };
  writeFileSync(outputPath, `${JSON.stringify(model)}\n`);
  report(`${calls.length} calls, temperatures ${JSON.stringify(temperature)}, model written to ${outputPath}`);
}

const [outputPath] = process.argv.slice(2);
if (outputPath === undefined) throw new Error('Specify the output file: node train.js PATH.');
train(outputPath);
