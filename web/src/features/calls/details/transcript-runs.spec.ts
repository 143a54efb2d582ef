import { lineAt, runsOf } from './transcript-runs';

const LINES = [0, 1_000, 1_000, 5_000].map((startMs) => ({ startMs }));

describe('the line at a moment', () => {
  it.each([
    [-1, -1],
    [0, 0],
    [999, 0],
    [1_000, 2],
    [4_999, 2],
    [5_000, 3],
    [90_000, 3],
  ])('at %i ms is line %i', (timeMs, line) => {
    expect(lineAt(LINES, timeMs)).toBe(line);
  });

  it('is none where nothing was said', () => {
    expect(lineAt([], 500)).toBe(-1);
  });
});

it('what one side says in a row is one run, and every line keeps its place', () => {
  const say = (speaker: 'agent' | 'customer', text: string): Parameters<typeof runsOf>[0][number] => ({
    speaker,
    text,
    startMs: 0,
    endMs: 0,
  });
  const runs = runsOf([say('agent', 'a'), say('agent', 'b'), say('customer', 'c'), say('agent', 'd')]);
  expect(runs.map(({ speaker, lines }) => [speaker, lines.map(({ index, text }) => `${index}${text}`).join()])).toEqual(
    [
      ['agent', '0a,1b'],
      ['customer', '2c'],
      ['agent', '3d'],
    ],
  );
});
