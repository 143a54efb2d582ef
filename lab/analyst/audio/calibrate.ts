import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';

import {
  countNgrams,
  SPEAKER_ZONES,
  hasKnownSpeakers,
  WHOLE_ZONES,
  type Turn,
} from '../../../worker/src/analysis/engines/local/call-features';
import { LinearClassifier } from '../../../worker/src/analysis/engines/local/linear-classifier';
import {
  qualityIndicators,
  INDICATOR_NAMES,
  transcriptQuality,
} from '../../../worker/src/transcription/transcript-quality';
import { countCalls, fitLabel, type ClassifierKind } from '../fit-models';
import { seededRandom } from '../measurement/corruption';
import { createCorruptor, loadRecognizedTurns, loadTrainingCalls } from '../training-data';
import { fitLine, pearson, predict, spearman } from './line-fit';
import { readRecognizedCalls, toTranscript, wordErrorRate, type RecognizedCall } from './recognized-call';

interface RatedRecording {
  call: RecognizedCall;
  /** Fraction of words recognized correctly, at least 0. */
  wordAccuracy: number;
  score: number;
  level: string;
}

const FOLDS = 2;
const SIMULATED_RATES = [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
/** The product's line was fitted on this many recordings, the first ones in lab/analyst/audio/recognized.jsonl. */
const FITTED_RECORDINGS = 29;

const SCORE_BINS = [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.01];

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

function rateRecording(call: RecognizedCall): RatedRecording {
  const quality = transcriptQuality(toTranscript(call), call.speechSeconds);
  if (!quality) throw new Error(`${call.file} ${call.id} doesn't have confidences.`);
  const { level, score } = quality;
  return { call, wordAccuracy: Math.max(0, 1 - wordErrorRate(call)), score, level };
}

/** Scores each recording with a line fitted without any recordings of the same call. */
function scoreHeldOut(ratedRecordings: readonly RatedRecording[]): number[] {
  const indicators = ratedRecordings.map(({ call }) => listIndicators(call));
  return ratedRecordings.map((item, i) => {
    const trainingIndexes = ratedRecordings.flatMap((other, index) =>
      callKey(other) === callKey(item) ? [] : [index],
    );
    const line = fitLine(
      trainingIndexes.map((index) => indicators[index] ?? []),
      trainingIndexes.map((index) => ratedRecordings[index]?.wordAccuracy ?? 0),
    );
    return Math.min(1, Math.max(0, predict(line, indicators[i] ?? [])));
  });
}

function listIndicators(call: RecognizedCall): number[] {
  const indicators = qualityIndicators(toTranscript(call));
  return INDICATOR_NAMES.map((name) => indicators?.[name] ?? 0);
}

function reportFit(ratedRecordings: readonly RatedRecording[]): void {
  const accuracies = ratedRecordings.map(({ wordAccuracy }) => wordAccuracy);
  INDICATOR_NAMES.forEach((name, index) =>
    reportComparison(
      `  ${name} alone`,
      ratedRecordings.map(({ call }) => listIndicators(call)[index] ?? 0),
      accuracies,
    ),
  );
  const line = fitLine(
    ratedRecordings.map(({ call }) => listIndicators(call)),
    accuracies,
  );
  report(
    `line: ${['constant', ...INDICATOR_NAMES].map((name, i) => `${name} ${line[i]?.toFixed(3) ?? ''}`).join(', ')}`,
  );
  reportComparison('line, each call left out', scoreHeldOut(ratedRecordings), accuracies);
  reportComparison(
    "the product's score",
    ratedRecordings.map(({ score }) => score),
    accuracies,
  );
}

/**
 * Evaluates the product's scores on all recordings outside the fit, then only on those whose calls weren't in the fit.
 */
function reportUnseen(ratedRecordings: readonly RatedRecording[]): void {
  const fittedKeys = new Set(ratedRecordings.slice(0, FITTED_RECORDINGS).map(callKey));
  const unseenRecordings = ratedRecordings.slice(FITTED_RECORDINGS);
  for (const items of [unseenRecordings, unseenRecordings.filter((item) => !fittedKeys.has(callKey(item)))])
    reportComparison(
      `the product's score, ${items.length} recordings of ${new Set(items.map(callKey)).size} held-out calls`,
      items.map(({ score }) => score),
      items.map(({ wordAccuracy }) => wordAccuracy),
    );
}

function reportComparison(name: string, scores: readonly number[], accuracies: readonly number[]): void {
  const gap = scores.reduce((sum, score, index) => sum + Math.abs(score - (accuracies[index] ?? 0)), 0) / scores.length;
  report(
    `${name}: Pearson ${pearson(scores, accuracies).toFixed(3)}, Spearman ${spearman(scores, accuracies).toFixed(3)}, ` +
      `mean gap ${gap.toFixed(3)}`,
  );
}

function callKey({ call }: RatedRecording): string {
  return `${call.file} ${call.id}`;
}

interface LabelResults {
  /** Whether the built-in analyst labels each recording correctly. */
  isCorrectByRecording: Map<RatedRecording, boolean>;
  /** Results for all calls with simulated errors, by word error rate. */
  simulated: Map<number, boolean[]>;
}

/** Labels each fold's calls with models trained on the other folds. */
function crossValidateLabels(ratedRecordings: readonly RatedRecording[]): LabelResults {
  const calls = loadTrainingCalls();
  const corruptor = createCorruptor(calls);
  const countedCalls = countCalls(calls, corruptor, loadRecognizedTurns(calls));
  const files = [...new Set([...calls, ...ratedRecordings.map(({ call }) => call)].map(({ file }) => file))].sort();
  const labels: LabelResults = {
    isCorrectByRecording: new Map(),
    simulated: new Map(SIMULATED_RATES.map((errorRate) => [errorRate, []])),
  };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const heldOutFiles = new Set(files.filter((_, index) => index % FOLDS === fold));
    const trainingSet = {
      ...countedCalls,
      variants: countedCalls.variants.filter(({ call }) => !heldOutFiles.has(call.file)),
    };
    const models = {
      speakers: new LinearClassifier(fitLabel(trainingSet, 'speakers')),
      whole: new LinearClassifier(fitLabel(trainingSet, 'whole')),
    };
    for (const item of ratedRecordings.filter(({ call }) => heldOutFiles.has(call.file)))
      labels.isCorrectByRecording.set(item, isLabelCorrect(toTranscript(item.call).segments, item.call.label, models));
    const random = seededRandom(fold);
    for (const call of calls.filter(({ file }) => heldOutFiles.has(file)))
      for (const [errorRate, results] of labels.simulated)
        results.push(isLabelCorrect(corruptor.corrupt(call.turns, errorRate, random).turns, call.label, models));
  }
  return labels;
}

function isLabelCorrect(
  turns: readonly Turn[],
  label: string,
  models: Record<ClassifierKind, LinearClassifier>,
): boolean {
  const kind = hasKnownSpeakers(turns) ? 'speakers' : 'whole';
  const zones = kind === 'speakers' ? SPEAKER_ZONES : WHOLE_ZONES;
  const { scores } = models[kind].classify(countNgrams(turns, zones), turns.length);
  return SENTIMENTS[scores.indexOf(Math.max(...scores))] === label;
}

function reportTable(
  ratedRecordings: readonly RatedRecording[],
  { isCorrectByRecording, simulated }: LabelResults,
): void {
  const reportRow = (name: string, items: readonly RatedRecording[]): void => {
    if (items.length === 0) return;
    const mean = (getValue: (item: RatedRecording) => number): string =>
      (items.reduce((sum, item) => sum + getValue(item), 0) / items.length).toFixed(2);
    const levels = ['good', 'fair', 'poor'].map((level) => items.filter((item) => item.level === level).length);
    report(
      `| ${name} | ${items.length} | ${mean(({ call }) => wordErrorRate(call))} | ${mean(({ score }) => score)} | ` +
        `${levels.join(' | ')} | ${mean((item) => (isCorrectByRecording.get(item) ? 1 : 0))} |`,
    );
  };
  report('| | recordings | word error rate | score | good | fair | poor | label correct |');
  report('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const level of ['good', 'fair', 'poor'])
    reportRow(
      level,
      ratedRecordings.filter((item) => item.level === level),
    );
  SCORE_BINS.slice(1).forEach((end, index) => {
    const start = SCORE_BINS[index] ?? 0;
    reportRow(
      `score ${start} to ${Math.min(1, end)}`,
      ratedRecordings.filter(({ score }) => score >= start && score < end),
    );
  });
  for (const line of new Set(ratedRecordings.map(({ call }) => call.line)))
    reportRow(
      line,
      ratedRecordings.filter(({ call }) => call.line === line),
    );
  for (const [errorRate, results] of simulated)
    report(
      `simulated word error rate ${errorRate}: label accuracy ${(results.filter(Boolean).length / results.length).toFixed(3)}`,
    );
}

/** Compares transcript quality with the actual word error rates, and both with the labels. */
export function calibrate(path: string): void {
  const ratedRecordings = readRecognizedCalls(path).map(rateRecording);
  report(`${ratedRecordings.length} recordings, ${new Set(ratedRecordings.map(callKey)).size} calls`);
  reportFit(ratedRecordings);
  reportUnseen(ratedRecordings);
  reportTable(ratedRecordings, crossValidateLabels(ratedRecordings));
}
