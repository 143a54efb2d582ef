import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { Topic } from '@ringwell/domain/calls/topic';

import { LocalAnalyst } from '../../worker/src/analysis/engines/local/local.analyst';
import { evaluateFlags } from './evaluate-flags';
import { evaluateLabels } from './evaluate-labels';
import { evaluateNotes } from './evaluate-notes';
import { evaluateRecordings } from './evaluate-recordings';
import { accuracyByCoverage, calibrationError } from './measurement/confidence';
import { Corruptor, rawWords, seededRandom } from './measurement/corruption';
import { toTranscript, readLabeledCalls, type LabeledCall } from './measurement/labeled-call';
import { computeFollowUpAccuracy, computeLabelScores, roundToThousandths, type JudgedCall } from './measurement/scores';
import { loadTopics } from './topic-training';

/** A recognizer's word error rate on a typical phone line. */
const WORD_ERROR_RATE = 0.2;
const SEED = 45;

const analyst = new LocalAnalyst();
const { signal } = new AbortController();

interface CallWithTopic extends JudgedCall {
  topic: Topic | null;
}

async function judgeCalls(calls: readonly LabeledCall[]): Promise<CallWithTopic[]> {
  const judged: CallWithTopic[] = [];
  for (const call of calls) {
    const { sentiment, confidence, topic, followUpNeeded } = await analyst.judge(
      toTranscript(call.turns),
      { direction: call.direction },
      { signal },
    );
    judged.push({ call, sentiment, confidence, topic, followUpNeeded });
  }
  return judged;
}

function scoreCalls(judged: readonly JudgedCall[]): object {
  const { accuracy, macroF1 } = computeLabelScores(judged);
  return {
    calls: judged.length,
    accuracy,
    macroF1,
    followUpAccuracy: computeFollowUpAccuracy(judged),
  };
}

function rateCalls(judged: readonly JudgedCall[]): { confidence: number; isCorrect: boolean }[] {
  return judged.map(({ call, sentiment, confidence }) => ({ confidence, isCorrect: sentiment === call.label }));
}

/** Accuracy for the most confident fraction of calls, by fraction. */
function measureCoverage(judged: readonly JudgedCall[]): Record<string, number> {
  const coverage = Object.entries(accuracyByCoverage(rateCalls(judged)));
  return Object.fromEntries(coverage.map(([fraction, accuracy]) => [fraction, roundToThousandths(accuracy)]));
}

/** Counts the calls with a known topic, those for which a topic is shown, and those whose topic is correct. */
function scoreTopics(judged: readonly CallWithTopic[]): object {
  const topics = loadTopics();
  const withKnownTopic = judged.filter(({ call }) => topics.has(call.id ?? ''));
  const withTopic = withKnownTopic.filter(({ topic }) => topic !== null);
  const correct = withTopic.filter(({ call, topic }) => topics.get(call.id ?? '') === topic);
  return { calls: withKnownTopic.length, withTopic: withTopic.length, correct: correct.length };
}

/** Scores for the same calls with simulated recognition errors. */
async function scoreCorrupted(calls: readonly LabeledCall[]): Promise<object> {
  const corruptor = new Corruptor(calls.flatMap((call) => call.turns.flatMap((turn) => rawWords(turn.text))));
  const random = seededRandom(SEED);
  let errors = 0;
  let words = 0;
  const corruptedCalls = calls.map((call) => {
    const corrupted = corruptor.corrupt(call.turns, WORD_ERROR_RATE, random);
    errors += corrupted.errors;
    words += corrupted.words;
    return { ...call, turns: corrupted.turns };
  });
  const { accuracy, macroF1, perLabel } = computeLabelScores(await judgeCalls(corruptedCalls));
  return {
    wordErrorRate: roundToThousandths(errors / Math.max(1, words)),
    accuracy,
    macroF1,
    negativeRecall: perLabel.negative.recall,
  };
}

/** Warm-up calls before timing starts, so that the code is JIT-compiled as in a long-running worker. */
const WARM_UP_CALLS = 300;

async function evaluate(path: string): Promise<object> {
  const calls = readLabeledCalls(path);
  for (let analyzed = 0; analyzed < WARM_UP_CALLS; analyzed += calls.length) await judgeCalls(calls);
  const startedAt = performance.now();
  const judged = await judgeCalls(calls);
  const msPerCall = roundToThousandths((performance.now() - startedAt) / calls.length);
  const unknownSpeakerSentiments: Sentiment[] = (
    await judgeCalls(
      calls.map((call) => ({ ...call, turns: call.turns.map(({ text }) => ({ speaker: 'unknown' as const, text })) })),
    )
  ).map((item) => item.sentiment);
  return {
    calls: calls.length,
    ...computeLabelScores(judged),
    coverage: measureCoverage(judged),
    calibrationError: roundToThousandths(calibrationError(rateCalls(judged))),
    followUpAccuracy: computeFollowUpAccuracy(judged),
    topics: scoreTopics(judged),
    msPerCall,
    asrStyle: scoreCalls(judged.filter(({ call }) => call.asrStyle)),
    written: scoreCalls(judged.filter(({ call }) => !call.asrStyle)),
    corrupted: await scoreCorrupted(calls),
    unknownSpeakers: {
      accuracy: roundToThousandths(
        unknownSpeakerSentiments.filter((sentiment, index) => sentiment === calls[index]?.label).length / calls.length,
      ),
    },
  };
}

const USAGE =
  'Specify a file of labeled calls: npm run evaluate -- [--labels | --notes] FILE.jsonl,\n' +
  'or a file or folder of calls for the flags: npm run evaluate -- --flags PATH,\n' +
  'or a folder of recordings with reference transcripts: npm run evaluate -- --audio FOLDER';
const EVALUATIONS: Record<string, (path: string) => Promise<object>> = {
  '--audio': evaluateRecordings,
  '--flags': (path) => Promise.resolve(evaluateFlags(path)),
  '--labels': (path) => evaluateLabels(path),
  '--notes': (path) => evaluateNotes(path),
};

/** Scores the built-in analyst or the writer on labeled calls, or all engines on recordings. Prints one JSON object. */
async function main(): Promise<void> {
  const [firstArg = '', secondArg] = process.argv.slice(2);
  const evaluation = EVALUATIONS[firstArg];
  const path = evaluation ? secondArg : firstArg;
  if (!path) throw new Error(USAGE);
  const scores = await (evaluation ?? evaluate)(path);
  process.stdout.write(`${JSON.stringify(scores, null, 2)}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
