import { usHolidays } from './us-holidays';

it.each([
  [2026, ['2026-01-01', '2026-05-25', '2026-07-04', '2026-09-07', '2026-11-26', '2026-12-25']],
  [2027, ['2027-01-01', '2027-05-31', '2027-07-04', '2027-09-06', '2027-11-25', '2027-12-25']],
])('finds the holidays in %i', (year, days) => expect(usHolidays(year)).toEqual(days));
