/** `unknown` when the recording does not separate the speakers. */
export const SPEAKERS = ['agent', 'customer', 'unknown'] as const;
export type Speaker = (typeof SPEAKERS)[number];

export interface TranscriptSegment {
  speaker: Speaker;
  startMs: number;
  endMs: number;
  text: string;
  /** 0 to 1, when the engine gives one. */
  confidence?: number;
}

export interface Transcript {
  engine: string;
  /** BCP 47, for example `en` or `en-US`. */
  language: string;
  durationSeconds: number;
  /** Ordered by `startMs`. Empty without speech. */
  segments: TranscriptSegment[];
}

const SPEAKER_NAMES: Record<Speaker, string> = { agent: 'Agent', customer: 'Customer', unknown: 'Speaker' };

/** Plain text with one line per segment: `Agent: Hello`. */
export function transcriptText(transcript: Transcript): string {
  return transcript.segments.map((segment) => `${SPEAKER_NAMES[segment.speaker]}: ${segment.text}`).join('\n');
}

export function swapSpeakers(transcript: Transcript): Transcript {
  const other: Record<Speaker, Speaker> = { agent: 'customer', customer: 'agent', unknown: 'unknown' };
  return {
    ...transcript,
    segments: transcript.segments.map((segment) => ({ ...segment, speaker: other[segment.speaker] })),
  };
}
