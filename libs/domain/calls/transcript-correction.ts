import type { Evidence } from './analysis';
import type { TranscriptSegment } from './transcript';

/** A misrecognized name or word in the transcript. */
export interface WordCorrection {
  /** Index of the segment to correct; all when omitted. */
  segment?: number;
  /** As in the transcript, ignoring case and whitespace. */
  from: string;
  to: string;
}

/**
 * Corrects every whole-word occurrence.
 * @returns `undefined` if there is none
 */
export function correctSegments(
  segments: readonly TranscriptSegment[],
  { segment: only, from, to }: WordCorrection,
): TranscriptSegment[] | undefined {
  const isAffected = ({ text }: TranscriptSegment, at: number): boolean =>
    (only === undefined || at === only) && wholeWords(from).test(text);
  if (!segments.some(isAffected)) return undefined;
  return segments.map((segment, at) =>
    isAffected(segment, at) ? { ...segment, text: segment.text.replace(wholeWords(from), () => to) } : segment,
  );
}

/** Corrects quotes from the corrected segments, and drops quotes that their segment no longer contains. */
export function correctEvidence(
  evidence: readonly Evidence[],
  { segment: only, from, to }: WordCorrection,
  corrected: readonly TranscriptSegment[],
): Evidence[] {
  return evidence.flatMap((item) => {
    if (only !== undefined && item.segment !== only) return [item];
    const quote = item.quote.replace(wholeWords(from), () => to);
    return normalizeText(corrected[item.segment]?.text ?? '').includes(normalizeText(quote))
      ? [{ ...item, quote }]
      : [];
  });
}

function wholeWords(words: string): RegExp {
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
