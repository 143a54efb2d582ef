import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';

import { z } from 'zod';

import { CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';
import { SPEAKERS } from '@ringwell/domain/calls/transcript';

/** Lists a folder's recordings, one JSON object per line, each with its file name. */
const TRANSCRIPTS = 'transcripts.jsonl';
/** A file of labeled calls; the recordings of the call `d03` are `audio/d03.*`. */
const CALLS = 'calls.jsonl';
const CALL_RECORDINGS = 'audio';

const knownWords = z.object({
  direction: z.enum(CALL_DIRECTIONS).optional(),
  label: z.enum(SENTIMENTS).optional(),
  turns: z.array(z.object({ speaker: z.enum(SPEAKERS), text: z.string() })).min(1),
});
const transcriptLine = knownWords.extend({ file: z.string().min(1) });
const callLine = knownWords.extend({ id: z.string().min(1) });

type KnownWords = z.infer<typeof knownWords>;

/** A recording with a reference transcript. */
export interface KnownRecording extends KnownWords {
  /** The audio file, relative to the folder. */
  file: string;
  path: string;
}

/**
 * Reads the reference transcripts of a folder's recordings from `transcripts.jsonl`, or from `calls.jsonl` with
 * recordings in `audio`. In the latter case, calls without recordings are skipped, and each recording of a call is
 * measured separately.
 * @throws Error whose message is a sentence that names the file, and the line if known
 */
export function readKnownRecordings(folder: string): KnownRecording[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`Folder not found: ${folder}.`);
  if (existsSync(join(folder, TRANSCRIPTS))) return listRecordings(folder);
  if (existsSync(join(folder, CALLS))) return findRecordings(folder);
  throw new Error(
    `${folder} has no ${TRANSCRIPTS}. Write one line per recording: ` +
      '{"file": "call.wav", "label": "positive", "turns": [{"speaker": "agent", "text": "Hello."}]}',
  );
}

function listRecordings(folder: string): KnownRecording[] {
  const path = join(folder, TRANSCRIPTS);
  const recordings = readLines(path, transcriptLine).map(({ value, place: location }) => {
    const recording = { ...value, path: join(folder, value.file) };
    if (!existsSync(recording.path)) throw new Error(`${location}: recording not found: ${recording.path}.`);
    return recording;
  });
  if (recordings.length === 0) throw new Error(`${path} doesn't list any recordings.`);
  return recordings;
}

function findRecordings(folder: string): KnownRecording[] {
  const audio = join(folder, CALL_RECORDINGS);
  if (!existsSync(audio)) throw new Error(`Folder not found: ${audio}, with the recordings for ${CALLS}.`);
  const files = readdirSync(audio).sort();
  const recordings = readLines(join(folder, CALLS), callLine).flatMap(({ value: { id, ...words } }) =>
    files
      .filter((file) => parse(file).name === id)
      .map((file) => ({ ...words, file: join(CALL_RECORDINGS, file), path: join(audio, file) })),
  );
  if (recordings.length === 0) throw new Error(`No recording in ${audio} has the ID of a call in ${CALLS}.`);
  return recordings;
}

function readLines<Line>(path: string, schema: z.ZodType<Line>): { value: Line; place: string }[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line, index) => ({ line, place: `${path}, line ${index + 1}` }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, place }) => ({ value: parseLine(line, schema, place), place }));
}

function parseLine<Line>(line: string, schema: z.ZodType<Line>, location: string): Line {
  const parsed = schema.safeParse(parseJson(line, location));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${location}: ${issue?.path.join('.') ?? ''} is invalid (${issue?.message ?? 'unknown'}).`);
}

function parseJson(line: string, location: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`${location}: invalid JSON.`, { cause: error });
  }
}
