import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Sentiment } from '@ringwell/domain/sentiment';
import { TOPICS, type Topic } from '@ringwell/domain/topic';

import { countZones, TOPIC_ZONES, type Turn } from './call-features';
import { softmax, TextClassifier, type StoredClassifier } from './text-classifier';

/** What was learned about topics, as topic-model.json holds it. Made by `npm run train`. */
export interface StoredTopicModel {
  /** SHA-256 of the calls and their topics. */
  trainingDataHash: string;
  /** In the order of `TOPICS`. */
  classifier: StoredClassifier;
  /** Scores are divided by it, so that confidences are the shares of right topics. */
  temperature: number;
}

/** A topic that is less likely than this is not given: about 84 % of the given ones are right (docs/analyst.md). */
export const SURE_FROM = 0.5;

// What can explain a mood. Happy calls are not sorted under complaints, nor unhappy ones under praise.
const TOPICS_OF: Record<Sentiment, readonly Topic[]> = {
  positive: ['price', 'billing', 'praise'],
  neutral: ['delay', 'price', 'billing', 'booking', 'other'],
  negative: ['no_show', 'delay', 'quality', 'price', 'billing', 'communication', 'rudeness'],
};

/** Sorts calls by the words of both speakers, so it does not matter who said what. */
export class TopicModel {
  private readonly classifier: TextClassifier;

  constructor(private readonly stored: StoredTopicModel) {
    this.classifier = new TextClassifier(stored.classifier);
  }

  /**
   * The likeliest topic among those that can explain the mood, or `null` if it is not likely enough.
   * @param counts of `TOPIC_ZONES`
   */
  topicOf(turns: readonly Turn[], sentiment: Sentiment, counts = countZones(turns, TOPIC_ZONES)): Topic | null {
    const { scores } = this.classifier.judge(counts, turns.length);
    const shares = topicShares(scores, sentiment, this.stored.temperature);
    const at = shares.findIndex((share) => share >= SURE_FROM);
    return TOPICS[at] ?? null;
  }

  /** Log-odds of each topic, in the order of `TOPICS`. */
  scores(turns: readonly Turn[]): number[] {
    return this.classifier.judge(countZones(turns, TOPIC_ZONES), turns.length).scores;
  }
}

/** How likely each topic is, in the order of `TOPICS`; together 1. */
export function topicShares(scores: readonly number[], sentiment: Sentiment, temperature: number): number[] {
  const possible = TOPICS.map((topic) => TOPICS_OF[sentiment].includes(topic));
  return softmax(scores.map((score, at) => (possible[at] ? score / temperature : -Infinity)));
}

let loaded: TopicModel | undefined;

/** The committed model, read once per process. */
export function topicModel(): TopicModel {
  loaded ??= new TopicModel(readStoredTopicModel());
  return loaded;
}

export function readStoredTopicModel(): StoredTopicModel {
  return JSON.parse(readFileSync(join(__dirname, 'topic-model.json'), 'utf8')) as StoredTopicModel;
}
