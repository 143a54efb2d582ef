import { writeFileSync } from 'node:fs';

import { TOPICS } from '@ringwell/domain/calls/topic';

import {
  MIN_TOPIC_PROBABILITY,
  topicShares,
  type StoredTopicModel,
} from '../../worker/src/analysis/engines/local/topic-model';
import { accuracyByCoverage, type RatedLabel } from './measurement/confidence';
import { rounded } from './measurement/scores';
import {
  countTopics,
  crossValidateTopics,
  fitTopics,
  fitTopicTemperature,
  topicsHash,
  type HeldOutTopic,
} from './topic-training';
import { loadTrainingCalls } from './training-data';

// Calls in these files were written for training and are never scored.
const ALWAYS_TRAINED = /^own/;
// Written after looking at calls that held-out models got wrong, so training on them would inflate the scores.
const EXCLUDED_FROM_SCORES = /after-errors/;

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

interface RatedTopic extends RatedLabel {
  held: HeldOutTopic;
  topic: string | undefined;
}

function rate(held: HeldOutTopic, temperature: number): RatedTopic {
  const shares = topicShares(held.scores, held.call.label, temperature);
  const confidence = Math.max(...shares);
  const topic = TOPICS[shares.indexOf(confidence)];
  return { held, topic, confidence, isRight: topic === held.topic };
}

// Uses the temperature from all other files.
function rateAll(held: readonly HeldOutTopic[]): RatedTopic[] {
  const files = [...new Set(held.map(({ call }) => call.file))];
  return files.flatMap((file) => {
    const temperature = fitTopicTemperature(held.filter(({ call }) => call.file !== file));
    return held.filter(({ call }) => call.file === file).map((each) => rate(each, temperature));
  });
}

function reportScores(rated: readonly RatedTopic[]): void {
  const confident = rated.filter(({ confidence }) => confidence >= MIN_TOPIC_PROBABILITY);
  const coverage = Object.entries(accuracyByCoverage(rated)).map(([part, accuracy]) => `${part}: ${rounded(accuracy)}`);
  report(`topics of ${rated.length} calls: accuracy ${right(rated)}, by most confident share: ${coverage.join(', ')}`);
  report(`  sure of ${rounded(confident.length / rated.length)}, with an accuracy of ${right(confident)}`);
  for (const topic of TOPICS) {
    const actualCalls = rated.filter(({ held }) => held.topic === topic);
    const confidentCalls = confident.filter((each) => each.topic === topic);
    const correctCount = confidentCalls.filter(({ isRight }) => isRight).length;
    report(
      `  ${topic}: ${actualCalls.length} calls, recall ${right(actualCalls)}; ` +
        `when sure recall ${rounded(correctCount / actualCalls.length)}, precision ${right(confidentCalls)}`,
    );
  }
  for (const file of new Set(rated.map(({ held: heldOut }) => heldOut.call.file)))
    report(`  ${file} ${right(rated.filter(({ held }) => held.call.file === file))}`);
}

function right(rated: readonly RatedTopic[]): number {
  return rounded(rated.filter(({ isRight }) => isRight).length / Math.max(1, rated.length));
}

/** Prints the scores for unseen calls with known labels, then trains on all calls. */
function train(outputPath: string): void {
  const calls = loadTrainingCalls();
  const files = new Set(calls.map(({ file }) => file).filter((file) => !ALWAYS_TRAINED.test(file)));
  const measured = countTopics(calls.filter(({ file }) => !EXCLUDED_FROM_SCORES.test(file)));
  const held = crossValidateTopics(measured, files);
  reportScores(rateAll(held));
  const model: StoredTopicModel = {
    trainingDataHash: topicsHash(),
    classifier: fitTopics(countTopics(calls)),
    temperature: fitTopicTemperature(held),
  };
  writeFileSync(outputPath, `${JSON.stringify(model)}\n`);
  report(`temperature ${model.temperature}, model written to ${outputPath}`);
}

const [outputPath] = process.argv.slice(2);
if (outputPath === undefined) throw new Error('Specify the output file: node train-topics.js PATH.');
train(outputPath);
