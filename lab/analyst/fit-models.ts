import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';

import {
  SPEAKER_ZONES,
  hasKnownSpeakers,
  WHOLE_ZONES,
  type Turn,
} from '../../worker/src/analysis/engines/local/call-features';
import type { StoredClassifier } from '../../worker/src/analysis/engines/local/linear-classifier';
import { fitClassifier, type ClassifierOptions, type CountedExample } from './fit-classifier';
import { GramCounter, type CountedZone } from './gram-counter';
import { seededRandom, type Corruptor } from './measurement/corruption';
import type { RecognizedTurns, TrainingCall } from './training-data';

const LABEL_OPTIONS: ClassifierOptions = { classes: SENTIMENTS.length, l2: 0.1, minCalls: 2, maxGrams: 20_000 };
const FOLLOW_UP_OPTIONS: ClassifierOptions = { classes: 2, l2: 0.2, minCalls: 3, maxGrams: 6_000 };
// Models also learn from variants of each call with these simulated word error rates, and from the recognizer's own
// transcripts for some calls.
const SIMULATED_RATES = [0.12, 0.25];
const VARIANT_WEIGHT = 0.35;

/** A call variant, counted with known and with unknown speakers. */
export interface CountedVariant {
  call: TrainingCall;
  /** The call as written, with simulated recognition errors, or spoken and recognized. */
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

export type ClassifierKind = 'speakers' | 'whole';

export function countCalls(
  calls: readonly TrainingCall[],
  corruptor: Corruptor,
  recognized: RecognizedTurns,
): CountedCalls {
  const random = seededRandom(1);
  const texts = calls.map(({ turns }) => turns);
  const counters = { speakers: new GramCounter(SPEAKER_ZONES, texts), whole: new GramCounter(WHOLE_ZONES, texts) };
  const makeVariant = (
    call: TrainingCall,
    source: CountedVariant['source'],
    turns: readonly Turn[] = call.turns,
  ): CountedVariant => ({
    call,
    source,
    turns,
    speakers: counters.speakers.count(turns),
    whole: counters.whole.count(turns),
  });
  const variants = calls.flatMap((call) => [
    makeVariant(call, 'written'),
    ...SIMULATED_RATES.map((rate) => makeVariant(call, 'simulated', corruptor.corrupt(call.turns, rate, random).turns)),
    ...(recognized.get(call) ?? []).map((turns) => makeVariant(call, 'recognized', turns)),
  ]);
  return { ...counters, variants };
}

export function fitLabel({ variants, ...counters }: CountedCalls, kind: ClassifierKind): StoredClassifier {
  const examples = variants
    .filter(({ turns }) => kind === 'whole' || hasKnownSpeakers(turns))
    .map((variant) => toExample(variant, kind, SENTIMENTS.indexOf(variant.call.label)));
  return fitClassifier(examples, counters[kind], LABEL_OPTIONS);
}

export function fitFollowUp({ variants, ...counters }: CountedCalls, kind: ClassifierKind): StoredClassifier {
  const examples = variants
    .filter(({ source }) => source === 'written')
    .map((variant) => toExample(variant, kind, variant.call.needsFollowUp ? 1 : 0));
  return fitClassifier(examples, counters[kind], FOLLOW_UP_OPTIONS);
}

function toExample(variant: CountedVariant, kind: ClassifierKind, target: number): CountedExample {
  const isOriginal = variant.source === 'written';
  return { zones: variant[kind], target, weight: isOriginal ? 1 : VARIANT_WEIGHT, isOriginal };
}
