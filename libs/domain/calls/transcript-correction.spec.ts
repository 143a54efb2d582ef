import type { Evidence } from './analysis';
import type { TranscriptSegment } from './transcript';
import { correctEvidence, correctSegments } from './transcript-correction';

const makeSegment = (text: string): TranscriptSegment => ({ speaker: 'customer', startMs: 0, endMs: 1_000, text });
const makeQuote = (segment: number, text: string): Evidence => ({
  claim: 'Neutral',
  segment: segment,
  startMs: 0,
  endMs: 1_000,
  quote: text,
});

it.each([
  ['This is Cole Chick. cole  chick!', 'cole chick', 'Kowalczyk', 'This is Kowalczyk. Kowalczyk!'],
  ['I am Ann, not Annie.', 'Ann', 'Anne', 'I am Anne, not Annie.'],
  ['Żółć and Żółćka', 'Żółć', 'Zolc', 'Zolc and Żółćka'],
  ['A (R-410A) unit', '(R-410A)', '$& R-32', 'A $& R-32 unit'],
])('replaces whole words in %j', (text, from, to, expected) => {
  const segments = [makeSegment('Cole Chick'), makeSegment(text)];
  expect(correctSegments(segments, { segment: 1, from, to })).toEqual([segments[0], makeSegment(expected)]);
});

it.each([
  [0, 'Reyes'],
  [0, 'Chic'],
  [5, 'Cole'],
])('returns undefined when segment %d does not contain %j', (index, from) => {
  expect(correctSegments([makeSegment('Cole Chick')], { segment: index, from, to: 'X' })).toBeUndefined();
});

it('corrects all segments when no segment is specified', () => {
  const segments = [makeSegment('Cole Chick'), makeSegment('Yes.'), makeSegment('cole chick here')];
  expect(correctSegments(segments, { from: 'cole chick', to: 'Kowalczyk' })?.map(({ text }) => text)).toEqual([
    'Kowalczyk',
    'Yes.',
    'Kowalczyk here',
  ]);
});

it("corrects the segment's quotes and drops quotes that no longer occur", () => {
  const correction = { segment: 1, from: 'Cole Chick', to: 'Kowalczyk' };
  const segments =
    correctSegments([makeSegment('Cole Chick?'), makeSegment('Yes, Cole Chick here.')], correction) ?? [];
  expect(
    correctEvidence(
      [makeQuote(0, 'Cole Chick'), makeQuote(1, 'cole chick here'), makeQuote(1, 'Yes, Cole'), makeQuote(1, 'yes')],
      correction,
      segments,
    ),
  ).toEqual([makeQuote(0, 'Cole Chick'), makeQuote(1, 'Kowalczyk here'), makeQuote(1, 'yes')]);
});
