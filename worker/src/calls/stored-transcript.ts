import type { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import type { Transcript } from '@ringwell/domain/calls/transcript';

/** Converts a stored transcript for the steps: PostgreSQL returns the duration as text. */
export function toTranscript({
  engine,
  language,
  durationSeconds,
  speakersGuessed,
  segments,
  quality,
  qualityScore,
}: CallTranscript): Transcript {
  return {
    engine,
    language,
    durationSeconds: Number(durationSeconds),
    speakersGuessed,
    segments,
    ...(quality !== null && qualityScore !== null && { quality: { level: quality, score: qualityScore } }),
  };
}
