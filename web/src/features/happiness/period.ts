import { DAY, DEFAULT_TIME_ZONE } from '@ringwell/domain/time';
import {
  addDays,
  CHOSEN_STEPS,
  lengthInDays,
  type ChosenStep,
  type Period,
} from '@ringwell/domain/weekly-letters/report-period';

/** Number of days of each preset, including today. */
export const PRESETS = {
  '7d': { label: '7 days', days: 7 },
  '30d': { label: '30 days', days: 30 },
  '90d': { label: '90 days', days: 90 },
  '12m': { label: '12 months', days: 365 },
} as const satisfies Record<string, { label: string; days: number }>;
export type Preset = keyof typeof PRESETS;

const MAX_DAYS = 366;

/** The period that the address selects. */
export interface ShownPeriod extends Period {
  /** `null` for days entered by the user. */
  preset: Preset | null;
  by: ChosenStep;
}

/**
 * @param today in the time zone of the account
 * @param usual preset if the address selects none
 */
export function periodIn(params: URLSearchParams, today: string, usual: Preset = '30d'): ShownPeriod {
  const entered = enteredPeriod(params.get('from'), params.get('to'), today);
  const preset = entered ? null : presetIn(params, usual);
  const period = entered ?? { from: addDays(today, 1 - PRESETS[preset ?? usual].days), to: today };
  const by = CHOSEN_STEPS.find((step) => step === params.get('by')) ?? 'auto';
  return { ...period, preset, by };
}

/** Today's date. Accounts without a time zone use UTC. */
export function todayIn(timeZone: string | null): string {
  return new Date().toLocaleDateString('sv-SE', { timeZone: timeZone ?? DEFAULT_TIME_ZONE });
}

function presetIn(params: URLSearchParams, usual: Preset): Preset {
  return (Object.keys(PRESETS) as Preset[]).find((preset) => preset === params.get('period')) ?? usual;
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
