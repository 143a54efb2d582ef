import { DAY, DEFAULT_TIME_ZONE } from '@ringwell/domain/time';
import {
  addDays,
  lengthInDays,
  PERIOD_STEPS,
  type Period,
  type PeriodStep,
} from '@ringwell/domain/weekly-letters/report-period';

/** Number of days of each preset, including today, and its default step. */
export const PRESETS = {
  '7d': { label: '7 days', days: 7, by: 'day' },
  '30d': { label: '30 days', days: 30, by: 'day' },
  '90d': { label: '90 days', days: 90, by: 'week' },
  '12m': { label: '12 months', days: 365, by: 'month' },
} as const satisfies Record<string, { label: string; days: number; by: PeriodStep }>;
export type Preset = keyof typeof PRESETS;

const DEFAULT_PRESET = '30d';
const MAX_DAYS = 366;
const MAX_DAILY = 60;
const MAX_WEEKLY = 200;

/** The period that the address selects. */
export interface ShownPeriod extends Period {
  /** `null` for days entered by the user. */
  preset: Preset | null;
  by: PeriodStep;
}

/** @param today in the time zone of the account */
export function periodIn(params: URLSearchParams, today: string): ShownPeriod {
  const entered = enteredPeriod(params.get('from'), params.get('to'), today);
  const preset = entered ? null : presetIn(params);
  const period = entered ?? { from: addDays(today, 1 - PRESETS[preset ?? DEFAULT_PRESET].days), to: today };
  const by = PERIOD_STEPS.find((step) => step === params.get('by')) ?? (preset ? PRESETS[preset].by : stepFor(period));
  return { ...period, preset, by };
}

/** The calendar day of now. Accounts without a time zone are counted in UTC. */
export function todayIn(timeZone: string | null): string {
  return new Date().toLocaleDateString('sv-SE', { timeZone: timeZone ?? DEFAULT_TIME_ZONE });
}

function presetIn(params: URLSearchParams): Preset {
  return (Object.keys(PRESETS) as Preset[]).find((preset) => preset === params.get('period')) ?? DEFAULT_PRESET;
}

// Days that cannot be shown, such as an end before the start, are corrected rather than refused.
function enteredPeriod(from: string | null, to: string | null, today: string): Period | undefined {
  if (!isDay(from)) return undefined;
  const last = isDay(to) && to >= from ? to : from > today ? from : today;
  const period = { from, to: last };
  return lengthInDays(period) > MAX_DAYS ? { from: addDays(last, 1 - MAX_DAYS), to: last } : period;
}

function isDay(text: string | null): text is string {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text));
}

function stepFor(period: Period): PeriodStep {
  const days = lengthInDays(period);
  if (days <= MAX_DAILY) return 'day';
  return days <= MAX_WEEKLY ? 'week' : 'month';
}
