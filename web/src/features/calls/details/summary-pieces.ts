import type { Evidence } from '@ringwell/domain/analysis';

export interface SummaryPiece {
  text: string;
  /** The moment of the call it rests on, if one is known. */
  evidence?: Evidence;
}

/** The end of a sentence, which the point of `Mr.` is not. */
const SENTENCE_END = /(?<!\b(?:Mr|Ms|Mrs|Dr|St))[.!?]["”')]*\s+(?=[^\p{Ll}])/gu;

/** Where a sentence begins, and where the text ends. An engine may quote part of a sentence; a summary that is cut there cannot be read. */
function sentenceStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(SENTENCE_END), ({ index, 0: { length } }) => index + length), text.length];
}

/** A summary cut where a sentence of it has evidence, in its own order and with nothing left out. */
export function summaryPieces(summary: string, evidence: readonly Evidence[]): SummaryPiece[] {
  const found = evidence
    .map((item) => ({ item, at: summary.indexOf(item.claim) }))
    .filter(({ item, at }) => at >= 0 && item.claim !== '')
    .sort((a, b) => a.at - b.at);
  const starts = sentenceStarts(summary);
  const pieces: SummaryPiece[] = [];
  let end = 0;
  for (const { item, at } of found) {
    if (at < end) continue; // says the same again
    const from = starts.findLast((start) => start <= at) ?? 0;
    const to = starts.find((start) => start >= at + item.claim.length) ?? summary.length;
    pieces.push(
      { text: summary.slice(end, Math.max(end, from)) },
      { text: summary.slice(Math.max(end, from), to), evidence: item },
    );
    end = to;
  }
  pieces.push({ text: summary.slice(end) });
  return pieces.map((piece) => ({ ...piece, text: piece.text.trim() })).filter(({ text }) => text !== '');
}

/** Evidence for what the summary does not say itself, such as the label. */
export function otherEvidence(summary: string, evidence: readonly Evidence[]): Evidence[] {
  return evidence.filter(({ claim }) => !summary.includes(claim));
}
