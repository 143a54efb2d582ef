import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { readLabeledCalls } from '../measurement/labeled-call';
import { loadTrainingCalls } from '../training-data';
import { calibrate } from './calibrate';
import { planRecordings, type PlannedRecording, type PlanOptions } from './plan';
import { recognizeCall } from './recognize';
import { readRecognizedCalls, type RecognizedCall } from './recognized-call';

// Existing recordings are recognized as is, and again over one of the poor lines.
const AS_RECORDED = 'as-recorded';
const POOR_LINES = ['loss-20', 'noise-5', 'gsm', 'bad', 'noise-10', 'amr-low'];

function collectRecordings(recordingsFolder: string | undefined, options: PlanOptions): PlannedRecording[] {
  const plannedRecordings = planRecordings(loadTrainingCalls(), options);
  return recordingsFolder === undefined
    ? plannedRecordings
    : [...listRecordings(recordingsFolder), ...plannedRecordings];
}

/** Lists the WAV files in a folder, with their calls from `calls.jsonl` next to it or in it. */
function listRecordings(folder: string): PlannedRecording[] {
  const transcriptsPath = [join(folder, 'calls.jsonl'), join(folder, '..', 'calls.jsonl')].find((path) =>
    existsSync(path),
  );
  if (transcriptsPath === undefined) throw new Error(`There is no calls.jsonl in ${folder} or next to it.`);
  const calls = readLabeledCalls(transcriptsPath);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.wav'))
    .sort()
    .flatMap((name, index) => {
      const id = name.replace('.wav', '');
      const call = calls.find((candidate) => candidate.id === id);
      if (!call) return [];
      const poorLine = POOR_LINES[index % POOR_LINES.length] ?? AS_RECORDED;
      return [AS_RECORDED, poorLine].map((line) => ({
        id,
        file: 'recordings',
        call,
        line,
        recordingPath: join(folder, name),
      }));
    });
}

function recordingKey({ id, file, line }: Pick<RecognizedCall, 'id' | 'file' | 'line'>): string {
  return `${file} ${id} ${line}`;
}

/** Recognizes calls that aren't in the output file yet, until time runs out, or calibrates with its contents. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      recordings: { type: 'string' },
      minutes: { type: 'string', default: '60' },
      'most-words': { type: 'string', default: '150' },
      lines: { type: 'string' },
      calibrate: { type: 'boolean', default: false },
    },
  });
  const [outputPath] = positionals;
  if (outputPath === undefined) throw new Error('Specify the output file: npm run recognize-speech -- FILE.jsonl');
  if (values.calibrate) {
    calibrate(outputPath);
    return;
  }
  const deadline = Date.now() + Number(values.minutes) * 60_000;
  const finishedKeys = new Set(existsSync(outputPath) ? readRecognizedCalls(outputPath).map(recordingKey) : []);
  const { signal } = new AbortController();
  for (const plannedRecording of collectRecordings(values.recordings, {
    maxWords: Number(values['most-words']),
    lines: values.lines?.split(','),
  })) {
    if (finishedKeys.has(recordingKey(plannedRecording))) continue;
    if (Date.now() > deadline) break;
    const result = await recognizeCall(plannedRecording, signal);
    appendFileSync(outputPath, `${JSON.stringify(result)}\n`);
    process.stderr.write(`${recordingKey(plannedRecording)}: ${result.words} words, ${result.errors} errors\n`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
