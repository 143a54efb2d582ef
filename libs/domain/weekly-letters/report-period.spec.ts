import { lengthInDays, getPreviousPeriod, startOfStep, listSteps, getWeekday } from './report-period';

describe('a report period', () => {
  it.each([
    ['2026-03-02', '2026-03-31', 30, '2026-01-31', '2026-03-01'],
    ['2024-03-01', '2024-03-01', 1, '2024-02-29', '2024-02-29'],
    ['2025-01-01', '2025-12-31', 365, '2024-01-02', '2024-12-31'],
  ])('from %s to %s has %s days, the same as the previous period', (from, to, days, previousFrom, previousTo) => {
    expect(lengthInDays({ from, to })).toBe(days);
    expect(getPreviousPeriod({ from, to })).toEqual({ from: previousFrom, to: previousTo });
  });

  it.each([
    ['2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2026-01-01', '2026-01-20', '2025-12-01', '2025-12-20'],
    ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-06-01', '2026-06-07', '2026-05-25', '2026-05-31'], // a week
    ['2026-06-01', '2026-07-31', '2026-04-01', '2026-05-31'], // 61 days
  ])('from %s to %s follows the period from %s to %s', (from, to, first, last) => {
    expect(getPreviousPeriod({ from, to })).toEqual({ from: first, to: last });
  });

  it('has no days when the end is before the start', () => {
    expect(lengthInDays({ from: '2026-03-31', to: '2026-03-30' })).toBe(0);
    expect(listSteps({ from: '2026-03-31', to: '2026-03-30' }, 'day')).toEqual([]);
  });

  it('is split into days, weeks starting on Monday, or months; the first and last may be partial weeks or months', () => {
    expect(listSteps({ from: '2026-02-28', to: '2026-03-01' }, 'day')).toEqual([
      { from: '2026-02-28', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-03-01' },
    ]);
    expect(listSteps({ from: '2026-03-04', to: '2026-03-16' }, 'week')).toEqual([
      { from: '2026-03-04', to: '2026-03-08' },
      { from: '2026-03-09', to: '2026-03-15' },
      { from: '2026-03-16', to: '2026-03-16' },
    ]);
    expect(listSteps({ from: '2025-12-15', to: '2026-02-10' }, 'month')).toEqual([
      { from: '2025-12-15', to: '2025-12-31' },
      { from: '2026-01-01', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-10' },
    ]);
  });

  it.each([
    ['2026-03-30', 1, '2026-03-30'],
    ['2026-04-05', 7, '2026-03-30'],
    ['2026-04-06', 1, '2026-04-06'],
  ])('finds the weekday of %s and the preceding Monday', (day, weekday, monday) => {
    expect(getWeekday(day)).toBe(weekday);
    expect(startOfStep(day, 'week')).toBe(monday);
  });
});
