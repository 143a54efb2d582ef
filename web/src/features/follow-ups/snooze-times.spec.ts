import type { OpenDay } from '../../api/types';
import { setTimeZoneSource } from '../../lib/format/format';
import { fromLocalInput } from '../../lib/format/local-time';
import { snoozeChoices } from './snooze-times';

beforeAll(() => setTimeZoneSource(() => 'America/New_York'));
afterAll(() => setTimeZoneSource(() => undefined));

const makeOpenDays = (...days: string[]): OpenDay[] =>
  days.map((day) => ({
    opensAt: fromLocalInput(`${day}T08:00`) ?? '',
    closesAt: fromLocalInput(`${day}T17:00`) ?? '',
  }));
const getSnoozeTimes = (now: string, openDays: OpenDay[]): Record<string, string> =>
  Object.fromEntries(snoozeChoices(new Date(now), openDays).map(({ label, until }) => [label, until]));

it("offers the usual times in the account's time zone", () => {
  // A Tuesday, 10:00 AM in New York.
  expect(getSnoozeTimes('2026-03-31T14:00:00.000Z', makeOpenDays('2026-03-31', '2026-04-01', '2026-04-06'))).toEqual({
    'In 1 hour': '2026-03-31T15:00:00.000Z',
    'This afternoon': '2026-03-31T18:00:00.000Z',
    'Tomorrow morning': '2026-04-01T12:00:00.000Z',
    'Next Monday': '2026-04-06T12:00:00.000Z',
  });
});

it("omits choices no later than the previous one, and uses the day in the account's time zone", () => {
  // A Sunday, 10:00 PM in New York, which is Monday in UTC.
  expect(getSnoozeTimes('2026-04-06T02:00:00.000Z', makeOpenDays('2026-04-06', '2026-04-07'))).toEqual({
    'In 1 hour': '2026-04-06T03:00:00.000Z',
    'Tomorrow morning': '2026-04-06T12:00:00.000Z',
  });
});

it('offers the following Monday on a Monday, and the opening time after the clocks change', () => {
  // A Monday, 9:00 AM in New York; daylight saving time begins on Sunday, March 8.
  const { 'Next Monday': monday } = getSnoozeTimes(
    '2026-03-02T14:00:00.000Z',
    makeOpenDays('2026-03-02', '2026-03-03', '2026-03-09'),
  );
  expect(monday).toBe('2026-03-09T12:00:00.000Z');
});

it('never offers a closed day', () => {
  // A Thursday, 11:00 AM in New York. The office is closed today, on Friday, on the weekend and on Monday.
  expect(getSnoozeTimes('2026-12-24T16:00:00.000Z', makeOpenDays('2026-12-29', '2026-12-30'))).toEqual({
    'In 1 hour': '2026-12-24T17:00:00.000Z',
    'Tuesday morning': '2026-12-29T13:00:00.000Z',
  });
});
