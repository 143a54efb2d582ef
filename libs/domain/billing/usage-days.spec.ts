import { lastDays, nearestWeeks, splitPeriod, utcDay, utcHour } from './usage-days';
import type { UsagePeriod } from './usage-period';

describe('lastDays', () => {
  it.each([
    [1, '2026-03-01T00:00:00Z', '2026-03-01', '2026-03-02'],
    [2, '2026-03-01T23:59:59.999Z', '2026-02-28', '2026-03-02'],
    [30, '2026-12-31T12:00:00Z', '2026-12-02', '2027-01-01'],
    [366, '2028-12-31T12:00:00Z', '2028-01-01', '2029-01-01'],
  ])('returns %d days on %s: %s to %s (exclusive)', (days, now, from, until) => {
    expect(lastDays(days, new Date(now))).toEqual({ from, until });
  });
});

describe('splitPeriod', () => {
  const splitToText = (startsAt: string, endsAt: string): unknown => {
    const { days, head, tail } = splitPeriod({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) });
    const formatPeriod = (part: UsagePeriod): string => `${part.startsAt.toISOString()}/${part.endsAt.toISOString()}`;
    return { days, head: formatPeriod(head), tail: formatPeriod(tail) };
  };

  it('returns only whole days for a midnight-to-midnight period', () => {
    expect(splitToText('2026-02-28T00:00:00Z', '2026-03-31T00:00:00Z')).toEqual({
      days: { from: '2026-02-28', until: '2026-03-31' },
      head: '2026-02-28T00:00:00.000Z/2026-02-28T00:00:00.000Z',
      tail: '2026-03-31T00:00:00.000Z/2026-03-31T00:00:00.000Z',
    });
  });

  it('returns the partial days at both ends of a period', () => {
    expect(splitToText('2026-02-20T14:03:07Z', '2026-03-20T14:03:07Z')).toEqual({
      days: { from: '2026-02-21', until: '2026-03-20' },
      head: '2026-02-20T14:03:07.000Z/2026-02-21T00:00:00.000Z',
      tail: '2026-03-20T00:00:00.000Z/2026-03-20T14:03:07.000Z',
    });
  });

  it('returns no whole days for a period within a single day', () => {
    expect(splitToText('2026-02-20T14:00:00Z', '2026-02-20T15:00:00Z')).toEqual({
      days: { from: '2026-02-21', until: '2026-02-21' },
      head: '2026-02-20T14:00:00.000Z/2026-02-20T15:00:00.000Z',
      tail: '2026-02-20T15:00:00.000Z/2026-02-20T15:00:00.000Z',
    });
  });
});

describe('utcDay', () => {
  it('uses the UTC day of a time with an offset', () => {
    expect(utcDay(new Date('2026-03-01T01:30:00+02:00'))).toBe('2026-02-28');
  });
});

describe('utcHour', () => {
  it('returns the UTC start of the hour', () => {
    expect(utcHour(new Date('2026-03-01T01:59:59.999+05:30'))).toBe('2026-02-28T20:00:00Z');
  });
});

describe('nearestWeeks', () => {
  it.each([
    ['2026-03-02', '2026-03-09', '2026-03-02', '2026-03-09'], // Monday to Monday
    ['2026-03-05', '2026-03-10', '2026-03-02', '2026-03-16'], // a Thursday is nearer to the preceding Monday
    ['2026-03-06', '2026-03-22', '2026-03-09', '2026-03-23'],
    ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-09'], // a single Saturday: no weeks
    ['2025-12-28', '2026-01-06', '2025-12-29', '2026-01-12'],
  ])('covers %s to %s with %s to %s (exclusive)', (from, until, firstMonday, lastMonday) => {
    expect(nearestWeeks({ from, until })).toEqual({ from: firstMonday, until: lastMonday });
  });
});
