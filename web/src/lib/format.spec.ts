import {
  formatCents,
  formatDate,
  formatDuration,
  formatMegabytes,
  formatRelative,
  initials,
  spokenDuration,
} from './format';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const before = (ms: number): string => new Date(NOW.getTime() - ms).toISOString();
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

describe('relative times', () => {
  it.each([
    [0, 'Just now'],
    [MINUTE - 1, 'Just now'],
    [MINUTE, '1 minute ago'],
    [HOUR - 1, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [DAY - 1, '23 hours ago'],
    [DAY, '1 day ago'],
    [40 * DAY, '40 days ago'],
    [-5 * MINUTE, 'Just now'],
  ])('%i ms ago: %s', (ms, words) => expect(formatRelative(before(ms), NOW)).toBe(words));
});

describe('initials', () => {
  it.each([
    [{ firstName: 'Dana', lastName: 'Reyes', email: 'x@y.z' }, 'DR'],
    [{ firstName: 'Dana', lastName: null, email: 'x@y.z' }, 'D'],
    [{ firstName: null, lastName: null, email: 'kim@y.z' }, 'K'],
    [{ firstName: null, lastName: null, email: null }, 'U'],
  ])('%j: %s', (person, letters) => expect(initials(person)).toBe(letters));
});

it.each([
  [9_900, '$99'],
  [14_580, '$145.80'],
])('%i cents are %s', (cents, words) => expect(formatCents(cents)).toBe(words));
it.each([
  [0, '0:00'],
  [247, '4:07'],
  [3_723, '1:02:03'],
])('%i seconds are %s', (seconds, words) => expect(formatDuration(seconds)).toBe(words));
it.each([
  [0, '0 seconds'],
  [65, '1 minute 5 seconds'],
  [120, '2 minutes'],
])('%i seconds are read out as %s', (seconds, words) => expect(spokenDuration(seconds)).toBe(words));
it('gives sizes in MB to one decimal', () => expect(formatMegabytes(13_000_000)).toBe('12.4 MB'));
it('says N/A for no date', () => expect(formatDate(null)).toBe('N/A'));
