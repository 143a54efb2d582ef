import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { paginateTranscript } from './paginate-transcript';

const makeSegments = (...texts: string[]): TranscriptSegment[] =>
  texts.map((text, index) => ({ speaker: 'customer', startMs: index, endMs: index + 1, text }));
const paginateTexts = (texts: string[], length: number): string[][] =>
  paginateTranscript(makeSegments(...texts), length).map((page) => page.map(({ text }) => text));

describe('paginateTranscript', () => {
  it('fills each page up to the length limit', () => {
    expect(paginateTexts(['aaaa', 'bbb', 'ccc', 'd'], 7)).toEqual([
      ['aaaa', 'bbb'],
      ['ccc', 'd'],
    ]);
  });

  it('puts a segment that is longer than a page on its own page', () => {
    expect(paginateTexts(['a', 'b'.repeat(20), 'c'], 10)).toEqual([['a'], ['b'.repeat(20)], ['c']]);
  });

  it('returns no pages for a transcript without words', () => {
    expect(paginateTexts([], 10)).toEqual([]);
  });
});
