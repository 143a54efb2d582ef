import { DateTime } from 'luxon';

import type { BusinessWeek } from '@ringwell/domain/accounts/business-week';

/** When an office is open. Times are HH:MM in the time zone. */
export interface BusinessHours {
  timeZone: string;
  /** At least one day is open and closes later than it opens. */
  week: BusinessWeek;
  /** Days when the office is closed, as YYYY-MM-DD. */
  holidays: readonly string[];
}

export interface OpenSpan {
  opens: DateTime;
  closes: DateTime;
}

// Longer than any office stays closed. Limits the search if every day is a holiday.
const MAX_DAYS = 400;

/** Returns the office's hours on this day, or null if it stays closed. */
export function findOpenSpan(day: DateTime, { timeZone, week, holidays }: BusinessHours): OpenSpan | null {
  const local = day.setZone(timeZone).startOf('day');
  const hours = week[local.weekday - 1];
  if (!hours || holidays.includes(local.toISODate() ?? '')) return null;
  return { opens: atTime(local, hours.from), closes: atTime(local, hours.until) };
}

/** Returns the first open span that ends after this time, today or on a later day. */
export function findNextOpenSpan(after: DateTime, hours: BusinessHours): OpenSpan {
  const today = after.setZone(hours.timeZone).startOf('day');
  for (let days = 0; days <= MAX_DAYS; days += 1) {
    const span = findOpenSpan(today.plus({ days }), hours);
    if (span && span.closes > after) return span;
  }
  throw new RangeError(`The office isn't open on any of the next ${MAX_DAYS} days.`);
}

/** An office's day. Calls after closing time belong to the next one. */
export interface OfficeDay {
  /** When the office last closed before this day. */
  start: Date;
  midnight: Date;
  /** The next midnight. */
  end: Date;
  /** Null on days when the office stays closed. */
  opens: Date | null;
  closes: Date | null;
}

export function getOfficeDay(time: Date, hours: BusinessHours): OfficeDay {
  const today = DateTime.fromJSDate(time, { zone: hours.timeZone }).startOf('day');
  const span = findOpenSpan(today, hours);
  return {
    start: findLastClosing(today, hours).toJSDate(),
    midnight: today.toJSDate(),
    end: today.plus({ days: 1 }).toJSDate(),
    opens: span?.opens.toJSDate() ?? null,
    closes: span?.closes.toJSDate() ?? null,
  };
}

function findLastClosing(day: DateTime, hours: BusinessHours): DateTime {
  for (let days = 1; days <= MAX_DAYS; days += 1) {
    const span = findOpenSpan(day.minus({ days }), hours);
    if (span) return span.closes;
  }
  return day;
}

/** Adds minutes, counting only time while the office is open. */
export function addBusinessMinutes(start: Date, minutes: number, hours: BusinessHours): Date {
  let remainingMs = minutes * 60_000;
  let time: DateTime = DateTime.fromJSDate(start, { zone: hours.timeZone });
  for (;;) {
    const { opens, closes } = findNextOpenSpan(time, hours);
    const beginsAt = opens > time ? opens : time;
    const openMs = closes.toMillis() - beginsAt.toMillis();
    if (remainingMs <= openMs) return new Date(beginsAt.toMillis() + remainingMs);
    remainingMs -= openMs;
    time = closes;
  }
}

/** Returns the closing time on the office's next open day after this day. */
export function endOfNextBusinessDay(start: Date, hours: BusinessHours): Date {
  const tomorrow = DateTime.fromJSDate(start, { zone: hours.timeZone }).startOf('day').plus({ days: 1 });
  return findNextOpenSpan(tomorrow, hours).closes.toJSDate();
}

function atTime(day: DateTime, time: string): DateTime {
  const [hour, minute] = time.split(':').map(Number);
  return day.set({ hour, minute });
}
