import { addCounts, happinessChange, happinessScore, isClearChange, NO_CALLS, type LabelCounts } from './happiness';

const makeCounts = (positive: number, neutral: number, negative: number, needsReview = 0): LabelCounts => ({
  positive,
  neutral,
  negative,
  needs_review: needsReview,
});

describe('happinessScore', () => {
  it.each<[string, LabelCounts, number, number, number]>([
    ['ten happy calls', makeCounts(10, 0, 0), 100, 57, 100],
    ['ten unhappy calls', makeCounts(0, 0, 10), -100, -100, -57],
    ['ten neutral calls', makeCounts(0, 10, 0), 0, -16, 16],
    ['equal numbers of happy and unhappy calls', makeCounts(5, 0, 5), 0, -54, 54],
    ["a small company's month", makeCounts(60, 21, 19), 41, 25, 56],
    ["a large company's year", makeCounts(600_000, 210_000, 190_000), 41, 41, 41],
    ['ten happy calls and many that need a listen', makeCounts(10, 0, 0, 500), 100, 57, 100],
  ])('is the difference in percentage points, with an interval, for %s', (_calls, labelCounts, score, low, high) => {
    expect(happinessScore(labelCounts)).toEqual({ score, low, high });
  });

  it.each([makeCounts(9, 0, 0), makeCounts(3, 3, 3, 100), NO_CALLS])(
    'is unknown for fewer than ten judged calls',
    (labelCounts) => {
      expect(happinessScore(labelCounts)).toBeNull();
    },
  );

  it('is always within its interval', () => {
    for (let positive = 0; positive <= 30; positive += 1)
      for (let negative = 0; negative <= 30; negative += 1) {
        const score = happinessScore(makeCounts(positive, 10, negative));
        expect(score && score.low <= score.score && score.score <= score.high).toBe(true);
      }
  });
});

describe('happinessChange', () => {
  it.each<[string, LabelCounts, LabelCounts, number, boolean]>([
    ['a small change over few calls', makeCounts(6, 2, 2), makeCounts(7, 2, 1), 20, false],
    ['the same change over many calls', makeCounts(600, 200, 200), makeCounts(700, 200, 100), 20, true],
    ['a drop', makeCounts(700, 200, 100), makeCounts(600, 200, 200), -20, true],
    ['no change', makeCounts(600, 200, 200), makeCounts(60, 20, 20), 0, false],
  ])('measures %s', (_change, previousCounts, currentCounts, score, isClear) => {
    const change = happinessChange(previousCounts, currentCounts);
    expect(change).toMatchObject({ score });
    expect(change && isClearChange(change)).toBe(isClear);
  });

  it('is unknown if either period has no score', () => {
    expect(happinessChange(makeCounts(9, 0, 0), makeCounts(100, 0, 0))).toBeNull();
    expect(happinessChange(makeCounts(100, 0, 0), makeCounts(9, 0, 0))).toBeNull();
  });
});

describe('addCounts', () => {
  it('adds the counts of each label', () => {
    expect(addCounts(makeCounts(1, 2, 3, 4), makeCounts(10, 20, 30, 40))).toEqual(makeCounts(11, 22, 33, 44));
  });
});
