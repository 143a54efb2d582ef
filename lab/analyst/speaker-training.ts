import { agentLikelihoods } from '../../worker/src/speakers/agent-likelihoods';
import { areChannelsReversed } from '../../worker/src/speakers/assign-speakers';
import { SpeakerModel, type StoredSpeakerModel } from '../../worker/src/speakers/speaker-model';
import { turnFeatures } from '../../worker/src/speakers/turn-features';
import { toTranscript } from './measurement/labeled-call';
import { fitSoftmax, type Example } from './softmax-regression';
import type { TrainingCall } from './training-data';

type Turns = TrainingCall['turns'];

interface CountedTurn {
  features: string[];
  isAgent: boolean;
  weight: number;
}

/** A call with its turns' features, which are counted once for all folds. */
export interface CountedSpeakers {
  call: TrainingCall;
  turns: CountedTurn[];
}

const L2 = 1;
const ITERATIONS = 60;
// Features that occur in fewer calls are dropped.
const MIN_CALLS = 3;
const MAX_FEATURES = 12_000;
// Also trains on partial turns, because recognizers split turns at pauses.
const SEGMENT_WEIGHT = 0.5;
const HUNDREDTHS = 100;
const THOUSANDTHS = 1_000;

export function countSpeakerFeatures(calls: readonly TrainingCall[]): CountedSpeakers[] {
  const countTurns = (turns: Turns, weight: number): CountedTurn[] =>
    turns.map(({ speaker, text }, position) => ({
      features: [...turnFeatures(text, position)],
      isAgent: speaker === 'agent',
      weight,
    }));
  return calls.map((call) => ({
    call,
    turns: [...countTurns(call.turns, 1), ...countTurns(splitIntoSentences(call.turns), SEGMENT_WEIGHT)],
  }));
}

/** Fits a logistic regression over the most distinctive features. Deterministic. */
export function fitSpeakers(calls: readonly CountedSpeakers[], trainingDataHash: string): StoredSpeakerModel {
  const names = selectFeatures(calls);
  const weights = fitWeights(calls, names);
  const roundTo = (value: number, parts: number): number => Math.round(value * parts) / parts;
  return {
    trainingDataHash,
    bias: roundTo(weights.at(-1) ?? 0, THOUSANDTHS),
    switching: roundTo(computeSwitchRate(calls.map(({ call }) => splitIntoSentences(call.turns))), HUNDREDTHS),
    weights: Object.fromEntries(names.map((name, index) => [name, Math.round((weights[index] ?? 0) * THOUSANDTHS)])),
  };
}

// Selects the features that best distinguish agents' turns, by the chi-squared statistic.
function selectFeatures(calls: readonly CountedSpeakers[]): string[] {
  const countsByFeature = new Map<string, { calls: number; turns: number; agentTurns: number }>();
  const totals = { turns: 0, agentTurns: 0 };
  for (const { turns } of calls) {
    const callFeatures = new Set<string>();
    for (const { features, isAgent, weight } of turns) {
      totals.turns += weight;
      if (isAgent) totals.agentTurns += weight;
      for (const name of features) {
        const counts = countsByFeature.get(name) ?? { calls: 0, turns: 0, agentTurns: 0 };
        if (!callFeatures.has(name)) counts.calls += 1;
        callFeatures.add(name);
        counts.turns += weight;
        if (isAgent) counts.agentTurns += weight;
        countsByFeature.set(name, counts);
      }
    }
  }
  const agentShare = totals.agentTurns / totals.turns;
  return [...countsByFeature]
    .filter(([, { calls }]) => calls >= MIN_CALLS)
    .map(([name, { turns, agentTurns }], i) => ({ name, i, effect: (agentTurns - turns * agentShare) ** 2 / turns }))
    .sort((a, b) => b.effect - a.effect || a.i - b.i)
    .slice(0, MAX_FEATURES)
    .sort((a, b) => a.i - b.i)
    .map(({ name }) => name);
}

// Positive weights indicate the agent. The last weight is the bias.
function fitWeights(calls: readonly CountedSpeakers[], names: readonly string[]): number[] {
  const indexes = new Map(names.map((name, index) => [name, index]));
  const examples = calls.flatMap(({ turns }) =>
    turns.map(({ features, isAgent, weight }): Example => {
      const indices = Int32Array.from([...features.flatMap((name) => indexes.get(name) ?? []), names.length]);
      return { indices, values: new Float64Array(indices.length).fill(1), target: isAgent ? 1 : 0, weight };
    }),
  );
  const weights = fitSoftmax(examples, { classes: 2, features: names.length + 1, l2: L2, iterations: ITERATIONS });
  return Array.from({ length: names.length + 1 }, (_, i) => (weights[2 * i + 1] ?? 0) - (weights[2 * i] ?? 0));
}

function splitIntoSentences(turns: Turns): Turns {
  return turns.flatMap(({ speaker, text }) =>
    text
      .split(/(?<=[.!?]) +/)
      .filter((sentence) => sentence.trim() !== '')
      .map((sentence) => ({ speaker, text: sentence })),
  );
}

/** Returns how often the speaker changes between consecutive turns. */
function computeSwitchRate(calls: readonly Turns[]): number {
  const pairs = calls.flatMap((turns) => turns.slice(1).map(({ speaker }, index) => speaker !== turns[index]?.speaker));
  return pairs.filter(Boolean).length / Math.max(1, pairs.length);
}

export interface SpeakerScores {
  calls: number;
  /** Calls whose reversed channels were detected. */
  detectedReversals: number;
  /** Calls whose correct channels were mistaken for reversed ones. */
  falseAlarms: number;
  /** Fraction of turns whose speaker is guessed correctly from the words alone. */
  turnAccuracy: number;
  sentenceAccuracy: number;
}

/** Scores the calls in each file with a model trained on all other files. */
export function measureSpeakers(calls: readonly CountedSpeakers[], files: ReadonlySet<string>): SpeakerScores {
  const scores = { calls: 0, detectedReversals: 0, falseAlarms: 0 };
  const turns = { correct: 0, all: 0 };
  const sentences = { correct: 0, all: 0 };
  for (const file of files) {
    const model = new SpeakerModel(
      fitSpeakers(
        calls.filter(({ call }) => call.file !== file),
        '',
      ),
    );
    for (const { call } of calls.filter((entry) => entry.call.file === file)) {
      scores.calls += 1;
      if (areChannelsReversed(toTranscript(swapSpeakers(call.turns)), model)) scores.detectedReversals += 1;
      if (areChannelsReversed(toTranscript(call.turns), model)) scores.falseAlarms += 1;
      countCorrect(call.turns, model, turns);
      countCorrect(splitIntoSentences(call.turns), model, sentences);
    }
  }
  return { ...scores, turnAccuracy: turns.correct / turns.all, sentenceAccuracy: sentences.correct / sentences.all };
}

function swapSpeakers(turns: Turns): Turns {
  return turns.map(({ speaker, text }) => ({ speaker: speaker === 'agent' ? 'customer' : 'agent', text }));
}

function countCorrect(turns: Turns, model: SpeakerModel, sum: { correct: number; all: number }): void {
  const odds = turns.map(({ text }, position) => model.agentLogOdds(text, position));
  const likelihoods = agentLikelihoods(odds, model.switching);
  sum.all += turns.length;
  sum.correct += turns.filter(({ speaker }, index) => (likelihoods[index] ?? 0) > 0.5 === (speaker === 'agent')).length;
}
