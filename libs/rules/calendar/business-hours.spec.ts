import { DateTime } from 'luxon';

import { findPromisedTime } from '../follow-ups/promised-time';
import { addBusinessMinutes, endOfNextBusinessDay, type BusinessHours } from './business-hours';

const OPEN = { from: '08:00', until: '17:00' };
const SATURDAY = { from: '09:00', until: '12:30' };
const HOURS: BusinessHours = {
  timeZone: 'America/New_York',
  week: [OPEN, OPEN, OPEN, OPEN, OPEN, SATURDAY, null],
  holidays: ['2026-05-25', '2026-12-25'],
};
const parseTime = (text: string, zone = HOURS.timeZone): Date => DateTime.fromISO(text, { zone }).toJSDate();

describe('addBusinessMinutes', () => {
  it.each([
    ['within a day', '2026-04-01T10:00', 60, '2026-04-01T11:00'],
    ['up to closing time', '2026-04-01T16:00', 60, '2026-04-01T17:00'],
    ['overnight', '2026-04-01T16:30', 60, '2026-04-02T08:30'],
    ['from a call before opening', '2026-04-01T06:00', 60, '2026-04-01T09:00'],
    ['from a call at night', '2026-04-01T22:00', 60, '2026-04-02T09:00'],
    ['over a weekend', '2026-04-04T12:00', 60, '2026-04-06T08:30'],
    ['over a weekend when the clocks go forward', '2026-03-07T12:00', 60, '2026-03-09T08:30'],
    ['over a holiday', '2026-05-23T12:00', 60, '2026-05-26T08:30'],
    ['over several days', '2026-04-01T08:00', 2 * 9 * 60, '2026-04-02T17:00'],
  ])('adds minutes %s', (_case, start, minutes, due) => {
    expect(addBusinessMinutes(parseTime(start), minutes, HOURS)).toEqual(parseTime(due));
  });

  it('skips holidays at the end of the week', () => {
    expect(endOfNextBusinessDay(parseTime('2026-05-22T18:00'), HOURS)).toEqual(parseTime('2026-05-23T12:30'));
    expect(endOfNextBusinessDay(parseTime('2026-05-23T18:00'), HOURS)).toEqual(parseTime('2026-05-26T17:00'));
  });
});

describe('due times on 2,000 days', () => {
  // Seeded, so that failures are reproducible.
  let state = 20_260_401;
  const random = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % limit;
  };
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const ZONES = [
    'America/New_York',
    'America/Los_Angeles',
    'America/Phoenix',
    'America/St_Johns',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'UTC',
  ];
  const PROMISES = [
    'tomorrow before noon',
    'by Friday',
    'within the hour',
    'by 3',
    'tonight',
    'first thing in the morning',
    'next week',
    'on the 29th',
    'in 45 minutes',
    'Sunday morning',
    'at 2:30',
  ];

  const CLOCKS = new Map(
    ZONES.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
    ]),
  );
  // Checks the wall clock time, independently of the code under test.
  const isOpenAt = (time: Date, { timeZone, week, holidays }: BusinessHours): boolean => {
    const [date = '', clock = ''] = CLOCKS.get(timeZone)?.format(time).split(' ') ?? [];
    const span = week[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];
    return !!span && !holidays.includes(date) && `${span.from}:00` <= clock && clock <= `${span.until}:00`;
  };

  it('are always during office hours, and never before the call', () => {
    const mismatches: string[] = [];
    for (let day = 0; day < 2_000; day += 1) {
      const timeZone = pick(ZONES);
      const start = DateTime.fromISO('2024-01-01', { zone: timeZone })
        .plus({ days: day })
        .plus({ minutes: random(1_440) });
      const holidays = [start.plus({ days: random(4) }), start.set({ month: 12, day: 25 })].map(
        (date) => date.toISODate() ?? '',
      );
      const hours: BusinessHours = {
        timeZone,
        week: [OPEN, OPEN, OPEN, OPEN, OPEN, pick([SATURDAY, null]), pick([SATURDAY, null])], // clocks change on Sunday
        holidays,
      };
      const promise = pick(PROMISES);
      const call = start.toJSDate();
      for (const dueAt of [
        addBusinessMinutes(call, 1 + random(600), hours),
        endOfNextBusinessDay(call, hours),
        findPromisedTime(promise, call, hours),
      ]) {
        if (dueAt === null) continue;
        if (dueAt < call || !isOpenAt(dueAt, hours))
          mismatches.push(`${start.toISO() ?? ''} ${timeZone} ${promise}: ${dueAt.toISOString()}`);
      }
    }
    expect(mismatches).toEqual([]);
  });
});
