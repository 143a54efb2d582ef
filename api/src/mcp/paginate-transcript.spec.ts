import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { wordPages } from './paginate-transcript';

const segments = (...texts: string[]): TranscriptSegment[] =>
  texts.map((text, index) => ({ speaker: 'customer', startMs: index, endMs: index + 1, text }));
const pageTexts = (texts: string[], length: number): string[][] =>
  wordPages(segments(...texts), length).map((page) => page.map(({ text }) => text));

describe('wordPages', () => {
  it('fills each page up to its length', () => {
    expect(pageTexts(['aaaa', 'bbb', 'ccc', 'd'], 7)).toEqual([
      ['aaaa', 'bbb'],
      ['ccc', 'd'],
    ]);
  });

  it('puts a segment that is longer than a page on its own page', () => {
    expect(pageTexts(['a', 'b'.repeat(20), 'c'], 10)).toEqual([['a'], ['b'.repeat(20)], ['c']]);
  });

  it('returns no pages for a transcript without words', () => {
    expect(pageTexts([], 10)).toEqual([]);
  });
});
