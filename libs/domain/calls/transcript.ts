/** `unknown` if the recording doesn't separate the speakers. */
export const SPEAKERS = ['agent', 'customer', 'unknown'] as const;
export type Speaker = (typeof SPEAKERS)[number];

export interface RecognizedWord {
  text: string;
  startMs: number;
  endMs: number;
  /** 0 to 1, if the engine reports it. */
  confidence?: number;
}

export interface TranscriptSegment {
  speaker: Speaker;
  startMs: number;
  endMs: number;
  text: string;
  /** 0 to 1, if the engine reports it. */
  confidence?: number;
  /** Used to assess word quality while processing a call; never stored. */
  words?: RecognizedWord[];
  /** Identifies a voice, counting from 0, if the engine separates voices within a channel. */
  speakerNumber?: number;
}

/** How reliable a transcript's words are. A call with `poor` words can't be judged. */
export const QUALITY_LEVELS = ['good', 'fair', 'poor'] as const;
export type QualityLevel = (typeof QUALITY_LEVELS)[number];

export interface TranscriptQuality {
  level: QualityLevel;
  /** 0 to 1. */
  score: number;
}

export interface Transcript {
  engine: string;
  /** BCP 47, for example `en` or `en-US`; `und` if unknown. */
  language: string;
  durationSeconds: number;
  /** Whether the agent and the customer may be swapped, because the recording doesn't clearly separate them. */
  speakersGuessed?: boolean;
  /** Sorted by `startMs`. Empty if there's no speech. */
  segments: TranscriptSegment[];
  /** Omitted if the engine doesn't report confidence. */
  quality?: TranscriptQuality;
}

const SPEAKER_NAMES: Record<Speaker, string> = { agent: 'Agent', customer: 'Customer', unknown: 'Speaker' };

/** Formats a transcript as plain text with one line per segment: `Agent: Hello`. */
export function transcriptText(transcript: Pick<Transcript, 'segments'>): string {
  return transcript.segments.map((segment) => `${SPEAKER_NAMES[segment.speaker]}: ${segment.text}`).join('\n');
}

/** Removes individual words, which are only used while processing the call and never stored. */
export function omitWords(transcript: Transcript): Transcript {
  return { ...transcript, segments: transcript.segments.map(({ words: _, ...segment }) => segment) };
}

export function swapSpeakers<T extends Pick<Transcript, 'segments'>>(transcript: T): T {
  const oppositeSpeaker: Record<Speaker, Speaker> = { agent: 'customer', customer: 'agent', unknown: 'unknown' };
  return {
    ...transcript,
    segments: transcript.segments.map((segment) => ({ ...segment, speaker: oppositeSpeaker[segment.speaker] })),
  };
}

export function hasKnownSpeakers({ segments }: Pick<Transcript, 'segments'>): boolean {
  return segments.some(({ speaker }) => speaker !== 'unknown');
}

/** Whether the words may be English: `multi` stands for several languages. */
export function canBeEnglish({ language }: Pick<Transcript, 'language'>): boolean {
  return /^(en|multi)\b/i.test(language);
}

/** Shown with every transcript whose speakers are guessed. */
export const SPEAKERS_GUESSED =
  "Speakers are guessed. The recording doesn't separate the two people, so some lines may be mixed up or appear twice.";
