import { DEFAULT_BUSINESS_WEEK, isBusinessWeek } from './business-week';

const day = { from: '08:00', until: '17:00' };
const closed = Array.from({ length: 6 }, () => null);

it.each([
  ['the default', DEFAULT_BUSINESS_WEEK, true],
  ['a single open day', [...closed, day], true],
  ['a day around the clock', [{ from: '00:00', until: '24:00' }, ...closed], true],
  ['no open day', [...closed, null], false],
  ['six days', [day, day, day, day, day, day], false],
  ['a day that closes before it opens', [{ from: '17:00', until: '08:00' }, ...closed], false],
  ['a day that closes as it opens', [{ from: '08:00', until: '08:00' }, ...closed], false],
  ['a time that does not exist', [{ from: '08:00', until: '17:60' }, ...closed], false],
  ['a time without a leading zero', [{ from: '8:00', until: '17:00' }, ...closed], false],
  ['another field', [{ ...day, lunch: '12:00' }, ...closed], false],
  ['a text', 'Monday', false],
])('reads %s', (_, week, isWeek) => {
  expect(isBusinessWeek(week)).toBe(isWeek);
});
