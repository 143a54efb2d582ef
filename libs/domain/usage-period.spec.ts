import { usageMinutes, usagePeriod } from './usage-period';

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

describe('usagePeriod', () => {
  it.each([
    ['2026-01-15', '2026-03-20T10:00:00Z', '2026-03-15', '2026-04-15'],
    ['2026-01-15', '2026-03-14T23:59:59Z', '2026-02-15', '2026-03-15'],
    ['2026-01-15', '2026-03-15T00:00:00Z', '2026-03-15', '2026-04-15'],
    ['2026-01-31', '2026-02-27T12:00:00Z', '2026-01-31', '2026-02-28'],
    ['2026-01-31', '2026-02-28T00:00:00Z', '2026-02-28', '2026-03-31'],
    ['2028-01-30', '2028-02-29T05:00:00Z', '2028-02-29', '2028-03-30'],
    ['2026-05-31', '2027-01-02T00:00:00Z', '2026-12-31', '2027-01-31'],
  ])('activated %s, on %s: %s to %s', (anchor, now, startsAt, endsAt) => {
    expect(usagePeriod(day(anchor), new Date(now))).toEqual({ startsAt: day(startsAt), endsAt: day(endsAt) });
  });
});

describe('usageMinutes', () => {
  it.each([[0, '0.00'], [40.4, '0.67'], [60, '1.00'], [239.9, '4.00'], [36_000, '600.00']])('%d s is %s min', (seconds, minutes) => {
    expect(usageMinutes(seconds)).toBe(minutes);
  });
});
