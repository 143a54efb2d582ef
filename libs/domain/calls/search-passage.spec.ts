import { candidateForms, findPassage, searchTerms, type TermsByForm } from './search-passage';
import type { TranscriptSegment } from './transcript';

const TERMS: TermsByForm = new Map([
  ['warm', [0]],
  ['Warm', [0]],
  ['air', [1]],
  ['10:30', [2, 3]],
]);
const makeSegments = (...texts: string[]): TranscriptSegment[] =>
  texts.map((text, index) => ({ speaker: 'customer', startMs: index * 1_000, endMs: index * 1_000 + 900, text }));

describe('findPassage', () => {
  it.each([
    ['the sentence with more words', makeSegments('Warm. The air is warm. Air.'), 'The air is warm.'],
    ['consecutive words', makeSegments('The air is warm.', 'It blows warm air.'), 'It blows warm air.'],
    ['the earlier sentence in a tie', makeSegments('It is warm.', 'So warm.'), 'It is warm.'],
    ['a number with punctuation', makeSegments('No. At 10:30 or so. Bye.'), 'At 10:30 or so.'],
  ])('prefers %s', (_case, segments, text) => {
    expect(findPassage(segments, null, TERMS)?.text).toBe(text);
  });

  it('uses the summary only when it contains more of the words', () => {
    expect(findPassage(makeSegments('It is warm.'), 'Warm outside.', TERMS)?.source).toBe('transcript');
    expect(findPassage(makeSegments('It is warm.'), 'Warm air.', TERMS)).toEqual({
      source: 'summary',
      text: 'Warm air.',
      marks: [
        { start: 0, end: 4 },
        { start: 5, end: 8 },
      ],
      speaker: null,
      startSeconds: null,
    });
    expect(findPassage(makeSegments('Nothing.'), null, TERMS)).toBeUndefined();
  });

  it('returns an excerpt around the words if the text has no periods', () => {
    const passage = findPassage(makeSegments(`${'so '.repeat(200)}the warm air ${'and '.repeat(200)}`), null, TERMS);
    expect(passage?.text).toMatch(/^… (so )+the warm air (and )+…$/);
    expect(passage?.text.length).toBeLessThan(240);
    expect(passage?.marks.map(({ start, end }) => passage.text.slice(start, end))).toEqual(['warm', 'air']);
  });
});

describe('candidateForms', () => {
  it('keeps words that start with the same letter as a term, and numbers if a term is a number', () => {
    const texts = ['Élan, the dishwashers don’t: $1,200 or (555) 010-2345 at 10:30am'];
    expect(candidateForms(texts, searchTerms(`'dishwash' & 'elan':*`))).toEqual(['Élan', 'dishwashers', 'don’t']);
    expect(candidateForms(texts, searchTerms(`'1200'`))).toEqual(['1,200', '(555) 010-2345', '10', '30am']);
  });

  it('keeps words with digits whose stem begins with a letter', () => {
    expect(candidateForms(['An R410A leak'], searchTerms(`'r410a'`))).toEqual(['R410A']);
  });
});
