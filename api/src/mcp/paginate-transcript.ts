import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

// About 2,000 language model tokens. An hour of conversation has about 60,000 characters.
const PAGE_LENGTH = 8_000;

/** Splits a transcript between segments into pages of about 8,000 characters. An empty transcript has no pages. */
export function paginateTranscript(
  segments: readonly TranscriptSegment[],
  pageLength = PAGE_LENGTH,
): TranscriptSegment[][] {
  const pages: TranscriptSegment[][] = [];
  let length = Infinity;
  for (const segment of segments) {
    if (length + segment.text.length > pageLength) {
      pages.push([]);
      length = 0;
    }
    pages.at(-1)?.push(segment);
    length += segment.text.length;
  }
  return pages;
}
