import { setTimeZoneSource } from '../../lib/format';
import { snoozeChoices } from './snooze-times';

beforeAll(() => setTimeZoneSource(() => 'America/New_York'));
afterAll(() => setTimeZoneSource(() => undefined));

const timesAt = (now: string): Record<string, string> =>
  Object.fromEntries(snoozeChoices(new Date(now)).map(({ label, until }) => [label, until]));

it('offers the usual times in the time zone of the account', () => {
  // A Tuesday, 10:00 AM in New York.
  expect(timesAt('2026-03-31T14:00:00.000Z')).toEqual({
    'In 1 hour': '2026-03-31T15:00:00.000Z',
    'This afternoon': '2026-03-31T18:00:00.000Z',
    'Tomorrow morning': '2026-04-01T12:00:00.000Z',
    'Next Monday': '2026-04-06T12:00:00.000Z',
  });
});

it('leaves out what is not later than the choices before it, and means the day where the account is', () => {
  // A Sunday, 10:00 PM in New York, which is Monday in UTC.
  expect(timesAt('2026-04-06T02:00:00.000Z')).toEqual({
    'In 1 hour': '2026-04-06T03:00:00.000Z',
    'Tomorrow morning': '2026-04-06T12:00:00.000Z',
  });
});

it('means the Monday of next week on a Monday, and eight in the morning when the clocks have changed', () => {
  // A Monday, 9:00 AM in New York; daylight saving time begins on Sunday, March 8.
  expect(timesAt('2026-03-02T14:00:00.000Z')['Next Monday']).toBe('2026-03-09T12:00:00.000Z');
});
