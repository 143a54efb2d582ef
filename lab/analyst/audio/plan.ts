import { seededRandom } from '../measurement/corruption';
import type { TrainingCall } from '../training-data';
import { LINES } from './degrade';
import { splitSpokenWords } from './spoken-words';

export interface PlannedRecording {
  id: string;
  /** The call's file, or the recording's folder. */
  file: string;
  call: Pick<TrainingCall, 'turns' | 'label'>;
  line: string;
  /** An existing recording, such as one with real voices; if undefined, synthetic voices read the call. */
  recordingPath?: string;
}

export interface PlanOptions {
  /** Longer calls are skipped. People speak about 2.5 words per second. */
  maxWords: number;
  /** Names of the lines used for calibration; all by default. */
  lines?: string[];
}

const MIN_WORDS = 30;
const CALLS_PER_LINE = 3;
// Lines on which most calls are recognized well enough to judge.
const TYPICAL_LINES = [
  'wide',
  'mulaw',
  'mulaw',
  'gsm',
  'amr',
  'loss-5',
  'noise-20',
  'mono-mulaw',
  'crosstalk',
  'loss-10',
];
const SEED = 20;

/**
 * Selects calls to read aloud, in order: first a few calls over every line, to calibrate transcript quality; then as
 * many as time allows, over more typical lines. Alternates between files and labels, and skips calls written with
 * recognition errors.
 */
export function planRecordings(
  calls: readonly TrainingCall[],
  { maxWords, lines = Object.keys(LINES) }: PlanOptions,
): PlannedRecording[] {
  const random = seededRandom(SEED);
  const interleaved = interleaveFiles(
    calls.filter((call) => isSuitable(call, maxWords)),
    random,
  );
  const calibrationCount = lines.length * CALLS_PER_LINE;
  return interleaved.map((call, index) => {
    const line =
      index < calibrationCount
        ? lines[index % lines.length]
        : TYPICAL_LINES[Math.floor(random() * TYPICAL_LINES.length)];
    return { id: trainingCallId(call, calls), file: call.file, call, line: line ?? 'mulaw' };
  });
}

function trainingCallId(call: TrainingCall, calls: readonly TrainingCall[]): string {
  return call.id ?? String(calls.filter(({ file }) => file === call.file).indexOf(call));
}

function isSuitable({ asrStyle, turns }: TrainingCall, maxWords: number): boolean {
  const words = turns.reduce((sum, { text }) => sum + splitSpokenWords(text).length, 0);
  return !asrStyle && words >= MIN_WORDS && words <= maxWords;
}

function interleaveFiles(calls: readonly TrainingCall[], random: () => number): TrainingCall[] {
  const groups = new Map<string, TrainingCall[]>();
  for (const call of calls) {
    const name = `${call.label} ${call.file}`;
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  const queues = [...groups.values()].map((group) => shuffle(group, random));
  const order: TrainingCall[] = [];
  while (order.length < calls.length)
    for (const queue of shuffle(queues, random)) {
      const call = queue.pop();
      if (call) order.push(call);
    }
  return order;
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const swapIndex = Math.floor(random() * (index + 1));
    [result[index], result[swapIndex]] = [result[swapIndex] as T, result[index] as T];
  }
  return result;
}
