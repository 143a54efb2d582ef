import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';

import { contentWords, computeCoverage } from './content-words';
import type { LabeledCall } from './labeled-call';

/** A call and the analyst's result. */
export interface JudgedCall {
  call: LabeledCall;
  sentiment: Sentiment;
  /** From 0 (unsure) to 1 (certain). */
  confidence: number;
  followUpNeeded: boolean;
}

export interface LabelScores {
  accuracy: number;
  macroF1: number;
  perLabel: Record<Sentiment, { precision: number; recall: number }>;
  /** Number of calls by correct and predicted label. */
  confusion: Record<Sentiment, Record<Sentiment, number>>;
}

/**
 * Approximates human judgment: a fact is treated as stated if the summary contains at least this fraction of its
 * content words by weight. Numbers and names count double, because a fact with the wrong number is wrong. Paraphrases
 * aren't detected: by this rule, even complete transcripts only state 80% of the training facts. Compared with the
 * judgment of one reader (the analyst's author) on 24 calls, with half credit allowed, the mean was 0.06 lower and
 * individual calls were off by up to 0.75. Suitable for comparing versions over many calls, not for individual calls.
 */
const STATED_FRACTION = 0.6;

const THOUSANDTHS = 1_000;

export function roundToThousandths(value: number): number {
  return Math.round(value * THOUSANDTHS) / THOUSANDTHS;
}

export function computeLabelScores(judged: readonly JudgedCall[]): LabelScores {
  const confusion = forEachLabel((label) =>
    forEachLabel(
      (predicted) => judged.filter((item) => item.call.label === label && item.sentiment === predicted).length,
    ),
  );
  const perLabel = forEachLabel((label) => {
    const predictedCount = SENTIMENTS.reduce((sum, other) => sum + confusion[other][label], 0);
    const actualCount = SENTIMENTS.reduce((sum, other) => sum + confusion[label][other], 0);
    return {
      precision: ratio(confusion[label][label], predictedCount),
      recall: ratio(confusion[label][label], actualCount),
    };
  });
  const correctCount = SENTIMENTS.reduce((sum, label) => sum + confusion[label][label], 0);
  return {
    accuracy: roundToThousandths(ratio(correctCount, judged.length)),
    macroF1: roundToThousandths(
      SENTIMENTS.reduce((sum, label) => sum + harmonicMean(perLabel[label]), 0) / SENTIMENTS.length,
    ),
    perLabel: forEachLabel((label) => ({
      precision: roundToThousandths(perLabel[label].precision),
      recall: roundToThousandths(perLabel[label].recall),
    })),
    confusion,
  };
}

/** Mean fraction of facts that the summary states, per `STATED_FRACTION`. */
export function computeMeanFactRecall(judged: readonly { call: LabeledCall; summary: string }[]): number {
  const callsWithFacts = judged.filter(({ call }) => call.facts.length > 0);
  return roundToThousandths(
    ratio(
      callsWithFacts.reduce((sum, { call, summary }) => sum + computeFactRecall(call.facts, summary), 0),
      callsWithFacts.length,
    ),
  );
}

export function computeFollowUpAccuracy(judged: readonly JudgedCall[]): number {
  return roundToThousandths(
    ratio(judged.filter(({ call, followUpNeeded }) => followUpNeeded === call.needsFollowUp).length, judged.length),
  );
}

function forEachLabel<T>(compute: (label: Sentiment) => T): Record<Sentiment, T> {
  return { positive: compute('positive'), neutral: compute('neutral'), negative: compute('negative') };
}

function ratio(part: number, total: number): number {
  return total === 0 ? 0 : part / total;
}

function harmonicMean({ precision, recall }: { precision: number; recall: number }): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/** Fraction of facts that the summary states, per `STATED_FRACTION`. */
function computeFactRecall(facts: readonly string[], summary: string): number {
  if (facts.length === 0) return 1;
  const words = contentWords(summary);
  return facts.filter((fact) => computeCoverage(contentWords(fact), words) >= STATED_FRACTION).length / facts.length;
}
