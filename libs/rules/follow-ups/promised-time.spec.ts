import { DateTime } from 'luxon';

import type { BusinessHours } from '../calendar/business-hours';
import { findPromisedTime } from './promised-time';

const NEW_YORK = 'America/New_York';
const OPEN = { from: '08:00', until: '17:00' };
const HOURS: BusinessHours = {
  timeZone: NEW_YORK,
  week: [OPEN, OPEN, OPEN, OPEN, OPEN, null, null],
  holidays: ['2026-04-06'],
};
const PROMISED_AT = DateTime.fromISO('2026-04-01T10:12', { zone: NEW_YORK }); // a Wednesday

const findDueTime = (promise: string, promisedAt = PROMISED_AT): string | null => {
  const time = findPromisedTime(promise, promisedAt.toJSDate(), HOURS);
  return time && DateTime.fromJSDate(time, { zone: NEW_YORK }).toFormat('ccc d HH:mm');
};

describe('findPromisedTime', () => {
  it.each([
    ['tomorrow before noon', 'Thu 2 12:00'],
    ["he's out today, I'll have him call you tomorrow", 'Thu 2 17:00'],
    ['call you right back', 'Wed 1 11:12'],
    ['have him call you about a day', null],
    ['email you the day', null],
    ['email you a quote in a day or two', 'Fri 3 17:00'],
    ['by Friday', 'Fri 3 17:00'],
    ['within the hour', 'Wed 1 11:12'],
    ['this afternoon', 'Wed 1 17:00'],
    ['by the end of the day', 'Wed 1 17:00'],
    ['end of business day tomorrow', 'Thu 2 17:00'],
    ['first thing in the morning', 'Thu 2 09:00'],
    ['first thing tomorrow morning', 'Thu 2 09:00'],
    ['first thing Tuesday', 'Tue 7 09:00'],
    ['in 20 minutes', 'Wed 1 10:32'],
    ['in twenty-five minutes', 'Wed 1 10:37'],
    ['in the next fifteen minutes', 'Wed 1 10:27'],
    ['in a couple of hours', 'Wed 1 12:12'],
    ['in an hour or two', 'Wed 1 12:12'],
    ['in two to three hours', 'Wed 1 13:12'],
    ['in half an hour', 'Wed 1 10:42'],
    ['within 24 hours', 'Thu 2 10:12'],
    ['within the next two hours', 'Wed 1 12:12'],
    ['Tuesday morning', 'Tue 7 12:00'],
    ['Monday morning', 'Fri 3 17:00'],
    ['between 2 and 4', 'Wed 1 16:00'],
    ['Thursday between eight and ten', 'Thu 2 10:00'],
    ['tomorrow from 1 to 3 pm', 'Thu 2 15:00'],
    ['by 3', 'Wed 1 15:00'],
    ['at 5:30', 'Wed 1 17:00'],
    ['around two thirty', 'Wed 1 14:30'],
    ['at half past two', 'Wed 1 14:30'],
    ['at a quarter to four', 'Wed 1 15:45'],
    ["by five o'clock", 'Wed 1 17:00'],
    ['before 5 pm', 'Wed 1 17:00'],
    ['at ten am', 'Thu 2 10:00'],
    ['tomorrow at nine', 'Thu 2 09:00'],
    ['at nine tomorrow', 'Thu 2 09:00'],
    ['by noon', 'Wed 1 12:00'],
    ['later today', 'Wed 1 17:00'],
    ['today', 'Wed 1 17:00'],
    ['tomorrow', 'Thu 2 17:00'],
    ['the day after tomorrow', 'Fri 3 17:00'],
    ['by tomorrow afternoon at the latest', 'Thu 2 17:00'],
    ['tonight', 'Wed 1 17:00'],
    ['this evening', 'Wed 1 17:00'],
    ['by the end of the week', 'Fri 3 17:00'],
    ['this week', 'Fri 3 17:00'],
    ['before the weekend', 'Fri 3 17:00'],
    ['next week', 'Fri 10 17:00'],
    ['early next week', 'Tue 7 17:00'],
    ['next Tuesday at 2', 'Tue 7 14:00'],
    ['before Friday', 'Thu 2 17:00'],
    ['on Friday the 10th', 'Fri 10 17:00'],
    ['on the 3rd', 'Fri 3 17:00'],
    ['April 9th', 'Thu 9 17:00'],
    ['April 9th at 11', 'Thu 9 11:00'],
    ['a week from today', 'Wed 8 17:00'],
    ['Thursday or Friday', 'Fri 3 17:00'],
    ['in the next day or two', 'Fri 3 17:00'],
    ['in one to two business days', 'Fri 3 17:00'],
    ['within 3-5 business days', 'Wed 8 17:00'],
    ['in three working days', 'Fri 3 17:00'],
    ['a week from Tuesday', 'Tue 14 17:00'],
    ['two weeks from Friday', 'Fri 17 17:00'],
    ['by the ninth', 'Thu 9 17:00'],
    ['on the twenty-third', 'Thu 23 17:00'],
    ['on the second visit', null],
    ['by 4/9', 'Thu 9 17:00'],
    ['by midnight', 'Wed 1 17:00'],
    ['by the end of the month', 'Thu 30 17:00'],
    ['in a few minutes', 'Wed 1 10:15'],
    ['on Saturday', 'Fri 3 17:00'],
    ['by close of business', 'Wed 1 17:00'],
    ['we will call you back at 4 this afternoon', 'Wed 1 16:00'],
    ['he can be there Thursday at 8 am', 'Thu 2 08:00'],
    ['send the invoice from March 3rd by Friday', 'Fri 3 17:00'],
    ['call you back today about the december invoice', 'Wed 1 17:00'],
    ['call back tomorrow about the appointment on May 5th', 'Thu 2 17:00'],
    ['cancel the 1 year membership tomorrow', 'Thu 2 17:00'],
    ['within the hour about the install next week', 'Wed 1 11:12'],
    ['the inspection on June 9th', null],
    ['as soon as possible', null],
    ['when the part arrives', null],
    ['we will call you back', null],
  ])('resolves "%s" to %s', (promise, time) => expect(findDueTime(promise)).toBe(time));

  it.each([
    ['2026-04-13T22:30', 'the day after tomorrow', 'Wed 15 17:00'],
    ['2026-04-13T12:00', 'first thing Monday morning', 'Mon 20 09:00'],
  ])("counts from %s in the account's time zone, regardless of the machine's: %s", (promisedAt, promise, time) => {
    expect(findDueTime(promise, DateTime.fromISO(promisedAt, { zone: NEW_YORK }))).toBe(time);
  });
});
