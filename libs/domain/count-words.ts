import type { TranscriptSegment } from './transcript';

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/gu;

/** Chinese, Japanese, Thai and others have no spaces between words: two letters of theirs count as a word. */
export function countWords(segments: readonly Pick<TranscriptSegment, 'text'>[]): number {
  const text = segments.map((segment) => segment.text).join(' ');
  return text.split(/\s+/).filter(Boolean).length + Math.floor((text.match(UNSPACED)?.length ?? 0) / 2);
}
