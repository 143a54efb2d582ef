import { SENTIMENTS } from '@ringwell/domain/sentiment';

import {
  SPEAKER_ZONES,
  speakersKnown,
  WHOLE_ZONES,
  type Turn,
} from '../../worker/src/analysis/engines/local/call-features';
import { callClauses } from '../../worker/src/analysis/engines/local/clauses';
import type { Features, StoredLinearModel } from '../../worker/src/analysis/engines/local/linear-model';
import { clauseFeatures } from '../../worker/src/analysis/engines/local/salience';
import type { StoredClassifier } from '../../worker/src/analysis/engines/local/text-classifier';
import { contentStems, isNumberWord } from '../../worker/src/analysis/engines/local/words';
import { fitClassifier, type ClassifierOptions, type CountedExample } from './fit-classifier';
import { GramCounter, type CountedZone } from './gram-counter';
import { contentWords, heldShare } from './measurement/content-words';
import { seededRandom, type Corruptor } from './measurement/corruption';
import { fitSoftmax } from './softmax-regression';
import type { RecognizedTurns, TrainingCall } from './training-data';

const LABEL_OPTIONS: ClassifierOptions = { classes: SENTIMENTS.length, l2: 0.1, minCalls: 2, maxGrams: 20_000 };
const FOLLOW_UP_OPTIONS: ClassifierOptions = { classes: 2, l2: 0.2, minCalls: 3, maxGrams: 6_000 };
// Models also learn from variants of each call with these simulated word error rates of a recognizer, and from what the
// recognizer itself heard of some.
const SIMULATED_RATES = [0.12, 0.25];
const VARIANT_WEIGHT = 0.35;

/** A variant of a call, counted for known and for unknown speakers. */
export interface CountedVariant {
  call: TrainingCall;
  /** As it was written, with simulated recognition errors, or spoken and recognized. */
  source: 'written' | 'simulated' | 'recognized';
  turns: readonly Turn[];
  speakers: CountedZone[];
  whole: CountedZone[];
}

/** Calls and their variants, counted once for all folds. */
export interface CountedCalls {
  variants: CountedVariant[];
  speakers: GramCounter;
  whole: GramCounter;
}

export type Kind = 'speakers' | 'whole';

export function countCalls(
  calls: readonly TrainingCall[],
  corruptor: Corruptor,
  recognized: RecognizedTurns,
): CountedCalls {
  const random = seededRandom(1);
  const texts = calls.map(({ turns }) => turns);
  const counted = { speakers: new GramCounter(SPEAKER_ZONES, texts), whole: new GramCounter(WHOLE_ZONES, texts) };
  const variant = (
    call: TrainingCall,
    source: CountedVariant['source'],
    turns: readonly Turn[] = call.turns,
  ): CountedVariant => ({
    call,
    source,
    turns,
    speakers: counted.speakers.count(turns),
    whole: counted.whole.count(turns),
  });
  const variants = calls.flatMap((call) => [
    variant(call, 'written'),
    ...SIMULATED_RATES.map((rate) => variant(call, 'simulated', corruptor.corrupt(call.turns, rate, random).turns)),
    ...(recognized.get(call) ?? []).map((turns) => variant(call, 'recognized', turns)),
  ]);
  return { ...counted, variants };
}

export function fitLabel({ variants, ...counters }: CountedCalls, kind: Kind): StoredClassifier {
  const examples = variants
    .filter(({ turns }) => kind === 'whole' || speakersKnown(turns))
    .map((variant) => example(variant, kind, SENTIMENTS.indexOf(variant.call.label)));
  return fitClassifier(examples, counters[kind], LABEL_OPTIONS);
}

export function fitFollowUp({ variants, ...counters }: CountedCalls, kind: Kind): StoredClassifier {
  const examples = variants
    .filter(({ source }) => source === 'written')
    .map((variant) => example(variant, kind, variant.call.needsFollowUp ? 1 : 0));
  return fitClassifier(examples, counters[kind], FOLLOW_UP_OPTIONS);
}

function example(variant: CountedVariant, kind: Kind, target: number): CountedExample {
  const isOriginal = variant.source === 'written';
  return { zones: variant[kind], target, weight: isOriginal ? 1 : VARIANT_WEIGHT, isOriginal };
}

// A stem in a larger share of calls than this names nothing.
const COMMON_SHARE = 0.12;

/** The stems that so many calls have that they name nothing. */
export function commonStems(calls: readonly TrainingCall[]): string[] {
  const counts = new Map<string, number>();
  for (const { turns } of calls) {
    const stems = new Set(turns.flatMap(({ text }) => [...contentStems(text).keys()]));
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const isCommon = ([stem, count]: [string, number]): boolean =>
    !isNumberWord(stem) && count > COMMON_SHARE * calls.length;
  return [...counts].filter(isCommon).map(([stem]) => stem);
}

const SALIENCE = { l2: 5, minExamples: 3 };
// A clause that holds this share of a fact's content words belongs in a note.
const SALIENT_SHARE = 0.15;
const THOUSANDTHS = 1_000;

/** Learns which clauses people note down, from the facts that were written down about the calls. */
export function fitSalience(calls: readonly TrainingCall[]): StoredLinearModel {
  const examples = calls.filter((call) => call.facts.length > 0).flatMap(salienceExamples);
  const names = frequentNames(
    examples.map(({ features }) => features),
    SALIENCE.minExamples,
  );
  const index = new Map(names.map((name, at) => [name, at]));
  const weights = fitSoftmax(
    examples.map(({ features, target }) => {
      const known = [...features].filter(([name]) => index.has(name));
      return {
        indices: Int32Array.from(known, ([name]) => index.get(name) ?? 0),
        values: Float64Array.from(known, ([, value]) => value),
        target,
        weight: 1,
      };
    }),
    { classes: 2, features: names.length, l2: SALIENCE.l2, iterations: 80 },
  );
  const stored = names.map((name, at): [string, number] => [
    name,
    Math.round(((weights[at * 2 + 1] ?? 0) - (weights[at * 2] ?? 0)) * THOUSANDTHS),
  ]);
  return Object.fromEntries(stored.filter(([, weight]) => Math.abs(weight) >= 20));
}

function salienceExamples(call: TrainingCall): { features: Features; target: number }[] {
  const facts = call.facts.map(contentWords);
  const clauses = callClauses(call.turns);
  return clauses.map((clause, index) => {
    const said = contentWords(clause.text);
    const share = Math.max(0, ...facts.map((fact) => heldShare(fact, said)));
    return { features: clauseFeatures(clauses, index, call.turns), target: share >= SALIENT_SHARE ? 1 : 0 };
  });
}

/** The features that at least so many examples have, in the order of their first one. */
export function frequentNames(sets: readonly Features[], minExamples: number): string[] {
  const counts = new Map<string, number>();
  for (const features of sets) for (const name of features.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= minExamples).map(([name]) => name);
}
