import type { Speaker, TranscriptSegment } from '@ringwell/domain/transcript';

export interface TranscriptLine extends TranscriptSegment {
  /** In the whole transcript. */
  index: number;
}

/** Lines that one side says in a row. */
export interface TranscriptRun {
  speaker: Speaker;
  lines: TranscriptLine[];
}

export function runsOf(segments: readonly TranscriptSegment[]): TranscriptRun[] {
  const runs: TranscriptRun[] = [];
  segments.forEach((segment, index) => {
    const line = { ...segment, index };
    const last = runs.at(-1);
    if (last?.speaker === segment.speaker) last.lines.push(line);
    else runs.push({ speaker: segment.speaker, lines: [line] });
  });
  return runs;
}

/**
 * The line that is said at a moment, or was said last: the last one that has begun. -1 before the first one.
 * @param segments in order of `startMs`
 */
export function lineAt(segments: readonly Pick<TranscriptSegment, 'startMs'>[], timeMs: number): number {
  let begun = 0; // so many lines from the start have surely begun
  let end = segments.length;
  while (begun < end) {
    const middle = (begun + end) >>> 1;
    if ((segments[middle]?.startMs ?? Infinity) <= timeMs) begun = middle + 1;
    else end = middle;
  }
  return begun - 1;
}
