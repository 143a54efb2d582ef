import { lineIndexAt, groupBySpeaker } from './speaker-turns';

const LINES = [0, 1_000, 1_000, 5_000].map((startMs) => ({ startMs }));

describe('lineIndexAt', () => {
  it.each([
    [-1, -1],
    [0, 0],
    [999, 0],
    [1_000, 2],
    [4_999, 2],
    [5_000, 3],
    [90_000, 3],
  ])('given %i ms, returns %i', (timeMs, line) => {
    expect(lineIndexAt(LINES, timeMs)).toBe(line);
  });

  it('returns -1 for an empty transcript', () => {
    expect(lineIndexAt([], 500)).toBe(-1);
  });
});

it('groups consecutive lines by the same speaker and keeps their indexes', () => {
  const makeSegment = (speaker: 'agent' | 'customer', text: string): Parameters<typeof groupBySpeaker>[0][number] => ({
    speaker,
    text,
    startMs: 0,
    endMs: 0,
  });
  const turns = groupBySpeaker([
    makeSegment('agent', 'a'),
    makeSegment('agent', 'b'),
    makeSegment('customer', 'c'),
    makeSegment('agent', 'd'),
  ]);
  expect(
    turns.map(({ speaker, lines }) => [speaker, lines.map(({ index, text }) => `${index}${text}`).join()]),
  ).toEqual([
    ['agent', '0a,1b'],
    ['customer', '2c'],
    ['agent', '3d'],
  ]);
});
