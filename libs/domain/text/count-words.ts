import type { TranscriptSegment } from '../calls/transcript';

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/gu;

/** Counts words. In languages without spaces, such as Chinese, Japanese and Thai, two characters count as a word. */
export function countWords(segments: readonly Pick<TranscriptSegment, 'text'>[]): number {
  const text = segments.map((segment) => segment.text).join(' ');
  return text.split(/\s+/).filter(Boolean).length + Math.floor((text.match(UNSPACED)?.length ?? 0) / 2);
}
