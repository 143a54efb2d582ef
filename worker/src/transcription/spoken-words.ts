import type { Speaker, TranscriptSegment } from '@ringwell/domain/transcript';

export interface SpokenWord {
  speaker: Speaker;
  startMs: number;
  endMs: number;
  text: string;
  /** 0 to 1. */
  confidence?: number;
}

// Pause that ends a segment.
const SEGMENT_PAUSE_MS = 600;

/** Joins each speaker's words into segments at pauses, and interleaves the speakers by time. */
export function segmentsOfWords(words: SpokenWord[]): TranscriptSegment[] {
  const groups: SpokenWord[][] = [];
  const openGroups = new Map<Speaker, SpokenWord[]>();
  for (const word of [...words].sort((a, b) => a.startMs - b.startMs)) {
    const open = openGroups.get(word.speaker);
    if (open && word.startMs - open.at(-1)!.endMs < SEGMENT_PAUSE_MS) {
      open.push(word);
      continue;
    }
    const group = [word];
    openGroups.set(word.speaker, group);
    groups.push(group);
  }
  return groups.map(segmentOfWords);
}

function segmentOfWords(words: SpokenWord[]): TranscriptSegment {
  const confidences = words.flatMap((word) => word.confidence ?? []);
  const mean = confidences.reduce((sum, confidence) => sum + confidence, 0) / confidences.length;
  return {
    speaker: words[0]!.speaker,
    startMs: words[0]!.startMs,
    endMs: words.at(-1)!.endMs,
    text: words.map((word) => word.text).join(' '),
    ...(confidences.length > 0 && { confidence: Math.round(mean * 1_000) / 1_000 }),
  };
}
