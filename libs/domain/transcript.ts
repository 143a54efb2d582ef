/** Who speaks in a segment; `unknown` when the recording does not tell the speakers apart. */
export const SPEAKERS = ['agent', 'customer', 'unknown'] as const;
export type Speaker = (typeof SPEAKERS)[number];

export interface TranscriptSegment {
  speaker: Speaker;
  /** Milliseconds from the start of the recording. */
  startMs: number;
  endMs: number;
  text: string;
  /** 0 to 1, when the engine gives one. */
  confidence?: number;
}

export interface Transcript {
  /** Name of the engine that made it, for example `pocketsphinx`. */
  engine: string;
  /** BCP 47, for example `en` or `en-US`. */
  language: string;
  durationSeconds: number;
  /** In order of `startMs`. Empty when nothing was said. */
  segments: TranscriptSegment[];
}

const SPEAKER_NAMES: Record<Speaker, string> = { agent: 'Agent', customer: 'Customer', unknown: 'Speaker' };

/** The transcript as plain text, one line a segment: `Agent: Hello`. */
export function transcriptText(transcript: Transcript): string {
  return transcript.segments.map((segment) => `${SPEAKER_NAMES[segment.speaker]}: ${segment.text}`).join('\n');
}

/** The same words with agent and customer exchanged. */
export function swapSpeakers(transcript: Transcript): Transcript {
  const other: Record<Speaker, Speaker> = { agent: 'customer', customer: 'agent', unknown: 'unknown' };
  return {
    ...transcript,
    segments: transcript.segments.map((segment) => ({ ...segment, speaker: other[segment.speaker] })),
  };
}
