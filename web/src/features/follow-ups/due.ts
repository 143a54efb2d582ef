import { isWaiting } from '@ringwell/domain/follow-ups/follow-up';
import { countDaysApart } from '@ringwell/domain/time';

import type { FollowUp } from '../../api/types';
import { formatDateTime, formatTime, getPageTimeZone, formatWeekdayTime, plural } from '../../lib/format/format';
import { isSnoozed } from './follow-up-filters';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNAMBIGUOUS_WEEKDAY_MS = 6 * DAY_MS;
const SOON_MS = HOUR_MS;

export interface DueStatus {
  urgency: 'overdue' | 'soon' | 'later' | 'snoozed' | 'closed';
  /** Text such as `Due in 42 min`. */
  text: string;
}

type DueFields = Pick<FollowUp, 'state' | 'dueAt' | 'isPromisedTime' | 'snoozedUntil' | 'closedAt'>;

/** Describes when to call a customer. The text stays accurate for half a minute. */
export function dueStatus(followUp: DueFields, now: Date): DueStatus {
  const { state, dueAt, isPromisedTime, snoozedUntil, closedAt } = followUp;
  if (!isWaiting(state))
    return { urgency: 'closed', text: closedAt === null ? 'Closed' : `Closed ${clockTime(closedAt, now)}` };
  if (snoozedUntil !== null && isSnoozed(followUp, now))
    return { urgency: 'snoozed', text: snoozedText(snoozedUntil, now) };
  const dueInMs = Date.parse(dueAt) - now.getTime();
  if (dueInMs < 0) {
    const promise = isPromisedTime ? `, promised by ${clockTime(dueAt, now)}` : '';
    return { urgency: 'overdue', text: `${formatSpan(-dueInMs)} overdue${promise}` };
  }
  const urgency = dueInMs < SOON_MS ? 'soon' : 'later';
  return { urgency, text: isPromisedTime ? `Promised by ${clockTime(dueAt, now)}` : `Due in ${formatSpan(dueInMs)}` };
}

/** Returns a time such as `5:00 PM` for today, `Fri 5:00 PM` within a few days, or with the date if further away. */
export function clockTime(iso: string, now: Date): string {
  if (countDaysApart(new Date(iso), now, getPageTimeZone()) === 0) return formatTime(new Date(iso));
  const isNear = Math.abs(Date.parse(iso) - now.getTime()) < UNAMBIGUOUS_WEEKDAY_MS;
  return isNear ? formatWeekdayTime(iso) : formatDateTime(iso);
}

/** Text such as `Snoozed until Fri 5:00 PM`. */
export function snoozedText(until: string, now: Date): string {
  return `Snoozed until ${clockTime(until, now)}`;
}

function formatSpan(ms: number): string {
  if (ms < MINUTE_MS) return '1 min';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return plural(Math.floor(ms / DAY_MS), 'day');
}

const ORDINALS = ['Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth'];

/** Text such as `Third call in 5 days`. Null for a single call, or if the customer is no longer waiting. */
export function callsText({ callCount, firstCalledAt, closedAt }: RepeatCallFields, now: Date): string | null {
  if (callCount < 2 || closedAt !== null) return null;
  const ordinal = ORDINALS[callCount - 2];
  const calls = ordinal === undefined ? plural(callCount, 'call') : `${ordinal} call`;
  if (firstCalledAt === null) return calls;
  const days = Math.ceil((now.getTime() - Date.parse(firstCalledAt)) / DAY_MS);
  return days <= 1 ? `${calls} in a day` : `${calls} in ${plural(days, 'day')}`;
}

type RepeatCallFields = Pick<FollowUp, 'callCount' | 'firstCalledAt' | 'closedAt'>;

/** Text such as `No answer (2 tries)`, counted since the customer's last call. */
export function triesText(tries: number): string {
  return tries === 1 ? 'No answer' : `No answer (${tries} tries)`;
}
