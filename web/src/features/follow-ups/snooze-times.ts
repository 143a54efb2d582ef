import type { OpenDay } from '../../api/types';
import { fromLocalInput, toLocalInput } from '../../lib/format/local-time';
import { WEEKDAYS } from '../../lib/format/week';

export interface SnoozeChoice {
  label: string;
  /** ISO 8601. */
  until: string;
}

const HOUR_MS = 3_600_000;
const AFTERNOON = '14:00';
const NOON = '12:00';
const MONDAY = 1;

/**
 * Suggested snooze times in the account's time zone, earliest first.
 * @param openDays in order, starting today. Times are offered only on these days.
 */
export function snoozeChoices(now: Date, openDays: readonly OpenDay[]): SnoozeChoice[] {
  const [today, tomorrow, monday] = [getLocalDay(now), getLocalDay(now, 1), getLocalDay(now, daysUntilMonday(now))];
  const afternoon = fromLocalInput(`${today}T${AFTERNOON}`) ?? '';
  const openToday = openDays.find(({ opensAt }) => toLocalDay(opensAt) === today);
  const nextDay = openDays.find(({ opensAt }) => toLocalDay(opensAt) > today);
  const nextWeek = openDays.find(({ opensAt }) => toLocalDay(opensAt) >= monday);
  const choices = [
    { label: 'In 1 hour', until: new Date(now.getTime() + HOUR_MS).toISOString() },
    ...(openToday && afternoon < openToday.closesAt ? [{ label: 'This afternoon', until: afternoon }] : []),
    ...(nextDay
      ? [
          {
            label: openingLabel(toLocalDay(nextDay.opensAt) === tomorrow ? 'Tomorrow' : weekdayName(nextDay), nextDay),
            until: nextDay.opensAt,
          },
        ]
      : []),
    ...(nextWeek ? [{ label: `Next ${weekdayName(nextWeek)}`, until: nextWeek.opensAt }] : []),
  ];
  return choices.filter(({ until }, index) => choices.slice(0, index).every((earlier) => until > earlier.until));
}

function openingLabel(day: string, { opensAt }: OpenDay): string {
  return toLocalInput(opensAt).slice('yyyy-mm-ddT'.length) < NOON ? `${day} morning` : day;
}

function weekdayName({ opensAt }: OpenDay): string {
  return WEEKDAYS[(new Date(`${toLocalDay(opensAt)}T00:00Z`).getUTCDay() + 6) % 7] ?? '';
}

function toLocalDay(iso: string): string {
  return toLocalInput(iso).slice(0, 'yyyy-mm-dd'.length);
}

function getLocalDay(now: Date, daysLater = 0): string {
  const date = new Date(`${toLocalDay(now.toISOString())}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + daysLater);
  return date.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

function daysUntilMonday(now: Date): number {
  const weekday = new Date(`${getLocalDay(now)}T00:00Z`).getUTCDay();
  return (MONDAY - weekday + 7) % 7 || 7;
}
