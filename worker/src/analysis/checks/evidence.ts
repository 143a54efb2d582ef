import type { Evidence } from '@ringwell/domain/calls/analysis';
import type { Transcript } from '@ringwell/domain/calls/transcript';

/**
 * Drops evidence whose quote isn't in the transcript. If the quote is from a different segment, the index and
 * timestamps are corrected. Case, whitespace and quotation mark style are ignored.
 */
export function checkEvidence(evidence: readonly Evidence[], transcript: Transcript): Evidence[] {
  const texts = transcript.segments.map((segment) => normalizeText(segment.text));
  return evidence.flatMap((item) => {
    const quote = normalizeText(item.quote);
    if (quote === '') return [];
    const containsQuote = (index: number): boolean => ` ${texts[index] ?? ''} `.includes(quote);
    const segmentIndex = containsQuote(item.segment)
      ? item.segment
      : texts.findIndex((_, index) => containsQuote(index));
    const segment = transcript.segments[segmentIndex];
    return segment === undefined
      ? []
      : [{ ...item, segment: segmentIndex, startMs: segment.startMs, endMs: segment.endMs }];
  });
}

function normalizeText(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim().toLowerCase();
}
