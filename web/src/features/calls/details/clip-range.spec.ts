import { CALL_DETAILS_COPY } from './call-details-copy';
import { parsePosition, parseClip } from './clip-range';

describe('parsePosition', () => {
  it.each([
    ['65', 65],
    ['1:05', 65],
    [' 0:00 ', 0],
    ['1:02:03', 3_723],
    ['1:65', undefined],
    ['', undefined],
    ['soon', undefined],
  ])('parses %j as %s', (text, seconds) => {
    expect(parsePosition(text)).toBe(seconds);
  });
});

describe('parseClip', () => {
  const { badTime, badOrder, tooLong } = CALL_DETAILS_COPY.share;

  it.each([
    ['0:42', '1:10', { fromSeconds: 42, toSeconds: 70 }],
    ['x', '1:10', { errors: { from: badTime } }],
    ['1:10', '1:10', { errors: { to: badOrder } }],
    ['0:00', '5:01', { errors: { to: tooLong(5) } }],
  ])('parses a clip from %s to %s', (from, to, clip) => {
    expect(parseClip(from, to)).toEqual(clip);
  });
});
