import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';

import {
  countNgrams,
  SPEAKER_ZONES,
  hasKnownSpeakers,
  WHOLE_ZONES,
  type Turn,
} from '../../worker/src/analysis/engines/local/call-features';
import { softmax } from '../../worker/src/analysis/engines/local/linear-classifier';
import { createModel, type LocalModel, type StoredModel } from '../../worker/src/analysis/engines/local/local-model';
import { countCalls, fitFollowUp, fitLabel, type CountedCalls } from './fit-models';
import type { RatedLabel } from './measurement/confidence';
import { seededRandom, type Corruptor } from './measurement/corruption';
import type { RecognizedTurns, TrainingCall } from './training-data';

/** A call's scores from a model trained without the calls in the same file. */
export interface HeldOutScores {
  call: TrainingCall;
  scores: number[];
}

export interface HeldOut {
  /** Scores with known speakers, with unknown speakers, and with known speakers and one wrong word in five. */
  speakers: HeldOutScores[];
  whole: HeldOutScores[];
  corrupted: HeldOutScores[];
  /** Scores for calls spoken over phone lines and recognized, with the detected speakers. */
  recognized: HeldOutScores[];
  correctFollowUps: number;
}

export const CORRUPTION_RATE = 0.2;
const SEED = 45;
const ZONES = { speakers: SPEAKER_ZONES, whole: WHOLE_ZONES };

// Calls in these files were written for training and are never scored.
const TRAINING_ONLY = /^own/;
// Written after looking at calls that held-out models got wrong, so training on them would inflate the scores.
const EXCLUDED_FROM_SCORES = /after-errors/;

/** Scores the calls in each file with a model trained on the other files. */
export function measureHeldOut(
  calls: readonly TrainingCall[],
  corruptor: Corruptor,
  recognized: RecognizedTurns,
): HeldOut {
  const scoredCalls = calls.filter(({ file }) => !EXCLUDED_FROM_SCORES.test(file));
  const files = new Set(calls.map(({ file }) => file).filter((file) => !TRAINING_ONLY.test(file)));
  return crossValidate(countCalls(scoredCalls, corruptor, recognized), files, corruptor);
}

/** Holds out each of the files in turn. Calls in other files are always trained on and never scored. */
function crossValidate(countedCalls: CountedCalls, files: ReadonlySet<string>, corruptor: Corruptor): HeldOut {
  const heldOut: HeldOut = { speakers: [], whole: [], corrupted: [], recognized: [], correctFollowUps: 0 };
  for (const file of files) {
    const trainingSet = { ...countedCalls, variants: countedCalls.variants.filter(({ call }) => call.file !== file) };
    const model = fitFoldModel(trainingSet);
    const random = seededRandom(SEED);
    for (const { call, source, turns } of countedCalls.variants.filter((variant) => variant.call.file === file)) {
      if (source === 'recognized') heldOut.recognized.push({ call, scores: scoreLabels(model, turns) });
      if (source !== 'written') continue;
      heldOut.speakers.push({ call, scores: scoreLabels(model, turns) });
      heldOut.whole.push({
        call,
        scores: model.label.whole.classify(countNgrams(turns, WHOLE_ZONES), turns.length).scores,
      });
      heldOut.corrupted.push({
        call,
        scores: scoreLabels(model, corruptor.corrupt(call.turns, CORRUPTION_RATE, random).turns),
      });
      const [noScore = 0, yesScore = 0] = model.followUp.speakers.classify(
        countNgrams(turns, SPEAKER_ZONES),
        turns.length,
      ).scores;
      if (yesScore > noScore === call.needsFollowUp) heldOut.correctFollowUps += 1;
    }
  }
  return heldOut;
}

function scoreLabels({ label }: LocalModel, turns: readonly Turn[]): number[] {
  const kind = hasKnownSpeakers(turns) ? 'speakers' : 'whole';
  return label[kind].classify(countNgrams(turns, ZONES[kind]), turns.length).scores;
}

function fitFoldModel(trainingSet: CountedCalls): LocalModel {
  const followUp = fitFollowUp(trainingSet, 'speakers');
  const storedModel: StoredModel = {
    trainingDataHash: '',
    label: { speakers: fitLabel(trainingSet, 'speakers'), whole: fitLabel(trainingSet, 'whole') },
    temperature: { speakers: 1, whole: 1 },
    followUp: { speakers: followUp, whole: followUp },
  };
  return createModel(storedModel);
}

/** The temperature that maximizes the likelihood of held-out calls' correct labels. */
export function fitTemperature(heldOut: readonly HeldOutScores[]): number {
  let bestTemperature = 1;
  for (let hundredths = 10; hundredths <= 400; hundredths += 1)
    if (logLoss(heldOut, hundredths / 100) < logLoss(heldOut, bestTemperature)) bestTemperature = hundredths / 100;
  return bestTemperature;
}

function logLoss(heldOut: readonly HeldOutScores[], temperature: number): number {
  return -heldOut.reduce((sum, { call, scores }) => {
    const probability = softmax(scores.map((score) => score / temperature))[SENTIMENTS.indexOf(call.label)] ?? 0;
    return sum + Math.log(Math.max(1e-9, probability));
  }, 0);
}

/** Labels with confidences at a temperature fitted on the calls in all other files. */
export function rateLabels(
  heldOut: readonly HeldOutScores[],
  fittedOn: readonly HeldOutScores[],
): (RatedLabel & { call: TrainingCall; label: number })[] {
  const files = new Set(heldOut.map(({ call }) => call.file));
  return [...files].flatMap((file) => {
    const temperature = fitTemperature(fittedOn.filter(({ call }) => call.file !== file));
    return heldOut
      .filter(({ call }) => call.file === file)
      .map(({ call, scores }) => {
        const probabilities = softmax(scores.map((score) => score / temperature));
        const confidence = Math.max(...probabilities);
        const label = probabilities.indexOf(confidence);
        return { call, label, confidence, isCorrect: SENTIMENTS[label] === call.label };
      });
  });
}
