import { plural } from '@ringwell/domain/text/plural';
import { countDaysApart, formatDuration, formatTime as formatTimeIn } from '@ringwell/domain/time';

import type { User } from '../../api/types';

export { formatDuration, plural };

const LOCALE = 'en-US';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const numberFormat = new Intl.NumberFormat(LOCALE);
const decimalFormat = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const moneyFormat = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });
const dollarFormat = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const utcDateFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

let getAccountTimeZone: () => string | null | undefined = () => undefined;

/** @param getTimeZone returns the time zone of the account that the page shows, if the account has one */
export function setTimeZoneSource(getTimeZone: () => string | null | undefined): void {
  getAccountTimeZone = getTimeZone;
}

export function getBrowserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The time zone for all times on the page. Defaults to the browser's for visitors and accounts without one. */
export const getPageTimeZone = (): string => getAccountTimeZone() ?? getBrowserTimeZone();

/** Rounds to a whole number, such as 1,235. */
export const formatNumber = (value: number): string => numberFormat.format(Math.round(value));

/** Formats minutes with one decimal, such as 1,234.5. */
export const formatMinutes = (minutes: number): string => decimalFormat.format(minutes);

/** Formats 9900 as $99, and 9950 as $99.50. */
export const formatCents = (cents: number): string =>
  (cents % 100 === 0 ? dollarFormat : moneyFormat).format(cents / 100);

/** Formats 0.914 as 91%. */
export const formatPercent = (fraction: number): string => `${Math.round(fraction * 100)}%`;

export const formatSeconds = (seconds: number): string => `${decimalFormat.format(seconds)} s`;

export const formatMegabytes = (bytes: number): string => `${decimalFormat.format(bytes / 1_048_576)} MB`;

/** Formats the size of a model in decimal units, such as 482 MB or 2.5 GB. */
export const formatModelSize = (bytes: number): string =>
  bytes < 999_500_000 ? `${formatNumber(bytes / 1_000_000)} MB` : `${decimalFormat.format(bytes / 1_000_000_000)} GB`;

/** Formats a date as Nov 20, 2026. Returns N/A if there is none. */
export const formatDate = (iso: string | null | undefined): string =>
  iso ? formatTimeIn(new Date(iso), getPageTimeZone(), 'date') : 'N/A';
/** Formats a UTC date or time from the API, such as 2026-11-20, as Nov 20, 2026. */
export const formatUtcDay = (day: string): string => utcDateFormat.format(new Date(day));
/** Formats a time as Tue, Mar 31, 10:12 AM EDT. Adds the year unless it is the current one. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  const isThisYear =
    formatTimeIn(date, getPageTimeZone(), 'year') === formatTimeIn(new Date(), getPageTimeZone(), 'year');
  return formatTimeIn(date, getPageTimeZone(), isThisYear ? 'dateTime' : 'fullDateTime');
}
/** Formats a time this week as Tue 10:12 AM. */
export const formatWeekdayTime = (iso: string): string => formatTimeIn(new Date(iso), getPageTimeZone(), 'weekdayTime');
export const formatTime = (at: Date): string => formatTimeIn(at, getPageTimeZone(), 'time');

/** Formats a duration for screen readers, as 4 minutes 7 seconds. */
export function spokenDuration(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const [minutes, remainingSeconds] = [Math.floor(wholeSeconds / 60), wholeSeconds % 60];
  const parts = [
    minutes > 0 && plural(minutes, 'minute'),
    (remainingSeconds > 0 || minutes === 0) && plural(remainingSeconds, 'second'),
  ];
  return parts.filter(Boolean).join(' ');
}

/** Returns text such as "Just now", "5 minutes ago" or "2 days ago". Days are calendar days, as in list filters. */
export function formatRelative(iso: string, now: Date): string {
  const elapsedMs = now.getTime() - new Date(iso).getTime();
  if (elapsedMs < MINUTE_MS) return 'Just now';
  if (elapsedMs < HOUR_MS) return `${plural(Math.floor(elapsedMs / MINUTE_MS), 'minute')} ago`;
  if (elapsedMs < DAY_MS) return `${plural(Math.floor(elapsedMs / HOUR_MS), 'hour')} ago`;
  return `${plural(countDaysApart(new Date(iso), now, getPageTimeZone()), 'day')} ago`;
}

type NamedUser = Partial<Pick<User, 'firstName' | 'lastName' | 'email'>>;

export function displayName({ firstName, lastName, email }: NamedUser): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email || 'User';
}

/** The names' initials, or the first letter of the email address, or U. */
export function getInitials({ firstName, lastName, email }: NamedUser): string {
  const letters = [firstName, lastName].map((name) => [...(name ?? '').trim().normalize('NFC')][0] ?? '').join('');
  return (letters || email?.charAt(0) || 'U').toUpperCase();
}
