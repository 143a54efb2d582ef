import type { Evidence } from '@ringwell/domain/analysis';

import { otherEvidence, summaryPieces } from './summary-pieces';

const SUMMARY = 'Mr. Lee waits since 8. He wants his deposit back. Nobody called.';
const about = (claim: string, startMs = 0): Evidence => ({ claim, segment: 0, startMs, endMs: 0, quote: '' });

describe('a summary in pieces', () => {
  it('is cut where a sentence has evidence, in its own order', () => {
    const pieces = summaryPieces(SUMMARY, [about('Nobody called.', 9), about('Mr. Lee waits since 8.', 3)]);
    expect(pieces.map(({ text, evidence }) => [text, evidence?.startMs])).toEqual([
      ['Mr. Lee waits since 8.', 3],
      ['He wants his deposit back.', undefined],
      ['Nobody called.', 9],
    ]);
  });

  it('is cut around whole sentences when only a part of one has evidence', () => {
    const summary = 'Ms. Voss called because her door is stuck. She asked "why?" twice and wants the $1.50 back. Bye!';
    const pieces = summaryPieces(summary, [about('her door is stuck', 1), about('wants the $1.50', 2)]);
    expect(pieces.map(({ text, evidence }) => [text, evidence?.startMs])).toEqual([
      ['Ms. Voss called because her door is stuck.', 1],
      ['She asked "why?" twice and wants the $1.50 back.', 2],
      ['Bye!', undefined],
    ]);
  });

  it('is whole when nothing is known of its sentences, or a claim is empty or comes twice', () => {
    expect(summaryPieces(SUMMARY, [about('Negative'), about('')])).toEqual([{ text: SUMMARY }]);
    expect(summaryPieces('Nobody called.', [about('Nobody called.', 1), about('Nobody called.', 2)])).toEqual([
      { text: 'Nobody called.', evidence: about('Nobody called.', 1) },
    ]);
  });

  it('leaves the evidence for the label aside', () => {
    expect(otherEvidence(SUMMARY, [about('Negative'), about('Nobody called.')])).toEqual([about('Negative')]);
  });
});
