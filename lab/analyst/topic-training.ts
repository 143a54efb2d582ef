import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { TOPICS, type Topic } from '@ringwell/domain/calls/topic';

import { TOPIC_ZONES } from '../../worker/src/analysis/engines/local/call-features';
import type { StoredClassifier } from '../../worker/src/analysis/engines/local/linear-classifier';
import { TopicModel, topicProbabilities } from '../../worker/src/analysis/engines/local/topic-model';
import { fitClassifier, type ClassifierOptions } from './fit-classifier';
import { GramCounter, type CountedZone } from './gram-counter';
import { trainingDataHash, type TrainingCall } from './training-data';

const TOPICS_PATH = join(__dirname, 'topics.jsonl');
const OPTIONS: ClassifierOptions = { classes: TOPICS.length, l2: 0.05, minCalls: 4, maxGrams: 4_500 };

const topicLabelSchema = z.strictObject({ id: z.string(), topic: z.enum(TOPICS) });

/** Loads the manually assigned topics by call ID. */
export function loadTopics(path = TOPICS_PATH): ReadonlyMap<string, Topic> {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return new Map(lines.map((line) => topicLabelSchema.parse(JSON.parse(line))).map(({ id, topic }) => [id, topic]));
}

/** Hashes the calls and topics to check whether the committed model was trained on them. */
export function topicsHash(path = TOPICS_PATH): string {
  return createHash('sha256').update(trainingDataHash()).update(readFileSync(path)).digest('hex');
}

/** A call with its manually assigned topic, counted once for all folds. */
export interface TopicCall {
  call: TrainingCall;
  topic: Topic;
  zones: CountedZone[];
}

export interface CountedTopics {
  calls: TopicCall[];
  counter: GramCounter;
}

/** Skips calls without a topic. */
export function countTopicFeatures(calls: readonly TrainingCall[], topics = loadTopics()): CountedTopics {
  const callsWithTopic = calls.flatMap((call) => {
    const topic = topics.get(call.id ?? '');
    return topic === undefined ? [] : [{ call, topic }];
  });
  const counter = new GramCounter(
    TOPIC_ZONES,
    callsWithTopic.map(({ call }) => call.turns),
  );
  return { calls: callsWithTopic.map((entry) => ({ ...entry, zones: counter.count(entry.call.turns) })), counter };
}

export function fitTopics({ calls, counter }: CountedTopics): StoredClassifier {
  const weights = new Map(TOPICS.map((topic) => [topic, computeClassWeight(topic, calls)]));
  const examples = calls.map(({ topic, zones }) => ({
    zones,
    target: TOPICS.indexOf(topic),
    weight: weights.get(topic) ?? 1,
    isOriginal: true,
  }));
  return fitClassifier(examples, counter, OPTIONS);
}

// Weights all topics equally so that rare ones are learned, too.
function computeClassWeight(topic: Topic, calls: readonly TopicCall[]): number {
  const count = calls.filter((entry) => entry.topic === topic).length;
  return calls.length / TOPICS.length / Math.max(1, count);
}

/** A call's scores from a model that wasn't trained on the call's file. */
export interface HeldOutTopic extends TopicCall {
  scores: number[];
}

/** Holds out each of the files in turn. Calls in other files are always trained on and never scored. */
export function crossValidateTopics({ calls, counter }: CountedTopics, files: ReadonlySet<string>): HeldOutTopic[] {
  return [...files].flatMap((file) => {
    const trainingSet = calls.filter(({ call }) => call.file !== file);
    const classifier = fitTopics({ calls: trainingSet, counter });
    const model = new TopicModel({ trainingDataHash: '', classifier, temperature: 1 });
    return calls
      .filter(({ call }) => call.file === file)
      .map((entry) => ({ ...entry, scores: model.scores(entry.call.turns) }));
  });
}

/** The temperature that maximizes the likelihood of held-out calls' correct topics. */
export function fitTopicTemperature(heldOut: readonly HeldOutTopic[]): number {
  let bestTemperature = 1;
  for (let hundredths = 10; hundredths <= 400; hundredths += 5)
    if (logLoss(heldOut, hundredths / 100) < logLoss(heldOut, bestTemperature)) bestTemperature = hundredths / 100;
  return bestTemperature;
}

// A topic ruled out by the mood is treated as unlikely instead of impossible.
const MIN_PROBABILITY = 1e-3;

function logLoss(heldOut: readonly HeldOutTopic[], temperature: number): number {
  return -heldOut.reduce((sum, { call, topic, scores }) => {
    const probability = topicProbabilities(scores, call.label, temperature)[TOPICS.indexOf(topic)] ?? 0;
    return sum + Math.log(probability + MIN_PROBABILITY);
  }, 0);
}
