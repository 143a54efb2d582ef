import { z } from 'zod';

import { languageTag } from '@ringwell/domain/calls/spoken-language';
import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import type { AudioChannel } from '../../../audio/decoded-audio';
import type { SpeechPiece } from '../../speech-pieces';

// How far off Whisper's timestamps may be.
const TIMESTAMP_TOLERANCE_MS = 500;
// Whisper processes windows of this length, so a longer segment means that the server doesn't split the recording.
const LONGEST_SEGMENT_SECONDS = 30;

/** The response shared by servers with OpenAI's `/audio/transcriptions`; only OpenAI itself returns every field. */
export const TRANSCRIPTION_RESPONSE_SCHEMA = z.object({
  text: z.string(),
  language: z.string().nullish(),
  // Returned by gpt-transcribe; empty when it is unsure.
  languages: z
    .array(z.object({ code: z.string() }))
    .nullish()
    .catch(undefined),
  segments: z
    .array(
      z.object({
        start: z.number(),
        end: z.number(),
        text: z.string(),
        // One letter per voice, from models that separate voices.
        speaker: z.string().nullish(),
        avg_logprob: z.number().nullish(),
      }),
    )
    .nullish()
    .catch(undefined),
  // Log probabilities of the text's tokens, from models that don't return segments.
  logprobs: z
    .array(z.object({ logprob: z.number() }))
    .nullish()
    .catch(undefined),
});
export type TranscriptionResponse = z.infer<typeof TRANSCRIPTION_RESPONSE_SCHEMA>;

/**
 * Returns the language with the most text, because models often misidentify the language of a single word or noise.
 * BCP 47; `und` if the responses don't include a language.
 */
export function detectLanguage(responses: readonly TranscriptionResponse[]): string {
  const lengths = new Map<string, number>();
  for (const { language, languages, text } of responses) {
    const tag = languageTag(language ?? languages?.[0]?.code);
    if (tag !== 'und') lengths.set(tag, (lengths.get(tag) ?? 0) + text.trim().length);
  }
  const [longest] = [...lengths].sort(([, a], [, b]) => b - a);
  return longest?.[0] ?? 'und';
}

/** Whether the response has timestamps, or no words at all. A single long segment's timestamps don't count. */
export function hasTimestamps({ text, segments }: TranscriptionResponse): boolean {
  if (!segments?.length) return text.trim() === '';
  const coversRecording = ({ start, end, speaker }: (typeof segments)[number]): boolean =>
    segments.length === 1 && !speaker && end - start > LONGEST_SEGMENT_SECONDS;
  return segments.some((segment) => segment.end > segment.start && !coversRecording(segment));
}

/**
 * Converts a response to segments. Drops segments without speech, because Whisper-like models hallucinate words in
 * silence. A response without timestamps becomes one segment that spans the part's speech. Servers name voices
 * separately in each part, so each part's voices get new numbers.
 */
export function toSegments(
  response: TranscriptionResponse,
  channel: AudioChannel,
  part: SpeechPiece,
  voices: Map<string, number>,
): TranscriptSegment[] {
  const { speaker } = channel;
  const speech = channel.speech.filter((region) => region.startMs < part.endMs && region.endMs > part.startMs);
  if (!hasTimestamps(response)) {
    const logProbability = mean((response.segments ?? []).flatMap((segment) => segment.avg_logprob ?? []));
    const startMs = Math.max(speech.at(0)?.startMs ?? 0, part.startMs);
    const endMs = Math.min(speech.at(-1)?.endMs ?? part.endMs, part.endMs);
    const tokenMean = mean((response.logprobs ?? []).map(({ logprob }) => logprob));
    return [{ speaker, startMs, endMs, text: response.text.trim(), ...toConfidence(tokenMean ?? logProbability) }];
  }
  const voiceNumber = (name: string): number => {
    const voice = `${part.startMs} ${name}`;
    if (!voices.has(voice)) voices.set(voice, voices.size);
    return voices.get(voice) ?? 0;
  };
  return (response.segments ?? []).flatMap(({ start, end, text, speaker: voice, avg_logprob: logProbability }) => {
    const startMs = part.startMs + Math.round(start * 1_000);
    const endMs = part.startMs + Math.round(end * 1_000);
    const hasSpeech = speech.some(
      (region) => region.startMs < endMs + TIMESTAMP_TOLERANCE_MS && region.endMs > startMs - TIMESTAMP_TOLERANCE_MS,
    );
    if (!hasSpeech || !text.trim()) return [];
    return [
      {
        speaker,
        ...(speaker === 'unknown' && voice && { speakerNumber: voiceNumber(voice) }),
        startMs,
        endMs,
        text: text.trim(),
        ...toConfidence(logProbability),
      },
    ];
  });
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function toConfidence(logProbability: number | null | undefined): { confidence?: number } {
  return typeof logProbability === 'number' ? { confidence: Math.min(Math.exp(logProbability), 1) } : {};
}
