import type { Evidence } from './analysis';
import type { TranscriptSegment } from './transcript';

/** The correction of a misrecognized name or word. */
export interface WordCorrection {
  /** Index of the segment to correct; all segments if omitted. */
  segment?: number;
  /** As it appears in the transcript, ignoring case and whitespace. */
  from: string;
  to: string;
}

/**
 * Corrects every whole-word occurrence.
 * @returns `undefined` if there are none
 */
export function correctSegments(
  segments: readonly TranscriptSegment[],
  { segment: segmentIndex, from, to }: WordCorrection,
): TranscriptSegment[] | undefined {
  const isAffected = ({ text }: TranscriptSegment, index: number): boolean =>
    (segmentIndex === undefined || index === segmentIndex) && toWholeWordsPattern(from).test(text);
  if (!segments.some(isAffected)) return undefined;
  return segments.map((segment, index) =>
    isAffected(segment, index)
      ? { ...segment, text: segment.text.replace(toWholeWordsPattern(from), () => to) }
      : segment,
  );
}

/** Corrects the quotes, and drops those that no longer occur in their segment. */
export function correctEvidence(
  evidence: readonly Evidence[],
  { segment: segmentIndex, from, to }: WordCorrection,
  correctedSegments: readonly TranscriptSegment[],
): Evidence[] {
  return evidence.flatMap((item) => {
    if (segmentIndex !== undefined && item.segment !== segmentIndex) return [item];
    const quote = item.quote.replace(toWholeWordsPattern(from), () => to);
    return normalizeText(correctedSegments[item.segment]?.text ?? '').includes(normalizeText(quote))
      ? [{ ...item, quote }]
      : [];
  });
}

function toWholeWordsPattern(words: string): RegExp {
  const pattern = words
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('\\s+');
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${pattern}(?![\\p{L}\\p{M}\\p{N}])`, 'giu');
}

function normalizeText(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim().toLowerCase();
}
