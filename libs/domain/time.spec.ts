import { formatTime, isTimeZone } from './time';

it.each([
  ['America/New_York', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['+05:00', false],
  ['', false],
])('checks whether %j is a time zone: %j', (text, expected) => expect(isTimeZone(text)).toBe(expected));

describe('formatTime', () => {
  const at = new Date('2026-03-31T02:12:00Z');
  it.each([
    ['America/New_York', 'dateTime', 'Mon, Mar 30, 10:12 PM EDT'],
    ['UTC', 'fullDateTime', 'Tue, Mar 31, 2026, 2:12 AM UTC'],
    ['America/Los_Angeles', 'date', 'Mar 30, 2026'],
    ['America/Los_Angeles', 'time', '7:12 PM'],
  ] as const)('formats a time in %s in the format %s', (timeZone, format, expected) =>
    expect(formatTime(at, timeZone, format)).toBe(expected),
  );

  it('follows daylight saving time', () => {
    expect(formatTime(new Date('2026-01-31T02:12:00Z'), 'America/New_York', 'dateTime')).toBe(
      'Fri, Jan 30, 9:12 PM EST',
    );
  });
});
