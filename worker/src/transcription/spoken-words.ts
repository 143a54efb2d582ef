import type { Speaker, TranscriptSegment } from '@ringwell/domain/calls/transcript';

export interface SpokenWord {
  speaker: Speaker;
  startMs: number;
  endMs: number;
  text: string;
  /** 0 to 1. */
  confidence?: number;
  /** See `TranscriptSegment`. */
  speakerNumber?: number;
}

// Pause that ends a segment.
const SEGMENT_PAUSE_MS = 600;

/** Groups each speaker's words into segments, split at pauses and voice changes, and interleaves the speakers. */
export function groupWords(words: SpokenWord[]): TranscriptSegment[] {
  const groups: SpokenWord[][] = [];
  const openGroups = new Map<Speaker, SpokenWord[]>();
  for (const word of [...words].sort((a, b) => a.startMs - b.startMs)) {
    const openGroup = openGroups.get(word.speaker);
    if (openGroup && isContinuedBy(openGroup.at(-1)!, word)) {
      openGroup.push(word);
      continue;
    }
    const group = [word];
    openGroups.set(word.speaker, group);
    groups.push(group);
  }
  return groups.map(toSegment);
}

function isContinuedBy(last: SpokenWord, word: SpokenWord): boolean {
  return word.startMs - last.endMs < SEGMENT_PAUSE_MS && word.speakerNumber === last.speakerNumber;
}

function toSegment(words: SpokenWord[]): TranscriptSegment {
  const confidences = words.flatMap((word) => word.confidence ?? []);
  const mean = confidences.reduce((sum, confidence) => sum + confidence, 0) / confidences.length;
  return {
    speaker: words[0]!.speaker,
    startMs: words[0]!.startMs,
    endMs: words.at(-1)!.endMs,
    text: words.map((word) => word.text).join(' '),
    ...(words[0]!.speakerNumber !== undefined && { speakerNumber: words[0]!.speakerNumber }),
    ...(confidences.length > 0 && { confidence: Math.round(mean * 1_000) / 1_000 }),
    words: words.map(({ text, startMs, endMs, confidence }) => ({ text, startMs, endMs, confidence })),
  };
}
