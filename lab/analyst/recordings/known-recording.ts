import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';

import { z } from 'zod';

import { CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';
import { SPEAKERS } from '@ringwell/domain/calls/transcript';

/** Lists a folder's recordings, one JSON object per line, each with its file name. */
const TRANSCRIPTS_FILE = 'transcripts.jsonl';
/** A file of labeled calls; the recordings of the call `d03` are `audio/d03.*`. */
const CALLS_FILE = 'calls.jsonl';
const RECORDINGS_FOLDER = 'audio';

const referenceSchema = z.object({
  direction: z.enum(CALL_DIRECTIONS).optional(),
  label: z.enum(SENTIMENTS).optional(),
  turns: z.array(z.object({ speaker: z.enum(SPEAKERS), text: z.string() })).min(1),
});
const transcriptLineSchema = referenceSchema.extend({ file: z.string().min(1) });
const callLineSchema = referenceSchema.extend({ id: z.string().min(1) });

type ReferenceTranscript = z.infer<typeof referenceSchema>;

/** A recording with a reference transcript. */
export interface KnownRecording extends ReferenceTranscript {
  /** The audio file, relative to the folder. */
  file: string;
  path: string;
}

/**
 * Reads the reference transcripts of a folder's recordings from `transcripts.jsonl`, or from `calls.jsonl` with
 * recordings in `audio`. In the latter case, calls without recordings are skipped, and each recording of a call is
 * measured separately.
 * @throws Error that names the file, and the line if known
 */
export function readKnownRecordings(folder: string): KnownRecording[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`Folder not found: ${folder}.`);
  if (existsSync(join(folder, TRANSCRIPTS_FILE))) return listRecordings(folder);
  if (existsSync(join(folder, CALLS_FILE))) return findRecordings(folder);
  throw new Error(
    `${folder} has no ${TRANSCRIPTS_FILE}. Write one line per recording: ` +
      '{"file": "call.wav", "label": "positive", "turns": [{"speaker": "agent", "text": "Hello."}]}',
  );
}

function listRecordings(folder: string): KnownRecording[] {
  const path = join(folder, TRANSCRIPTS_FILE);
  const recordings = readLines(path, transcriptLineSchema).map(({ value, location }) => {
    const recording = { ...value, path: join(folder, value.file) };
    if (!existsSync(recording.path)) throw new Error(`${location}: recording not found: ${recording.path}.`);
    return recording;
  });
  if (recordings.length === 0) throw new Error(`${path} doesn't list any recordings.`);
  return recordings;
}

function findRecordings(folder: string): KnownRecording[] {
  const audioFolder = join(folder, RECORDINGS_FOLDER);
  if (!existsSync(audioFolder))
    throw new Error(`Folder not found: ${audioFolder}. It must contain the recordings for ${CALLS_FILE}.`);
  const files = readdirSync(audioFolder).sort();
  const recordings = readLines(join(folder, CALLS_FILE), callLineSchema).flatMap(({ value: { id, ...reference } }) =>
    files
      .filter((file) => parse(file).name === id)
      .map((file) => ({ ...reference, file: join(RECORDINGS_FOLDER, file), path: join(audioFolder, file) })),
  );
  if (recordings.length === 0) throw new Error(`No recording in ${audioFolder} has the ID of a call in ${CALLS_FILE}.`);
  return recordings;
}

function readLines<Line>(path: string, schema: z.ZodType<Line>): { value: Line; location: string }[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line, index) => ({ line, location: `${path}, line ${index + 1}` }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, location }) => ({ value: parseLine(line, schema, location), location }));
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
