import { formatCents, formatDate, formatDuration, formatMegabytes, formatRelative, formatResetDate, initials, spokenDuration } from './format';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const before = (ms: number): string => new Date(NOW.getTime() - ms).toISOString();
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

describe('relative times', () => {
  it.each([
    [0, 'Just now'], [MINUTE - 1, 'Just now'], [MINUTE, '1 minute ago'], [HOUR - 1, '59 minutes ago'], [HOUR, '1 hour ago'],
    [DAY - 1, '23 hours ago'], [DAY, '1 day ago'], [40 * DAY, '40 days ago'], [-5 * MINUTE, 'Just now'],
  ])('%i ms ago: %s', (ms, words) => expect(formatRelative(before(ms), NOW)).toBe(words));
});

describe('the reset date', () => {
  it.each([
    ['2026-01-31T10:00:00Z', '2026-02-10T00:00:00Z', 'Feb 28, 2026'],
    ['2024-02-29T10:00:00Z', '2025-02-10T00:00:00Z', 'Feb 28, 2025'],
    ['2024-02-29T10:00:00Z', '2028-02-10T00:00:00Z', 'Feb 29, 2028'],
    ['2026-03-05T10:00:00Z', '2026-11-20T00:00:00Z', 'Dec 5, 2026'],
  ])('activated at %s, seen at %s: %s', (activatedAt, now, date) => {
    expect(formatResetDate({ activatedAt, createdAt: '2020-01-01T00:00:00Z' }, new Date(now))).toBe(date);
  });

  it('counts from the creation of an account that was never activated', () => {
    expect(formatResetDate({ activatedAt: null, createdAt: '2026-11-07T00:00:00Z' }, NOW)).toBe('Dec 7, 2026');
  });
});

describe('initials', () => {
  it.each([
    [{ firstName: 'Dana', lastName: 'Reyes', email: 'x@y.z' }, 'DR'], [{ firstName: 'Dana', lastName: null, email: 'x@y.z' }, 'D'],
    [{ firstName: null, lastName: null, email: 'kim@y.z' }, 'K'], [{ firstName: null, lastName: null, email: null }, 'U'],
  ])('%j: %s', (person, letters) => expect(initials(person)).toBe(letters));
});

it.each([[9_900, '$99'], [14_580, '$145.80']])('%i cents are %s', (cents, words) => expect(formatCents(cents)).toBe(words));
it.each([[0, '0:00'], [247, '4:07'], [3_723, '1:02:03']])('%i seconds are %s', (seconds, words) => expect(formatDuration(seconds)).toBe(words));
it.each([[0, '0 seconds'], [65, '1 minute 5 seconds'], [120, '2 minutes']])('%i seconds are read out as %s', (seconds, words) => expect(spokenDuration(seconds)).toBe(words));
it('gives sizes in MB to one decimal', () => expect(formatMegabytes(13_000_000)).toBe('12.4 MB'));
it('says N/A for no date', () => expect(formatDate(null)).toBe('N/A'));
