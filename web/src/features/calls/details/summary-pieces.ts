import type { Evidence } from '@ringwell/domain/analysis';

export interface SummaryPiece {
  text: string;
  /** The moment of the call it rests on, if one is known. */
  evidence?: Evidence;
}

/** A summary cut where a sentence of it has evidence, in its own order and with nothing left out. */
export function summaryPieces(summary: string, evidence: readonly Evidence[]): SummaryPiece[] {
  const found = evidence
    .map((item) => ({ item, at: summary.indexOf(item.claim) }))
    .filter(({ item, at }) => at >= 0 && item.claim !== '')
    .sort((a, b) => a.at - b.at);
  const pieces: SummaryPiece[] = [];
  let end = 0;
  for (const { item, at } of found) {
    if (at < end) continue; // says the same again
    pieces.push({ text: summary.slice(end, at) }, { text: item.claim, evidence: item });
    end = at + item.claim.length;
  }
  pieces.push({ text: summary.slice(end) });
  return pieces.map((piece) => ({ ...piece, text: piece.text.trim() })).filter(({ text }) => text !== '');
}

/** Evidence for what the summary does not say itself, such as the label. */
export function otherEvidence(summary: string, evidence: readonly Evidence[]): Evidence[] {
  return evidence.filter(({ claim }) => !summary.includes(claim));
}
