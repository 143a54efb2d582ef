import type { Speaker, TranscriptSegment } from '@ringwell/domain/calls/transcript';

export interface TranscriptLine extends TranscriptSegment {
  index: number;
}

export interface SpeakerTurn {
  speaker: Speaker;
  lines: TranscriptLine[];
}

export function groupBySpeaker(segments: readonly TranscriptSegment[]): SpeakerTurn[] {
  const turns: SpeakerTurn[] = [];
  segments.forEach((segment, index) => {
    const line = { ...segment, index };
    const lastTurn = turns.at(-1);
    if (lastTurn?.speaker === segment.speaker) lastTurn.lines.push(line);
    else turns.push({ speaker: segment.speaker, lines: [line] });
  });
  return turns;
}

/**
 * The index of the last line that starts at or before a time, or -1 before the first line.
 * @param segments in order of `startMs`
 */
export function lineIndexAt(segments: readonly Pick<TranscriptSegment, 'startMs'>[], timeMs: number): number {
  let startedCount = 0; // number of lines known to have started
  let end = segments.length;
  while (startedCount < end) {
    const middle = (startedCount + end) >>> 1;
    if ((segments[middle]?.startMs ?? Infinity) <= timeMs) startedCount = middle + 1;
    else end = middle;
  }
  return startedCount - 1;
}
