import { casual, type ParsedResult, type Parser } from 'chrono-node';
import { DateTime } from 'luxon';

import { nextOpenSpan, openSpanOn, type BusinessHours } from './business-hours';
import { readableTimes } from './spoken-times';

/** Later promises are slips of the recognizer. */
const LONGEST_PROMISE_DAYS = 366;

/**
 * When a promise made on the phone is due, such as "tomorrow before noon", "by Friday" or "within the hour": the latest
 * time that keeps it and at which the office is open, or else the next opening.
 * @param at when it was made
 * @returns null when the words name no time
 */
export function promisedTime(words: string, at: Date, hours: BusinessHours): Date | null {
  const made = DateTime.fromJSDate(at, { zone: hours.timeZone });
  const text = readableTimes(words.toLowerCase());
  const named = CHRONO.parse(text, { instant: at, timezone: made.offset }, { forwardDate: true });
  const times = named.map((result) => latest(result, text, made, hours)).filter((time) => time > made);
  const due = DateTime.max(...times);
  if (due === undefined) return null;
  return due.diff(made, 'days').days > LONGEST_PROMISE_DAYS ? null : whileOpen(due, made, hours).toJSDate();
}

/** The latest time that a named time can mean. */
function latest(result: ParsedResult, text: string, made: DateTime, hours: BusinessHours): DateTime {
  const tags = result.tags();
  if (tags.has('result/relativeDateAndTime')) return DateTime.fromJSDate(result.date(), { zone: made.zone });
  const { start } = result;
  const day = made.set({
    year: start.get('year') ?? undefined,
    month: start.get('month') ?? undefined,
    day: start.get('day') ?? undefined,
  });
  if (start.isCertain('hour')) {
    const [hour, minute] = [start.get('hour') ?? 0, start.get('minute') ?? 0];
    if (start.isCertain('meridiem') || hour > 12) return day.set({ hour, minute, second: 0, millisecond: 0 });
    const days = start.isCertain('day') || start.isCertain('weekday') ? [day] : [made, made.plus({ days: 1 })];
    return clockTime(days, hour % 12, minute, made, hours);
  }
  if (tags.has('casualReference/noon') || tags.has('casualReference/morning'))
    return day.set({ hour: 12, minute: 0, second: 0, millisecond: 0 });
  const isDeadlineBefore = /\bbefore (?:the )?$/.test(text.slice(0, result.index));
  return (isDeadlineBefore ? day.minus({ days: 1 }) : day).endOf('day');
}

/** A time of a 12-hour clock means the half of the day in which the office is open, and what is still to come. */
function clockTime(days: DateTime[], hour: number, minute: number, made: DateTime, hours: BusinessHours): DateTime {
  const candidates = days
    .flatMap((day) => [hour, hour + 12].map((each) => day.set({ hour: each, minute, second: 0, millisecond: 0 })))
    .filter((time) => time > made);
  const inHours = candidates.find((time) => {
    const span = openSpanOn(time, hours);
    return span !== null && span.opens <= time && time <= span.closes;
  });
  return inHours ?? candidates.find((time) => time.hour >= 7) ?? made;
}

function whileOpen(due: DateTime, made: DateTime, hours: BusinessHours): DateTime {
  for (let day = due; day >= made.startOf('day'); day = day.minus({ days: 1 }).endOf('day')) {
    const span = openSpanOn(day, hours);
    if (!span || span.opens > due) continue;
    const last = span.closes < due ? span.closes : due;
    if (last > made) return last;
  }
  return nextOpenSpan(made, hours).opens > made ? nextOpenSpan(made, hours).opens : made;
}

// "the 3rd": the next day with this number.
const DAY_OF_MONTH: Parser = {
  pattern: () => /\bthe (3[01]|[12]?\d)(?:st|nd|rd|th)\b/,
  extract: ({ reference }, match) => {
    const today = DateTime.fromJSDate(reference.getDateWithAdjustedTimezone());
    const number = Number(match[1]);
    for (let months = 0; months <= 2; months += 1) {
      const day = today.startOf('month').plus({ months }).set({ day: number });
      if (day.day === number && day >= today.startOf('day')) return { year: day.year, month: day.month, day: day.day };
    }
    return null;
  },
};

// "next week": up to its Friday, "early next week": up to its Tuesday.
const NEXT_WEEK: Parser = {
  pattern: () => /\b(?:(early|beginning of|start of) )?next week\b/,
  extract: ({ reference }, match) => {
    const monday = DateTime.fromJSDate(reference.getDateWithAdjustedTimezone()).startOf('week').plus({ weeks: 1 });
    const { year, month, day } = monday.plus({ days: match[1] === undefined ? 4 : 1 });
    return { year, month, day };
  },
};

const CHRONO = casual.clone();
// First, because of two that read the same words, chrono believes the first.
CHRONO.parsers.unshift(DAY_OF_MONTH, NEXT_WEEK);
