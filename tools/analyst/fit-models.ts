import { SENTIMENTS } from '@ringwell/domain/sentiment';

import { callClauses } from '../../worker/src/analysis/engines/local/clauses';
import { contentWords, figuredContentWords, heldShare } from '../../worker/src/analysis/engines/local/content-words';
import { wordCounts, wordFeatures } from '../../worker/src/analysis/engines/local/content-worth';
import type { Features } from '../../worker/src/analysis/engines/local/features';
import type { StoredLinearModel } from '../../worker/src/analysis/engines/local/linear-model';
import type { StoredReading } from '../../worker/src/analysis/engines/local/local-model';
import { callParties } from '../../worker/src/analysis/engines/local/parties';
import { labelFeatures, readCall, type CallReading } from '../../worker/src/analysis/engines/local/reading';
import { clauseFeatures, clauseOrders } from '../../worker/src/analysis/engines/local/salience-features';
import { retellClause } from '../../worker/src/analysis/engines/local/third-person';
import { trainLinear, type LinearTrainingOptions, type TrainingExample } from './linear-training';
import { seededRandom, type Corruptor } from './measurement/corruption';
import type { TrainingCall } from './training-data';

const LABEL_OPTIONS: LinearTrainingOptions = {
  classes: SENTIMENTS.length,
  l2: 0.06,
  minExamples: 2,
  maxFeatures: 7_000,
};
const FOLLOW_UP_OPTIONS: LinearTrainingOptions = { classes: 2, l2: 0.1, minExamples: 2, maxFeatures: 3_000 };
const SALIENCE_OPTIONS: LinearTrainingOptions = { classes: 2, l2: 5, minExamples: 3, maxFeatures: 2_000 };
/** Models also learn from variants of each call with these simulated word error rates of a recognizer. */
const CORRUPTED_RATES = [0.12, 0.25];
const CORRUPTED_WEIGHT = 0.35;
const WORTH_OPTIONS: LinearTrainingOptions = { classes: 2, l2: 3, minExamples: 4, maxFeatures: 2_500 };
/** A clause that covers this share of a fact's content words belongs in a summary. */
const SALIENT_SHARE = 0.2;

/** A variant of a call with its features, which are expensive to compute and used in many folds. */
export interface ReadVariant {
  call: TrainingCall;
  /** False for a variant with simulated recognition errors. */
  isOriginal: boolean;
  reading: CallReading;
}

/** Every call, and its variants with simulated recognition errors. */
export function readVariants(calls: readonly TrainingCall[], corruptor: Corruptor): ReadVariant[] {
  const random = seededRandom(1);
  return calls.flatMap((call) => [
    { call, isOriginal: true, reading: readCall(call.turns) },
    ...CORRUPTED_RATES.map((rate) => ({
      call,
      isOriginal: false,
      reading: readCall(corruptor.corrupt(call.turns, rate, random).turns),
    })),
  ]);
}

export function fitLabel(variants: readonly ReadVariant[]): StoredReading {
  return fitReading(
    variants.map((variant) => ({ ...variant, target: SENTIMENTS.indexOf(variant.call.label) })),
    LABEL_OPTIONS,
  );
}

export function fitFollowUp(variants: readonly ReadVariant[]): StoredReading {
  const labeled = variants
    .filter(({ isOriginal }) => isOriginal)
    .map((variant) => ({
      ...variant,
      reading: withRightLabel(variant),
      target: variant.call.needsFollowUp ? 1 : 0,
    }));
  return fitReading(labeled, FOLLOW_UP_OPTIONS);
}

/** Training uses the correct label as a feature; inference uses the predicted one. */
function withRightLabel({ call, reading }: ReadVariant): CallReading {
  const label = labelFeatures(SENTIMENTS.map((name) => (name === call.label ? 1 : 0)));
  return {
    ...(reading.sided && { sided: new Map([...reading.sided, ...label]) }),
    whole: new Map([...reading.whole, ...label]),
  };
}

function fitReading(
  variants: readonly (ReadVariant & { target: number })[],
  options: LinearTrainingOptions,
): StoredReading {
  const examples = (pick: (reading: CallReading) => Features | undefined): TrainingExample[] =>
    variants.flatMap(({ reading, isOriginal, target }) => {
      const features = pick(reading);
      return features === undefined ? [] : [{ features, target, weight: isOriginal ? 1 : CORRUPTED_WEIGHT }];
    });
  return {
    sided: trainLinear(
      examples(({ sided }) => sided),
      options,
    ),
    whole: trainLinear(
      examples(({ whole }) => whole),
      options,
    ),
  };
}

/** Learns which clauses contain facts, from calls with annotated facts. */
export function fitSalience(calls: readonly TrainingCall[]): StoredLinearModel {
  return trainLinear(calls.filter((call) => call.facts.length > 0).flatMap(salienceExamples), SALIENCE_OPTIONS);
}

function salienceExamples(call: TrainingCall): TrainingExample[] {
  const facts = call.facts.map(contentWords);
  const clauses = callClauses(call.turns, callParties(call.turns, { direction: call.direction }));
  const orders = clauseOrders(clauses);
  return clauses.map((clause, at) => {
    const words = contentWords(retellClause(clause).text);
    const share = Math.max(0, ...facts.map((fact) => heldShare(fact, words)));
    return {
      features: clauseFeatures(clause, orders[at] ?? { fromStart: 0, fromEnd: 0 }, call.turns),
      target: share >= SALIENT_SHARE ? 1 : 0,
      weight: 1,
    };
  });
}

/** Learns which content words belong in a summary, from calls with annotated facts. */
export function fitWorth(calls: readonly TrainingCall[]): StoredLinearModel {
  return trainLinear(calls.filter((call) => call.facts.length > 0).flatMap(worthExamples), WORTH_OPTIONS);
}

function worthExamples(call: TrainingCall): TrainingExample[] {
  const noted = contentWords(call.facts.join('. '));
  const clauses = callClauses(call.turns, callParties(call.turns, { direction: call.direction }));
  const contents = clauses.map((clause) => figuredContentWords(retellClause(clause).text));
  const counts = wordCounts(contents);
  return clauses.flatMap((clause, at) =>
    [...(contents[at] ?? [])].map(([word, weight]) => ({
      features: wordFeatures(word, weight, clause, counts.get(word) ?? 1),
      target: noted.has(word) ? 1 : 0,
      weight: 1,
    })),
  );
}
