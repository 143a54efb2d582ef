import { plural } from '@ringwell/domain/text/plural';
import { formatTime as formatTimeIn } from '@ringwell/domain/time';

export { plural };

const LOCALE = 'en-US';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const number = new Intl.NumberFormat(LOCALE);
const decimal = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const money = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });
const wholeMoney = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const utcDate = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

let getAccountTimeZone: () => string | null | undefined = () => undefined;

/** @param find returns the time zone of the account that the page shows, if the account has one */
export function setTimeZoneSource(find: () => string | null | undefined): void {
  getAccountTimeZone = find;
}

export function getBrowserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The time zone for all times on the page. Defaults to the browser's for visitors and accounts without one. */
export const getShownTimeZone = (): string => getAccountTimeZone() ?? getBrowserTimeZone();

/** 1234.5 → 1,235 */
export const formatNumber = (value: number): string => number.format(Math.round(value));

/** Minutes to one decimal: 1,234.5 */
export const formatMinutes = (minutes: number): string => decimal.format(minutes);

/** 9900 → $99; 9950 → $99.50 */
export const formatCents = (cents: number): string => (cents % 100 === 0 ? wholeMoney : money).format(cents / 100);

/** 0.914 → 91% */
export const formatPercent = (share: number): string => `${Math.round(share * 100)}%`;

export const formatSeconds = (seconds: number): string => `${decimal.format(seconds)} s`;

export const formatMegabytes = (bytes: number): string => `${decimal.format(bytes / 1_048_576)} MB`;

/** The size of a model, in decimal units: 482 MB, 2.5 GB */
export const formatModelSize = (bytes: number): string =>
  bytes < 999_500_000 ? `${formatNumber(bytes / 1_000_000)} MB` : `${decimal.format(bytes / 1_000_000_000)} GB`;

/** Nov 20, 2026, or N/A without a date. */
export const formatDate = (iso: string | null | undefined): string =>
  iso ? formatTimeIn(new Date(iso), getShownTimeZone(), 'date') : 'N/A';
/** A UTC date or time from the API, such as 2026-11-20, as Nov 20, 2026 */
export const formatUtcDay = (day: string): string => utcDate.format(new Date(day));
/** Tue, Mar 31, 10:12 AM EDT, with the year unless it is the current one */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  const isThisYear =
    formatTimeIn(date, getShownTimeZone(), 'year') === formatTimeIn(new Date(), getShownTimeZone(), 'year');
  return formatTimeIn(date, getShownTimeZone(), isThisYear ? 'dateTime' : 'fullDateTime');
}
/** Tue 10:12 AM, for times this week */
export const formatWeekdayTime = (iso: string): string =>
  formatTimeIn(new Date(iso), getShownTimeZone(), 'weekdayTime');
export const formatTime = (at: Date): string => formatTimeIn(at, getShownTimeZone(), 'time');

/** Duration of a recording or position in it, in whole seconds: 4:07, 1:02:03 */
export function formatDuration(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [
    Math.floor(wholeSeconds / 3_600),
    Math.floor((wholeSeconds % 3_600) / 60),
    wholeSeconds % 60,
  ];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** For screen readers: 4 minutes 7 seconds */
export function spokenDuration(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const [minutes, rest] = [Math.floor(wholeSeconds / 60), wholeSeconds % 60];
  const parts = [minutes > 0 && plural(minutes, 'minute'), (rest > 0 || minutes === 0) && plural(rest, 'second')];
  return parts.filter(Boolean).join(' ');
}

/** Just now, 5 minutes ago, 3 hours ago, 2 days ago. Days are calendar days, as in list filters. */
export function formatRelative(iso: string, now: Date): string {
  const passedMs = now.getTime() - new Date(iso).getTime();
  if (passedMs < MINUTE_MS) return 'Just now';
  if (passedMs < HOUR_MS) return `${plural(Math.floor(passedMs / MINUTE_MS), 'minute')} ago`;
  if (passedMs < DAY_MS) return `${plural(Math.floor(passedMs / HOUR_MS), 'hour')} ago`;
  return `${plural(countDaysApart(new Date(iso), now), 'day')} ago`;
}

/** Number of calendar days between two times. */
export function countDaysApart(earlier: Date, later: Date): number {
  const toDayStart = (at: Date): number => Date.parse(`${formatTimeIn(at, getShownTimeZone(), 'date')} UTC`);
  return Math.round((toDayStart(later) - toDayStart(earlier)) / DAY_MS);
}

interface Named {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}

export function displayName({ firstName, lastName, email }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email || 'User';
}

/** The names' initials, or the first letter of the email address, or U. */
export function getInitials({ firstName, lastName, email }: Named): string {
  const letters = [firstName, lastName].map((name) => name?.trim().charAt(0) ?? '').join('');
  return (letters || email?.charAt(0) || 'U').toUpperCase();
}
