import { casual, type ParsedResult, type Parser } from 'chrono-node';
import { DateTime } from 'luxon';

import { findNextOpenSpan, findOpenSpan, type BusinessHours } from '../calendar/business-hours';
import { rewriteSpokenTimes } from './spoken-times';

const WEEKDAYS = ['mon', 'tues', 'wednes', 'thurs', 'fri', 'satur', 'sun'];

/** Later times aren't promises; they may be appointment dates. */
const MAX_PROMISE_DAYS = 31;

/** The quoted promise may be a whole turn. Reading the times in a much longer text takes seconds. */
const MAX_PROMISE_CHARS = 2_000;

/** Text between two times that form one promise, such as "Thursday or Friday". */
const JOINING_WORDS = /^\s*(?:,|-|or|and|to|till|until|through|(?:or|and) (?:at|by|on|maybe))\s*(?:the |at |by |on )?$/;

/**
 * Returns when a promise made on the phone, such as "tomorrow before noon", "by Friday" or "within the hour", is due:
 * the latest time within office hours at which it would still be kept, or else the next opening. If several are
 * mentioned, the earliest is used, because later times usually belong to the subject of the promise, such as an
 * appointment.
 * @param date when the promise was made
 * @returns null if the promise doesn't mention a time
 */
export function findPromisedTime(promise: string, date: Date, hours: BusinessHours): Date | null {
  const madeAt = DateTime.fromJSDate(date, { zone: hours.timeZone });
  const text = rewriteSpokenTimes(promise.slice(0, MAX_PROMISE_CHARS).toLowerCase());
  const mentions = CHRONO.parse(text, toSystemTime(madeAt), { forwardDate: true });
  const end = madeAt.plus({ days: MAX_PROMISE_DAYS });
  const times = resolveJoinedTimes(mentions, text, (result) => getLatestTime(result, text, madeAt, hours));
  const dueAt = DateTime.min(...times.filter((time) => time > madeAt && time <= end));
  return dueAt === undefined ? null : moveIntoOfficeHours(dueAt, madeAt, hours).toJSDate();
}

/** Returns the times, keeping only the last of any joined by words such as "or". */
function resolveJoinedTimes(
  mentions: readonly ParsedResult[],
  text: string,
  toTime: (result: ParsedResult) => DateTime,
): DateTime[] {
  return mentions.flatMap((result, index) => {
    const next = mentions[index + 1];
    const separator = next && text.slice(result.index + result.text.length, next.index);
    return separator !== undefined && JOINING_WORDS.test(separator) ? [] : [toTime(result)];
  });
}

/** Returns the latest time that a mentioned time can mean. */
function getLatestTime(result: ParsedResult, text: string, madeAt: DateTime, hours: BusinessHours): DateTime {
  const tags = result.tags();
  if (tags.has('result/relativeDateAndTime'))
    return madeAt.plus(result.date().getTime() - toSystemTime(madeAt).getTime());
  const { start } = result;
  const day = madeAt.set({
    year: start.get('year') ?? undefined,
    month: start.get('month') ?? undefined,
    day: start.get('day') ?? undefined,
  });
  if (start.isCertain('hour')) {
    const [hour, minute] = [start.get('hour') ?? 0, start.get('minute') ?? 0];
    if (start.isCertain('meridiem') || hour > 12) return day.set({ hour, minute, second: 0, millisecond: 0 });
    const days = start.isCertain('day') || start.isCertain('weekday') ? [day] : [madeAt, madeAt.plus({ days: 1 })];
    return resolveClockTime(days, hour % 12, minute, madeAt, hours);
  }
  if (tags.has('casualReference/noon') || tags.has('casualReference/morning'))
    return day.set({ hour: 12, minute: 0, second: 0, millisecond: 0 });
  const isDeadlineBefore = /\bbefore (?:the )?$/.test(text.slice(0, result.index));
  return (isDeadlineBefore ? day.minus({ days: 1 }) : day).endOf('day');
}

// chrono compares some times with those of this machine, even if it's given another time zone.
function toSystemTime(time: DateTime): Date {
  return time.setZone('system', { keepLocalTime: true }).toJSDate();
}

/** Resolves a 12-hour time to AM or PM, whichever is in the future and, if possible, within office hours. */
function resolveClockTime(
  days: DateTime[],
  hour: number,
  minute: number,
  madeAt: DateTime,
  hours: BusinessHours,
): DateTime {
  const candidates = days
    .flatMap((day) =>
      [hour, hour + 12].map((candidateHour) => day.set({ hour: candidateHour, minute, second: 0, millisecond: 0 })),
    )
    .filter((time) => time > madeAt);
  const officeTime = candidates.find((time) => {
    const span = findOpenSpan(time, hours);
    return span !== null && span.opens <= time && time <= span.closes;
  });
  return officeTime ?? candidates.find((time) => time.hour >= 7) ?? madeAt;
}

function moveIntoOfficeHours(dueAt: DateTime, madeAt: DateTime, hours: BusinessHours): DateTime {
  for (let day = dueAt; day >= madeAt.startOf('day'); day = day.minus({ days: 1 }).endOf('day')) {
    const span = findOpenSpan(day, hours);
    if (!span || span.opens > dueAt) continue;
    const last = span.closes < dueAt ? span.closes : dueAt;
    if (last > madeAt) return last;
  }
  return findNextOpenSpan(madeAt, hours).opens > madeAt ? findNextOpenSpan(madeAt, hours).opens : madeAt;
}

// "the 3rd": the next date with this day of the month.
const DAY_OF_MONTH: Parser = {
  pattern: () => /\bthe (3[01]|[12]?\d)(?:st|nd|rd|th)\b/,
  extract: ({ reference }, match) => {
    const today = DateTime.fromJSDate(reference.getDateWithAdjustedTimezone());
    const number = Number(match[1]);
    for (let months = 0; months <= 2; months += 1) {
      const day = today.startOf('month').plus({ months }).set({ day: number });
      if (day.day === number && day >= today.startOf('day')) return toDay(day);
    }
    return null;
  },
};

// "next week": up to its Friday, "early next week": up to its Tuesday.
const NEXT_WEEK: Parser = {
  pattern: () => /\b(?:(early|beginning of|start of) )?next week\b/,
  extract: ({ reference }, match) => {
    const monday = DateTime.fromJSDate(reference.getDateWithAdjustedTimezone()).startOf('week').plus({ weeks: 1 });
    return toDay(monday.plus({ days: match[1] === undefined ? 4 : 1 }));
  },
};

// "in 3 business days". Saturdays and Sundays don't count.
const BUSINESS_DAYS: Parser = {
  pattern: () => /\b(\d{1,2}) (?:business|working) days?\b/,
  extract: ({ reference }, match) => {
    let date = DateTime.fromJSDate(reference.getDateWithAdjustedTimezone());
    for (let days = Number(match[1]); days > 0; days -= date.weekday > 5 ? 0 : 1) date = date.plus({ days: 1 });
    return toDay(date);
  },
};

// "a week from Tuesday": a week after the next Tuesday.
const WEEKS_FROM_DAY: Parser = {
  pattern: () => /\b(an?|\d{1,2}) weeks? from (?:this |next )?(mon|tues|wednes|thurs|fri|satur|sun)day\b/,
  extract: ({ reference }, match) => {
    const today = DateTime.fromJSDate(reference.getDateWithAdjustedTimezone());
    const weekday = WEEKDAYS.indexOf(match[2] ?? '') + 1;
    return toDay(today.plus({ weeks: Number(match[1]) || 1, days: ((weekday - today.weekday + 6) % 7) + 1 }));
  },
};

function toDay({ year, month, day }: DateTime): { year: number; month: number; day: number } {
  return { year, month, day };
}

const CHRONO = casual.clone();
// If two parsers match the same words, chrono prefers the first.
CHRONO.parsers.unshift(DAY_OF_MONTH, NEXT_WEEK, BUSINESS_DAYS, WEEKS_FROM_DAY);
