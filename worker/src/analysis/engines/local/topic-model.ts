import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import { TOPICS, type Topic } from '@ringwell/domain/calls/topic';

import { countNgrams, TOPIC_ZONES, type Turn } from './call-features';
import { softmax, LinearClassifier, type StoredClassifier } from './linear-classifier';

/** A topic model, as stored in topic-model.json. Created by `npm run train`. */
export interface StoredTopicModel {
  /** SHA-256 of the training calls and their topics. */
  trainingDataHash: string;
  /** In the order of `TOPICS`. */
  classifier: StoredClassifier;
  /** Divisor for the scores, chosen so that confidences match the fraction of correct topics. */
  temperature: number;
}

/** Minimum probability for a topic to be shown. About 84% of the topics shown are correct (docs/develop/analyst.md). */
export const MIN_TOPIC_PROBABILITY = 0.5;

// Topics that can explain each mood. A happy call is never filed under a complaint, nor an unhappy call under praise.
const TOPICS_BY_SENTIMENT: Record<Sentiment, readonly Topic[]> = {
  positive: ['price', 'billing', 'praise'],
  neutral: ['delay', 'price', 'billing', 'booking', 'other'],
  negative: ['no_show', 'delay', 'quality', 'price', 'billing', 'communication', 'rudeness'],
};

/** Classifies calls by both speakers' words, so speaker assignment doesn't matter. */
export class TopicModel {
  private readonly classifier: LinearClassifier;

  constructor(private readonly stored: StoredTopicModel) {
    this.classifier = new LinearClassifier(stored.classifier);
  }

  /**
   * The most likely topic that can explain the mood, or `null` if none is likely enough.
   * @param counts the turns' words, counted in `TOPIC_ZONES`
   */
  chooseTopic(turns: readonly Turn[], sentiment: Sentiment, counts = countNgrams(turns, TOPIC_ZONES)): Topic | null {
    const { scores } = this.classifier.classify(counts, turns.length);
    const probabilities = topicProbabilities(scores, sentiment, this.stored.temperature);
    const index = probabilities.findIndex((probability) => probability >= MIN_TOPIC_PROBABILITY);
    return TOPICS[index] ?? null;
  }

  /** Log-odds per topic, in the order of `TOPICS`. */
  scores(turns: readonly Turn[]): number[] {
    return this.classifier.classify(countNgrams(turns, TOPIC_ZONES), turns.length).scores;
  }
}

/** Probability per topic, in the order of `TOPICS`; they add up to 1. */
export function topicProbabilities(scores: readonly number[], sentiment: Sentiment, temperature: number): number[] {
  const possible = TOPICS.map((topic) => TOPICS_BY_SENTIMENT[sentiment].includes(topic));
  return softmax(scores.map((score, index) => (possible[index] ? score / temperature : -Infinity)));
}

let instance: TopicModel | undefined;

/** The checked-in model, loaded once per process. */
export function topicModel(): TopicModel {
  instance ??= new TopicModel(readStoredTopicModel());
  return instance;
}

export function readStoredTopicModel(): StoredTopicModel {
  return JSON.parse(readFileSync(join(__dirname, 'topic-model.json'), 'utf8')) as StoredTopicModel;
}
