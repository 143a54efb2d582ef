import { plural } from '../text/plural';
import { countDaysApart, formatTime } from '../time';
import { isWaiting, type FollowUpState } from './follow-up';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats a due time: `3:30 PM EDT today`, `9:00 AM EDT tomorrow`, or `Tue, Mar 31, 10:12 AM EDT`. */
export function formatDueTime(dueAt: Date, now: Date, timeZone: string): string {
  const time = formatTime(dueAt, timeZone, 'timeWithZone');
  const days = countDaysApart(now, dueAt, timeZone);
  if (days === 0) return `${time} today`;
  if (days === 1) return `${time} tomorrow`;
  return formatTime(dueAt, timeZone, 'dateTime');
}

/** Formats a delay, rounded down: `12 minutes`, `30 hours`, `2 days`. Never less than `1 minute`. */
export function formatDelay(ms: number): string {
  if (ms >= 2 * DAY_MS) return plural(Math.floor(ms / DAY_MS), 'day');
  if (ms >= HOUR_MS) return plural(Math.floor(ms / HOUR_MS), 'hour');
  return plural(Math.max(Math.floor(ms / MINUTE_MS), 1), 'minute');
}

interface DueFollowUp {
  state: FollowUpState;
  dueAt: Date;
  isPromisedTime: boolean;
  snoozedUntil: Date | null;
  calledBackAt: Date | null;
}

/** Returns the follow-up's line in the alert about its call, or null if there's nothing to add. */
export function describeDue(
  { state, dueAt, isPromisedTime, snoozedUntil, calledBackAt }: DueFollowUp,
  now: Date,
  timeZone: string,
  format: typeof formatDueTime = formatDueTime,
): string | null {
  if (!isWaiting(state)) return calledBackAt === null ? null : 'Already called back';
  if (snoozedUntil !== null) return `Snoozed until ${format(snoozedUntil, now, timeZone)}`;
  const dueTime = format(dueAt, now, timeZone);
  if (dueAt < now) return `Overdue: callback was due by ${dueTime}`;
  return isPromisedTime ? `Call back by ${dueTime}, as promised` : `Call back by ${dueTime}`;
}
