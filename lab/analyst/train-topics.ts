import { writeFileSync } from 'node:fs';

import { TOPICS } from '@ringwell/domain/calls/topic';

import {
  MIN_TOPIC_PROBABILITY,
  topicProbabilities,
  type StoredTopicModel,
} from '../../worker/src/analysis/engines/local/topic-model';
import { accuracyByCoverage, type RatedLabel } from './measurement/confidence';
import { roundToThousandths } from './measurement/scores';
import {
  countTopicFeatures,
  crossValidateTopics,
  fitTopics,
  fitTopicTemperature,
  topicsHash,
  type HeldOutTopic,
} from './topic-training';
import { loadTrainingCalls } from './training-data';

// Calls in these files were written for training and are never scored.
const TRAINING_ONLY = /^own/;
// Written after looking at calls that held-out models got wrong, so training on them would inflate the scores.
const EXCLUDED_FROM_SCORES = /after-errors/;

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

interface RatedTopic extends RatedLabel {
  heldOut: HeldOutTopic;
  topic: string | undefined;
}

function rateTopic(heldOut: HeldOutTopic, temperature: number): RatedTopic {
  const probabilities = topicProbabilities(heldOut.scores, heldOut.call.label, temperature);
  const confidence = Math.max(...probabilities);
  const topic = TOPICS[probabilities.indexOf(confidence)];
  return { heldOut, topic, confidence, isCorrect: topic === heldOut.topic };
}

// Rates each file with the temperature fitted to the other files.
function rateTopics(heldOut: readonly HeldOutTopic[]): RatedTopic[] {
  const files = [...new Set(heldOut.map(({ call }) => call.file))];
  return files.flatMap((file) => {
    const temperature = fitTopicTemperature(heldOut.filter(({ call }) => call.file !== file));
    return heldOut.filter(({ call }) => call.file === file).map((entry) => rateTopic(entry, temperature));
  });
}

function reportScores(rated: readonly RatedTopic[]): void {
  const confidentTopics = rated.filter(({ confidence }) => confidence >= MIN_TOPIC_PROBABILITY);
  const coverage = Object.entries(accuracyByCoverage(rated)).map(
    ([part, accuracy]) => `${part}: ${roundToThousandths(accuracy)}`,
  );
  report(
    `topics of ${rated.length} calls: accuracy ${computeAccuracy(rated)}, by most confident fraction: ${coverage.join(', ')}`,
  );
  report(
    `    confident about ${roundToThousandths(confidentTopics.length / rated.length)} of them, accuracy ${computeAccuracy(confidentTopics)}`,
  );
  for (const topic of TOPICS) {
    const actualCalls = rated.filter(({ heldOut }) => heldOut.topic === topic);
    const confidentCalls = confidentTopics.filter((entry) => entry.topic === topic);
    const correctCount = confidentCalls.filter(({ isCorrect }) => isCorrect).length;
    report(
      `  ${topic}: ${actualCalls.length} calls, recall ${computeAccuracy(actualCalls)}; ` +
        `when confident: recall ${roundToThousandths(correctCount / actualCalls.length)}, precision ${computeAccuracy(confidentCalls)}`,
    );
  }
  for (const file of new Set(rated.map(({ heldOut }) => heldOut.call.file)))
    report(`  ${file} ${computeAccuracy(rated.filter(({ heldOut }) => heldOut.call.file === file))}`);
}

function computeAccuracy(rated: readonly RatedTopic[]): number {
  return roundToThousandths(rated.filter(({ isCorrect }) => isCorrect).length / Math.max(1, rated.length));
}

/** Prints the scores for unseen calls with known labels, then trains on all calls. */
function train(outputPath: string): void {
  const calls = loadTrainingCalls();
  const files = new Set(calls.map(({ file }) => file).filter((file) => !TRAINING_ONLY.test(file)));
  const measured = countTopicFeatures(calls.filter(({ file }) => !EXCLUDED_FROM_SCORES.test(file)));
  const heldOut = crossValidateTopics(measured, files);
  reportScores(rateTopics(heldOut));
  const model: StoredTopicModel = {
    trainingDataHash: topicsHash(),
    classifier: fitTopics(countTopicFeatures(calls)),
    temperature: fitTopicTemperature(heldOut),
  };
  writeFileSync(outputPath, `${JSON.stringify(model)}\n`);
  report(`temperature ${model.temperature}, model written to ${outputPath}`);
}

const [outputPath] = process.argv.slice(2);
if (outputPath === undefined) throw new Error('Specify the output file: node train-topics.js PATH.');
train(outputPath);
