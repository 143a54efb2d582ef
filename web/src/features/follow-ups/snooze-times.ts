import { fromLocalInput, toLocalInput } from '../../lib/local-time';

export interface SnoozeChoice {
  label: string;
  /** ISO 8601. */
  until: string;
}

const HOUR_MS = 3_600_000;
const MORNING = '08:00';
const AFTERNOON = '14:00';
const MONDAY = 1;

/** The usual snooze times in the account's time zone, in ascending order. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const choices = [
    { label: 'In 1 hour', until: new Date(now.getTime() + HOUR_MS).toISOString() },
    { label: 'This afternoon', until: at(localDay(now), AFTERNOON) },
    { label: 'Tomorrow morning', until: at(localDay(now, 1), MORNING) },
    { label: 'Next Monday', until: at(localDay(now, daysUntilMonday(now)), MORNING) },
  ];
  return choices.filter(({ until }, index) => choices.slice(0, index).every((earlier) => until > earlier.until));
}

function localDay(now: Date, later = 0): string {
  const day = toLocalInput(now.toISOString()).slice(0, 'yyyy-mm-dd'.length);
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + later);
  return date.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

function daysUntilMonday(now: Date): number {
  const weekday = new Date(`${localDay(now)}T00:00Z`).getUTCDay();
  return (MONDAY - weekday + 7) % 7 || 7;
}

function at(day: string, time: string): string {
  return fromLocalInput(`${day}T${time}`) ?? '';
}
