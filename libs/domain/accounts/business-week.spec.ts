import { DEFAULT_BUSINESS_WEEK, isBusinessWeek } from './business-week';

const day = { from: '08:00', until: '17:00' };
const closedDays = Array.from({ length: 6 }, () => null);

it.each([
  ['the default', DEFAULT_BUSINESS_WEEK, true],
  ['a single open day', [...closedDays, day], true],
  ['a 24-hour day', [{ from: '00:00', until: '24:00' }, ...closedDays], true],
  ['no open days', [...closedDays, null], false],
  ['six days', [day, day, day, day, day, day], false],
  ['a day that closes before it opens', [{ from: '17:00', until: '08:00' }, ...closedDays], false],
  ['a day that closes when it opens', [{ from: '08:00', until: '08:00' }, ...closedDays], false],
  ['an invalid time', [{ from: '08:00', until: '17:60' }, ...closedDays], false],
  ['a time without a leading zero', [{ from: '8:00', until: '17:00' }, ...closedDays], false],
  ['an unknown field', [{ ...day, lunch: '12:00' }, ...closedDays], false],
  ['a string', 'Monday', false],
])('checks whether the value is a business week: %s', (_, week, expected) => {
  expect(isBusinessWeek(week)).toBe(expected);
});
