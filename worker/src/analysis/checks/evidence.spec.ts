import type { Evidence } from '@ringwell/domain/calls/analysis';
import type { Transcript } from '@ringwell/domain/calls/transcript';

import { checkEvidence } from './evidence';

const TRANSCRIPT: Transcript = {
  engine: 'test',
  language: 'en',
  durationSeconds: 9,
  segments: [
    { speaker: 'agent', startMs: 0, endMs: 1_000, text: 'How can I help?' },
    { speaker: 'customer', startMs: 1_500, endMs: 4_000, text: 'It\u2019s leaking  again, and I paid\n$310.' },
    { speaker: 'customer', startMs: 4_500, endMs: 6_000, text: 'I paid $310.' },
  ],
};

function evidence(segment: number, quote: string): Evidence {
  return { claim: 'negative', segment, startMs: 1_500, endMs: 4_000, quote };
}

describe('checkEvidence', () => {
  it('keeps a quote found in the given segment, ignoring case, spaces and quotation marks', () => {
    const items = [evidence(1, "it's leaking again"), evidence(1, 'I paid $310')];
    expect(checkEvidence(items, TRANSCRIPT)).toEqual(items);
  });

  it("moves a quote to the segment that contains it and uses that segment's timestamps", () => {
    expect(checkEvidence([evidence(1, 'How can I help')], TRANSCRIPT)).toEqual([
      { claim: 'negative', segment: 0, startMs: 0, endMs: 1_000, quote: 'How can I help' },
    ]);
    expect(checkEvidence([evidence(99, 'I paid $310')], TRANSCRIPT)).toMatchObject([{ segment: 1 }]);
  });

  it("replaces wrong timestamps with the segment's", () => {
    expect(checkEvidence([{ ...evidence(2, 'I paid'), startMs: -5, endMs: 10 ** 9 }], TRANSCRIPT)).toMatchObject([
      { segment: 2, startMs: 4_500, endMs: 6_000 },
    ]);
  });

  it.each(['I want a refund', 'leaking never', '', '  '])('drops a quote that no one said: "%s"', (quote) => {
    expect(checkEvidence([evidence(1, quote)], TRANSCRIPT)).toEqual([]);
  });
});
