import { quietHoursEnd } from './quiet-hours';

const NIGHT = { from: '21:00', until: '07:00' };
const NOON = { from: '12:00', until: '13:30' };
const NEW_YORK = 'America/New_York';

describe('quietHoursEnd', () => {
  it.each([
    ['before the night', '2026-03-31T20:59:59', NIGHT, null],
    ['as the night begins', '2026-03-31T21:00:00', NIGHT, '2026-04-01T07:00:00-04:00'],
    ['after midnight', '2026-04-01T00:30:00', NIGHT, '2026-04-01T07:00:00-04:00'],
    ['in the last minute', '2026-04-01T06:59:59', NIGHT, '2026-04-01T07:00:00-04:00'],
    ['as the night ends', '2026-04-01T07:00:00', NIGHT, null],
    ['at the end of a year', '2026-12-31T23:00:00', NIGHT, '2027-01-01T07:00:00-05:00'],
    ['at noon', '2026-04-01T12:30:00', NOON, '2026-04-01T13:30:00-04:00'],
    ['in the afternoon', '2026-04-01T13:30:00', NOON, null],
    ['in the night when clocks go forward', '2026-03-07T23:00:00', NIGHT, '2026-03-08T07:00:00-04:00'],
    ['in the night when clocks go back', '2026-10-31T23:00:00', NIGHT, '2026-11-01T07:00:00-05:00'],
    [
      'until a time that does not exist that day',
      '2026-03-08T01:00:00',
      { from: '00:00', until: '02:30' },
      '2026-03-08T03:30:00-04:00',
    ],
  ])('returns when quiet hours end, if they apply: %s', (_case, local, hours, end) => {
    const offset = local < '2026-03-08T02' || local > '2026-11-01T02' ? '-05:00' : '-04:00';
    expect(quietHoursEnd(new Date(`${local}${offset}`), hours, NEW_YORK)).toEqual(end === null ? null : new Date(end));
  });
});
