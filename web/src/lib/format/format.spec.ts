import {
  formatCents,
  formatDate,
  formatDateTime,
  formatDuration,
  formatMegabytes,
  formatModelSize,
  formatRelative,
  formatTime,
  getInitials,
  setTimeZoneSource,
  spokenDuration,
} from './format';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const timeBefore = (ms: number): string => new Date(NOW.getTime() - ms).toISOString();
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

describe('formatRelative', () => {
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
    [7 * DAY + 18 * HOUR, '8 days ago'],
  ])('formats %i ms ago as %s', (ms, text) => expect(formatRelative(timeBefore(ms), NOW)).toBe(text));
});

describe('getInitials', () => {
  it.each([
    [{ firstName: 'Dana', lastName: 'Reyes', email: 'x@y.z' }, 'DR'],
    [{ firstName: 'Dana', lastName: null, email: 'x@y.z' }, 'D'],
    [{ firstName: 'E\u0301lodie', lastName: '𠮷田', email: 'x@y.z' }, 'É𠮷'],
    [{ firstName: null, lastName: null, email: 'kim@y.z' }, 'K'],
    [{ firstName: null, lastName: null, email: null }, 'U'],
  ])('abbreviates %j as %s', (user, letters) => expect(getInitials(user)).toBe(letters));
});

it.each([
  [9_900, '$99'],
  [14_580, '$145.80'],
])('formats %i cents as %s', (cents, text) => expect(formatCents(cents)).toBe(text));
it.each([
  [0, '0:00'],
  [4.9, '0:04'],
  [247, '4:07'],
  [3_723, '1:02:03'],
])('formats %d seconds as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
it.each([
  [0, '0 seconds'],
  [65.9, '1 minute 5 seconds'],
  [120, '2 minutes'],
])('spells out %d seconds as %s for screen readers', (seconds, text) => expect(spokenDuration(seconds)).toBe(text));
it('formats sizes in MB with one decimal', () => expect(formatMegabytes(13_000_000)).toBe('12.4 MB'));
it.each([
  [482_468_384, '482 MB'],
  [999_600_000, '1.0 GB'],
  [2_497_281_120, '2.5 GB'],
])('formats a model size of %i bytes as %s', (bytes, text) => expect(formatModelSize(bytes)).toBe(text));
describe('times', () => {
  afterEach(() => setTimeZoneSource(() => undefined));

  it("are in the account's time zone, with the year unless it is the current one", () => {
    setTimeZoneSource(() => 'America/New_York');
    expect(formatDateTime('2024-04-02T03:12:00.000Z')).toBe('Mon, Apr 1, 2024, 11:12 PM EDT');
    expect(formatDate('2024-04-02T03:12:00.000Z')).toBe('Apr 1, 2024');
    jest.useFakeTimers({ now: new Date('2026-05-01T00:00:00Z') });
    expect(formatDateTime('2026-03-31T14:12:00.000Z')).toBe('Tue, Mar 31, 10:12 AM EDT');
    expect(formatTime(new Date('2026-03-31T14:12:00.000Z'))).toBe('10:12 AM');
    jest.setSystemTime(new Date('2027-01-01T03:00:00Z')); // still 2026 in New York
    expect(formatDateTime('2026-03-31T14:12:00.000Z')).toBe('Tue, Mar 31, 10:12 AM EDT');
  });
});

it('formats a missing date as N/A', () => expect(formatDate(null)).toBe('N/A'));
