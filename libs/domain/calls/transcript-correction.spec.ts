import type { Evidence } from './analysis';
import type { TranscriptSegment } from './transcript';
import { correctEvidence, correctSegments } from './transcript-correction';

const segment = (text: string): TranscriptSegment => ({ speaker: 'customer', startMs: 0, endMs: 1_000, text });
const quote = (segment: number, text: string): Evidence => ({
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
  const segments = [segment('Cole Chick'), segment(text)];
  expect(correctSegments(segments, { segment: 1, from, to })).toEqual([segments[0], segment(expected)]);
});

it.each([
  [0, 'Reyes'],
  [0, 'Chic'],
  [5, 'Cole'],
])('returns undefined when segment %d does not contain %j', (index, from) => {
  expect(correctSegments([segment('Cole Chick')], { segment: index, from, to: 'X' })).toBeUndefined();
});

it('corrects all segments when none is given', () => {
  const segments = [segment('Cole Chick'), segment('Yes.'), segment('cole chick here')];
  expect(correctSegments(segments, { from: 'cole chick', to: 'Kowalczyk' })?.map(({ text }) => text)).toEqual([
    'Kowalczyk',
    'Yes.',
    'Kowalczyk here',
  ]);
});

it("corrects the segment's quotes and drops quotes that no longer occur", () => {
  const correction = { segment: 1, from: 'Cole Chick', to: 'Kowalczyk' };
  const segments = correctSegments([segment('Cole Chick?'), segment('Yes, Cole Chick here.')], correction) ?? [];
  expect(
    correctEvidence(
      [quote(0, 'Cole Chick'), quote(1, 'cole chick here'), quote(1, 'Yes, Cole'), quote(1, 'yes')],
      correction,
      segments,
    ),
  ).toEqual([quote(0, 'Cole Chick'), quote(1, 'Kowalczyk here'), quote(1, 'yes')]);
});
