/** Part of the recording, in milliseconds from the start. */
export interface TimeRange {
  startMs: number;
  endMs: number;
}

/** Sorts ranges, and merges those with at most `gapMs` between them. */
export function mergeRanges(ranges: readonly TimeRange[], gapMs = 0): TimeRange[] {
  const result: TimeRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.startMs - b.startMs)) {
    const last = result.at(-1);
    if (last && range.startMs - last.endMs <= gapMs) last.endMs = Math.max(last.endMs, range.endMs);
    else result.push({ ...range });
  }
  return result;
}
