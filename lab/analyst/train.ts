import { writeFileSync } from 'node:fs';

import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';

import type { StoredModel } from '../../worker/src/analysis/engines/local/local-model';
import { fitTemperature, measureHeldOut, rateLabels, type HeldOut, type HeldOutScores } from './cross-validation';
import { countCalls, fitFollowUp, fitLabel, type CountedCalls } from './fit-models';
import { accuracyByCoverage, calibrationError, confidenceFor, NEAR_A_LIMIT } from './measurement/confidence';
import type { Corruptor } from './measurement/corruption';
import { rounded } from './measurement/scores';
import {
  createCorruptor,
  loadRecognizedTurns,
  loadTrainingCalls,
  recognizedDataHash,
  type RecognizedTurns,
  type TrainingCall,
} from './training-data';

const WANTED_ACCURACY = 0.9;

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints models' scores on files they weren't trained on, and fits the temperatures. */
function measure(
  calls: readonly TrainingCall[],
  corruptor: Corruptor,
  recognized: RecognizedTurns,
): StoredModel['temperature'] {
  const held = measureHeldOut(calls, corruptor, recognized);
  reportKind('speakers known', held.speakers, held.speakers);
  reportKind('unknown speakers', held.whole, held.whole);
  reportKind('one word in five wrong', held.corrupted, held.speakers);
  reportKind('spoken and recognized', held.recognized, held.speakers);
  reportDetails(held);
  return { speakers: fitTemperature(held.speakers), whole: fitTemperature(held.whole) };
}

function reportKind(name: string, held: readonly HeldOutScores[], fittedOn: readonly HeldOutScores[]): void {
  const rated = rateLabels(held, fittedOn);
  const recalls = SENTIMENTS.map((label) => share(rated.filter(({ call }) => call.label === label)));
  const coverage = Object.entries(accuracyByCoverage(rated)).map(([part, accuracy]) => `${part}: ${rounded(accuracy)}`);
  report(
    `${name}: ${rated.length} calls, accuracy ${share(rated)}, recalls ${recalls.join(' ')}, ` +
      `calibration error ${calibrationError(rated).toFixed(3)}, accuracy by most confident share: ${coverage.join(', ')}`,
  );
}

function reportDetails({ speakers, followUpsRight }: HeldOut): void {
  const rated = rateLabels(speakers, speakers);
  for (const file of new Set(rated.map(({ call }) => call.file)))
    report(`  ${file} ${share(rated.filter(({ call }) => call.file === file))}`);
  const threshold = confidenceFor(rated, WANTED_ACCURACY, NEAR_A_LIMIT);
  report(`  right in ${WANTED_ACCURACY} of the calls near the confidence ${rounded(threshold)}`);
  report(`  follow-up right in ${rounded(followUpsRight / speakers.length)}`);
}

function share(rated: readonly { isRight: boolean }[]): number {
  return rounded(rated.filter(({ isRight }) => isRight).length / Math.max(1, rated.length));
}

function train(outputPath: string): void {
  const calls = loadTrainingCalls();
  const corruptor = createCorruptor(calls);
  const recognized = loadRecognizedTurns(calls);
  const temperature = measure(calls, corruptor, recognized);
  const counted: CountedCalls = countCalls(calls, corruptor, recognized);
  const model: StoredModel = {
    trainingDataHash: recognizedDataHash(),
    label: { speakers: fitLabel(counted, 'speakers'), whole: fitLabel(counted, 'whole') },
    temperature,
    followUp: { speakers: fitFollowUp(counted, 'speakers'), whole: fitFollowUp(counted, 'whole') },
  };
  writeFileSync(outputPath, `${JSON.stringify(model)}\n`);
  report(`${calls.length} calls, temperatures ${JSON.stringify(temperature)}, model written to ${outputPath}`);
}

const [outputPath] = process.argv.slice(2);
if (outputPath === undefined) throw new Error('Specify the output file: node train.js PATH.');
train(outputPath);
