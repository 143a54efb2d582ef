/** How a report's days are grouped. Weeks start on Monday. */
export const PERIOD_STEPS = ['day', 'week', 'month'] as const;
export type PeriodStep = (typeof PERIOD_STEPS)[number];

/** A step, or `auto` for the one that suits the number of calls. */
export const STEP_OPTIONS = ['auto', ...PERIOD_STEPS] as const;
export type StepOption = (typeof STEP_OPTIONS)[number];

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

/** @param days may be negative */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of days; 0 or less if the end is before the start. */
export function lengthInDays({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/**
 * Returns the previous period. It has the same length, with two exceptions: for a full month, it is the previous month;
 * for more than a week from the start of a month, the same days of the previous month.
 */
export function getPreviousPeriod({ from, to }: Period): Period {
  const length = lengthInDays({ from, to });
  const lastDay = addDays(from, -1);
  if (from !== startOfStep(to, 'month') || length <= 7) return { from: addDays(from, -length), to: lastDay };
  const first = startOfStep(lastDay, 'month');
  const sameDay = addDays(first, length - 1);
  const isFullMonth = startOfStep(addDays(to, 1), 'month') !== from;
  return { from: first, to: isFullMonth || sameDay > lastDay ? lastDay : sameDay };
}

/** Returns the first day of the step that contains the day. */
export function startOfStep(day: string, step: PeriodStep): string {
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  return step === 'week' ? addDays(day, 1 - getWeekday(day)) : day;
}

/** Lists the period's steps, without gaps. The first and last may be partial weeks or months. */
export function listSteps({ from, to }: Period, step: PeriodStep): Period[] {
  const steps: Period[] = [];
  for (let start = from; start <= to;) {
    const next = startOfNextStep(start, step);
    const end = addDays(next, -1);
    steps.push({ from: start, to: end < to ? end : to });
    start = next;
  }
  return steps;
}

const MAX_DAYS_BY_DAY = 60;
const MAX_DAYS_BY_WEEK = 200;

/**
 * Returns the shortest step that suits the period's length and yields values for at least two intervals and for half of
 * those with calls. If none does, only the length counts.
 * @param hasValue returns null for an interval without calls
 */
export function chooseStep(period: Period, hasValue: (step: Period) => boolean | null): PeriodStep {
  const length = lengthInDays(period);
  const shortestStep = length <= MAX_DAYS_BY_DAY ? 'day' : length <= MAX_DAYS_BY_WEEK ? 'week' : 'month';
  const chosenStep = PERIOD_STEPS.slice(PERIOD_STEPS.indexOf(shortestStep)).find((step) => {
    const results = listSteps(period, step).flatMap((interval) => hasValue(interval) ?? []);
    const stepsWithValue = results.filter(Boolean).length;
    return stepsWithValue > 1 && stepsWithValue >= results.length / 2;
  });
  return chosenStep ?? shortestStep;
}

/** Returns 1 for Monday to 7 for Sunday. */
export function getWeekday(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

function startOfNextStep(day: string, step: PeriodStep): string {
  const start = startOfStep(day, step);
  if (step === 'month') return startOfStep(addDays(start, 31), step);
  return addDays(start, step === 'week' ? 7 : 1);
}

/** Returns the Monday of the last complete week in the account's time zone, as YYYY-MM-DD. */
export function getLastMonday(timeZone: string): string {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone });
  return addDays(startOfStep(today, 'week'), -7);
}
