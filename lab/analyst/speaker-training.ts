import { channelsAreReversed } from '../../worker/src/speakers/assign-speakers';
import { agentLikelihoods } from '../../worker/src/speakers/guess-speakers';
import { SpeakerModel, type StoredSpeakerModel } from '../../worker/src/speakers/speaker-model';
import { turnFeatures } from '../../worker/src/speakers/turn-features';
import { asTranscript } from './measurement/labeled-call';
import { fitSoftmax, type Example } from './softmax-regression';
import type { TrainingCall } from './training-data';

type Turns = TrainingCall['turns'];

interface CountedTurn {
  features: string[];
  isAgent: boolean;
  weight: number;
}

/** A call whose turns are counted once for all folds. */
export interface CountedSpeakers {
  call: TrainingCall;
  turns: CountedTurn[];
}

const L2 = 1;
const ITERATIONS = 60;
// Features that occur in fewer calls are dropped.
const MIN_CALLS = 3;
const MAX_FEATURES = 12_000;
// Partial turns are also training data, because recognizers cut turns at pauses.
const SEGMENT_WEIGHT = 0.5;
const HUNDREDTHS = 100;
const THOUSANDTHS = 1_000;

export function countSpeakers(calls: readonly TrainingCall[]): CountedSpeakers[] {
  const counted = (turns: Turns, weight: number): CountedTurn[] =>
    turns.map(({ speaker, text }, position) => ({
      features: [...turnFeatures(text, position)],
      isAgent: speaker === 'agent',
      weight,
    }));
  return calls.map((call) => ({
    call,
    turns: [...counted(call.turns, 1), ...counted(cutAtSentences(call.turns), SEGMENT_WEIGHT)],
  }));
}

/** Fits a logistic regression over the most distinctive features. Deterministic. */
export function fitSpeakers(counted: readonly CountedSpeakers[], trainingDataHash: string): StoredSpeakerModel {
  const names = distinctiveFeatures(counted);
  const weights = fit(counted, names);
  const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;
  return {
    trainingDataHash,
    bias: rounded(weights.at(-1) ?? 0, THOUSANDTHS),
    switching: rounded(measureSwitching(counted.map(({ call }) => cutAtSentences(call.turns))), HUNDREDTHS),
    weights: Object.fromEntries(names.map((name, at) => [name, Math.round((weights[at] ?? 0) * THOUSANDTHS)])),
  };
}

// Features whose frequency in agents' turns differs most from that in all turns, by the chi-squared statistic.
function distinctiveFeatures(counted: readonly CountedSpeakers[]): string[] {
  const seen = new Map<string, { calls: number; turns: number; agentTurns: number }>();
  const all = { turns: 0, agentTurns: 0 };
  for (const { turns } of counted) {
    const inCall = new Set<string>();
    for (const { features, isAgent, weight } of turns) {
      all.turns += weight;
      if (isAgent) all.agentTurns += weight;
      for (const name of features) {
        const counts = seen.get(name) ?? { calls: 0, turns: 0, agentTurns: 0 };
        if (!inCall.has(name)) counts.calls += 1;
        inCall.add(name);
        counts.turns += weight;
        if (isAgent) counts.agentTurns += weight;
        seen.set(name, counts);
      }
    }
  }
  const agentShare = all.agentTurns / all.turns;
  return [...seen]
    .filter(([, { calls }]) => calls >= MIN_CALLS)
    .map(([name, { turns, agentTurns }], at) => ({ name, at, effect: (agentTurns - turns * agentShare) ** 2 / turns }))
    .sort((a, b) => b.effect - a.effect || a.at - b.at)
    .slice(0, MAX_FEATURES)
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

// Weights toward the agent; the last one is the bias.
function fit(counted: readonly CountedSpeakers[], names: readonly string[]): number[] {
  const indexes = new Map(names.map((name, index) => [name, index]));
  const examples = counted.flatMap(({ turns }) =>
    turns.map(({ features, isAgent, weight }): Example => {
      const indices = Int32Array.from([...features.flatMap((name) => indexes.get(name) ?? []), names.length]);
      return { indices, values: new Float64Array(indices.length).fill(1), target: isAgent ? 1 : 0, weight };
    }),
  );
  const weights = fitSoftmax(examples, { classes: 2, features: names.length + 1, l2: L2, iterations: ITERATIONS });
  return Array.from({ length: names.length + 1 }, (_, at) => (weights[2 * at + 1] ?? 0) - (weights[2 * at] ?? 0));
}

function cutAtSentences(turns: Turns): Turns {
  return turns.flatMap(({ speaker, text }) =>
    text
      .split(/(?<=[.!?]) +/)
      .filter((sentence) => sentence.trim() !== '')
      .map((sentence) => ({ speaker, text: sentence })),
  );
}

/** How often the next segment is the other speaker's. */
function measureSwitching(calls: readonly Turns[]): number {
  const pairs = calls.flatMap((turns) => turns.slice(1).map(({ speaker }, at) => speaker !== turns[at]?.speaker));
  return pairs.filter(Boolean).length / Math.max(1, pairs.length);
}

export interface SpeakerScores {
  calls: number;
  /** Number of calls whose reversed channels are detected. */
  reversedFound: number;
  /** Number of calls whose correct channels are mistaken for reversed ones. */
  falseAlarms: number;
  /** Fraction of correct guesses without voices or channels, by turns and by sentences. */
  turnsRight: number;
  sentencesRight: number;
}

/** Scores the calls in some files with models that weren't trained on the same file. */
export function measureSpeakers(counted: readonly CountedSpeakers[], files: ReadonlySet<string>): SpeakerScores {
  const scores = { calls: 0, reversedFound: 0, falseAlarms: 0 };
  const turns = { right: 0, all: 0 };
  const sentences = { right: 0, all: 0 };
  for (const file of files) {
    const model = new SpeakerModel(
      fitSpeakers(
        counted.filter(({ call }) => call.file !== file),
        '',
      ),
    );
    for (const { call } of counted.filter((each) => each.call.file === file)) {
      scores.calls += 1;
      if (channelsAreReversed(asTranscript(swapped(call.turns)), model)) scores.reversedFound += 1;
      if (channelsAreReversed(asTranscript(call.turns), model)) scores.falseAlarms += 1;
      countRight(call.turns, model, turns);
      countRight(cutAtSentences(call.turns), model, sentences);
    }
  }
  return { ...scores, turnsRight: turns.right / turns.all, sentencesRight: sentences.right / sentences.all };
}

function swapped(turns: Turns): Turns {
  return turns.map(({ speaker, text }) => ({ speaker: speaker === 'agent' ? 'customer' : 'agent', text }));
}

function countRight(turns: Turns, model: SpeakerModel, count: { right: number; all: number }): void {
  const odds = turns.map(({ text }, position) => model.agentLogOdds(text, position));
  const likelihoods = agentLikelihoods(odds, model.switching);
  count.all += turns.length;
  count.right += turns.filter(({ speaker }, at) => (likelihoods[at] ?? 0) > 0.5 === (speaker === 'agent')).length;
}
