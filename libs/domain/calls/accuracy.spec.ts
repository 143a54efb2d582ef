import { accuracyReport, wilsonInterval, type CheckCount } from './accuracy';

const makeChecks = (count: number, changes: Partial<CheckCount> = {}): CheckCount => ({
  engine: 'local',
  sentiment: 'positive',
  needsReview: false,
  answer: 'positive',
  month: '2026-03',
  count,
  ...changes,
});

describe('wilsonInterval', () => {
  it.each([
    [46, 50, 0.812, 0.968],
    [20, 20, 0.839, 1],
    [0, 20, 0, 0.161],
    [10, 20, 0.299, 0.701],
    [95, 100, 0.888, 0.978],
    [950, 1_000, 0.935, 0.962],
  ])('given %i of %i, returns %f to %f', (hits, total, low, high) => {
    const interval = wilsonInterval(hits, total);
    expect(interval.low).toBeCloseTo(low, 3);
    expect(interval.high).toBeCloseTo(high, 3);
  });
});

describe('accuracyReport', () => {
  it('counts correct labels, by label, engine and month', () => {
    const report = accuracyReport([
      makeChecks(18),
      makeChecks(2, { answer: 'neutral', month: '2026-02' }),
      makeChecks(5, { sentiment: 'negative', answer: 'negative', engine: 'llm:gpt' }),
    ]);
    expect(report.overall).toMatchObject({ right: 23, checked: 25, figure: { share: 0.92 } });
    expect(report.bySentiment).toMatchObject([
      { sentiment: 'positive', right: 18, checked: 20, figure: { share: 0.9 } },
      { sentiment: 'neutral', right: 0, checked: 0, figure: null },
      { sentiment: 'negative', right: 5, checked: 5, figure: null },
    ]);
    expect(report.byEngine.map(({ engine, checked }) => [engine, checked])).toEqual([
      ['llm:gpt', 5],
      ['local', 20],
    ]);
    expect(report.byMonth.map(({ month, right, checked }) => [month, right, checked])).toEqual([
      ['2026-02', 0, 2],
      ['2026-03', 23, 23],
    ]);
  });

  it('reports no accuracy below 20 checks', () => {
    expect(accuracyReport([makeChecks(19)]).overall).toEqual({ right: 19, checked: 19, figure: null });
    expect(accuracyReport([makeChecks(20)]).overall.figure).not.toBeNull();
    expect(accuracyReport([]).overall).toEqual({ right: 0, checked: 0, figure: null });
  });

  it('reports guesses separately, and counts answers without a label', () => {
    const report = accuracyReport([
      makeChecks(20),
      makeChecks(3, { needsReview: true }),
      makeChecks(1, { needsReview: true, answer: 'negative' }),
      makeChecks(2, { answer: 'cant_tell' }),
    ]);
    expect(report.overall).toMatchObject({ right: 20, checked: 20 });
    expect(report.needsListen).toEqual({ right: 3, checked: 4, figure: null });
    expect(report.cantTell).toBe(2);
  });
});
