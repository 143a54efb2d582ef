import { billingPeriod, usageMinutes } from './usage-period';

const parseDay = (text: string): Date => new Date(`${text}T00:00:00Z`);

describe('billingPeriod', () => {
  const parseTime = (text: string): Date => new Date(text);

  it.each([
    ['2026-02-28T23:59:58Z', '2026-01-31T23:59:59Z', '2026-02-28T23:59:59Z'],
    ['2026-02-28T23:59:59Z', '2026-02-28T23:59:59Z', '2026-03-31T23:59:59Z'],
    ['2026-04-30T23:59:59Z', '2026-04-30T23:59:59Z', '2026-05-31T23:59:59Z'],
    ['2028-02-29T23:59:59Z', '2028-02-29T23:59:59Z', '2028-03-31T23:59:59Z'],
    ['2025-12-31T00:00:00Z', '2025-11-30T23:59:59Z', '2025-12-31T23:59:59Z'],
  ])('starts on the last day of months that are too short for the anchor: %s', (now, startsAt, endsAt) => {
    const billingMonths = {
      currentPeriodStart: parseDay('2020-01-01'),
      currentPeriodEnd: parseDay('2020-01-02'),
      billingAnchor: parseTime('2026-01-31T23:59:59Z'),
    };
    expect(billingPeriod(billingMonths, parseTime(now))).toEqual({
      startsAt: parseTime(startsAt),
      endsAt: parseTime(endsAt),
    });
  });
});

describe('usageMinutes', () => {
  it.each([
    [0, '0.00'],
    [40.4, '0.67'],
    [60, '1.00'],
    [239.9, '4.00'],
    [36_000, '600.00'],
  ])('converts %d s to %s min', (seconds, minutes) => {
    expect(usageMinutes(seconds)).toBe(minutes);
  });
});
