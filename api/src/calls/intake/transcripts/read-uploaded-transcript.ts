import { SENDER_ENGINE, UNTIMED_ENGINE } from '@ringwell/domain/calls/engine-note';
import { languageTag } from '@ringwell/domain/calls/spoken-language';
import type { Speaker, Transcript, TranscriptSegment } from '@ringwell/domain/calls/transcript';
import type { FieldError } from '@ringwell/domain/errors/app-error';
import { plural } from '@ringwell/domain/text/plural';

import { assertJsonLimits, type JsonLimits } from '../../../http/body/json-body';
import { validationFailed } from '../../../http/request/strict-validation.pipe';
import { UnreadableTranscript, type ParsedTurn, type ParsedTranscript } from './parsed-transcript';
import { readSubtitles } from './read-subtitles';
import { readTranscriptJson } from './read-transcript-json';

/** Limits for a JSON body with a transcript: about two hours of Deepgram output, which contains each word twice. */
export const TRANSCRIPT_JSON_LIMITS = {
  maxBytes: 5_242_880,
  timeoutMs: 120_000,
  largeField: { name: 'transcript', maxValues: 400_000 },
} satisfies JsonLimits;

const MAX_HOURS = 24;
const MAX_TURNS = 20_000;
const MAX_CHARACTERS = 1_000_000;
// Usage depends on the length of the call, so the length must be plausible for the number of words. Two fast talkers
// talking over each other produce 40 characters per second.
const MAX_CHARACTERS_PER_SECOND = 50;
const MIN_CHARACTER_ALLOWANCE = 100;

type TimedTurn = ParsedTurn & Required<Pick<ParsedTurn, 'start' | 'end'>>;

/**
 * Reads the transcript in a request: turns, SRT, WebVTT, or the JSON of Deepgram or OpenAI, as an object or as text.
 * @param durationSeconds the sender's value; required if the turns have no times
 * @throws AppError `VALIDATION_FAILED`
 */
export function readUploadedTranscript(input: unknown, durationSeconds: unknown): Transcript {
  const transcript = parseTranscript(input);
  const turns = transcript.turns.flatMap((turn) => {
    const text = turn.text.replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [{ ...turn, text }];
  });
  if (turns.length === 0) throw invalid('transcript', 'The transcript has no words.');
  const characters = turns.reduce((sum, { text }) => sum + text.length, 0);
  if (turns.length > MAX_TURNS || characters > MAX_CHARACTERS) {
    throw invalid(
      'transcript',
      `A transcript can have at most ${MAX_TURNS.toLocaleString('en')} turns and ${MAX_CHARACTERS.toLocaleString('en')} characters.`,
    );
  }
  const seconds = readDuration(durationSeconds) ?? transcript.durationSeconds;
  const timedTurns = turns.filter(isTimed);
  if (timedTurns.length > 0 && timedTurns.length < turns.length)
    throw invalid('transcript', 'Send start and end for every turn, or for none of them.');
  const lengthSeconds = timedTurns.length > 0 ? Math.max(validateTurnTimes(timedTurns), seconds ?? 0) : (seconds ?? 0);
  if (timedTurns.length === 0 && seconds === undefined)
    throw invalid('durationSeconds', "Send the call's duration, because its turns don't have times.");
  if (lengthSeconds <= 0 || lengthSeconds > MAX_HOURS * 3_600) {
    throw invalid(
      timedTurns.length > 0 ? 'transcript' : 'durationSeconds',
      `A call must last more than 0 seconds and at most ${MAX_HOURS} hours. Send times in seconds from its start.`,
    );
  }
  if (characters > MIN_CHARACTER_ALLOWANCE + lengthSeconds * MAX_CHARACTERS_PER_SECOND) {
    throw invalid(
      timedTurns.length > 0 ? 'transcript' : 'durationSeconds',
      `That's too many words for ${plural(lengthSeconds, 'second')}. Send all times in seconds.`,
    );
  }
  return {
    engine: timedTurns.length > 0 ? SENDER_ENGINE : UNTIMED_ENGINE,
    language: languageTag(transcript.language),
    durationSeconds: Math.round(lengthSeconds * 100) / 100,
    segments: toSegments(timedTurns.length > 0 ? timedTurns : estimateTimes(turns, lengthSeconds)),
  };
}

function parseTranscript(input: unknown): ParsedTranscript {
  try {
    const text = typeof input === 'string' ? input.trim().replace(/^\uFEFF/, '') : undefined;
    if (text === undefined) return readTranscriptJson(input);
    return /^[[{]/.test(text) ? readTranscriptJson(parseJson(text)) : { turns: readSubtitles(text) };
  } catch (error) {
    throw error instanceof UnreadableTranscript ? invalid('transcript', error.message) : error;
  }
}

function parseJson(text: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UnreadableTranscript("This starts like JSON but isn't valid JSON."); // the cause would contain words from the call
  }
  assertJsonLimits(json, TRANSCRIPT_JSON_LIMITS.largeField.maxValues);
  return json;
}

// Forms send numbers as text.
function readDuration(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const seconds = typeof value === 'string' ? Number(value) : value;
  if (typeof seconds === 'number' && Number.isFinite(seconds)) return seconds;
  throw invalid('durationSeconds', 'This must be a number of seconds, such as 312.5.');
}

function isTimed(turn: ParsedTurn): turn is TimedTurn {
  return turn.start !== undefined && turn.end !== undefined;
}

function validateTurnTimes(turns: readonly TimedTurn[]): number {
  const index = turns.findIndex(({ start, end }) => !(start >= 0 && end >= start));
  if (index >= 0) throw invalid('transcript', `Turn ${index + 1} must start at 0 or later, and end after it starts.`);
  return turns.reduce((last, { end }) => Math.max(last, end), 0);
}

// Estimates times from text length, assuming the same pace for all speakers and no pauses.
function estimateTimes(turns: readonly ParsedTurn[], durationSeconds: number): TimedTurn[] {
  const totalCharacters = turns.reduce((sum, { text }) => sum + text.length, 0);
  let charactersBefore = 0;
  return turns.map((turn) => {
    const start = (charactersBefore / totalCharacters) * durationSeconds;
    charactersBefore += turn.text.length;
    return { ...turn, start, end: (charactersBefore / totalCharacters) * durationSeconds };
  });
}

// If no turn is labeled agent or customer, the roles are inferred from the words.
function toSegments(turns: readonly TimedTurn[]): TranscriptSegment[] {
  const names = turns.map(({ speaker }) => (speaker ?? '').trim().toLowerCase());
  const hasRoles = names.some((name) => name === 'agent' || name === 'customer');
  const voices = new Map<string, number>();
  for (const name of names) if (name !== '' && name !== 'unknown' && !voices.has(name)) voices.set(name, voices.size);
  return turns
    .map(({ start, end, text, confidence }, index): TranscriptSegment => {
      const name = names[index] ?? '';
      const speaker: Speaker = name === 'agent' || name === 'customer' ? name : 'unknown';
      return {
        speaker,
        ...(!hasRoles && voices.has(name) && { speakerNumber: voices.get(name) }),
        startMs: Math.round(start * 1_000),
        endMs: Math.round(end * 1_000),
        text,
        ...(confidence !== undefined && { confidence }),
      };
    })
    .sort((a, b) => a.startMs - b.startMs);
}

function invalid(field: FieldError['field'], message: string): ReturnType<typeof validationFailed> {
  return validationFailed([{ field, message }]);
}
