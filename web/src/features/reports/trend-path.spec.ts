import type { HappinessPeriod } from '../../api/types';
import { trendPaths } from './trend-path';

const makePeriod = (score: number | null): HappinessPeriod => ({
  from: '2026-03-01',
  to: '2026-03-01',
  judged: 10,
  positive: 0,
  neutral: 0,
  negative: 0,
  needsReview: 0,
  score,
  low: score === null ? null : score - 10,
  high: score === null ? null : score + 10,
});

describe('trendPaths', () => {
  it('draws the scores and the range around them', () => {
    expect(trendPaths([makePeriod(0), makePeriod(50)])).toMatchObject({
      line: 'M25 50L75 25',
      band: 'M25 45L75 20L75 30L25 55Z',
    });
  });

  it('breaks the line at periods without a score', () => {
    const { line, points } = trendPaths([makePeriod(0), makePeriod(null), makePeriod(100), makePeriod(-80)]);
    expect(line).toBe('M12.5 50M62.5 0L87.5 90');
    expect(points.map(({ x }) => x)).toEqual([12.5, 62.5, 87.5]);
  });

  it('returns empty paths if there are no scores', () => {
    expect(trendPaths([makePeriod(null)])).toEqual({ line: '', band: '', points: [] });
  });
});
