import { DAY, DEFAULT_TIME_ZONE } from '@ringwell/domain/time';
import {
  addDays,
  STEP_OPTIONS,
  lengthInDays,
  startOfStep,
  type StepOption,
  type Period,
} from '@ringwell/domain/weekly-letters/report-period';

const getLastDays =
  (days: number) =>
  (today: string): Period => ({ from: addDays(today, 1 - days), to: today });

export const PRESETS = {
  '7d': { label: '7 days', getPeriod: getLastDays(7) },
  '30d': { label: '30 days', getPeriod: getLastDays(30) },
  month: { label: 'This month', getPeriod: (today) => ({ from: startOfStep(today, 'month'), to: today }) },
  'last-month': { label: 'Last month', getPeriod: getLastMonth },
  '90d': { label: '90 days', getPeriod: getLastDays(90) },
  '12m': { label: '12 months', getPeriod: getLastDays(365) },
} as const satisfies Record<string, { label: string; getPeriod: (today: string) => Period }>;
export type Preset = keyof typeof PRESETS;

const MAX_DAYS = 366;

/** The period selected by the URL. */
export interface SelectedPeriod extends Period {
  /** `null` for a custom date range. */
  preset: Preset | null;
  by: StepOption;
}

/**
 * @param today today's date in the account's time zone
 * @param defaultPreset the preset to use if the URL selects none
 */
export function parsePeriod(params: URLSearchParams, today: string, defaultPreset: Preset = '30d'): SelectedPeriod {
  const customPeriod = parseCustomPeriod(params.get('from'), params.get('to'), today);
  const preset = customPeriod ? null : parsePreset(params, defaultPreset);
  const period = customPeriod ?? PRESETS[preset ?? defaultPreset].getPeriod(today);
  const by = STEP_OPTIONS.find((step) => step === params.get('by')) ?? 'auto';
  return { ...period, preset, by };
}

/** Today's date. Accounts without a time zone use UTC. */
export function getToday(timeZone: string | null): string {
  return new Date().toLocaleDateString('sv-SE', { timeZone: timeZone ?? DEFAULT_TIME_ZONE });
}

function getLastMonth(today: string): Period {
  const to = addDays(startOfStep(today, 'month'), -1);
  return { from: startOfStep(to, 'month'), to };
}

function parsePreset(params: URLSearchParams, defaultPreset: Preset): Preset {
  return (Object.keys(PRESETS) as Preset[]).find((preset) => preset === params.get('period')) ?? defaultPreset;
}

// Corrects an invalid range, such as an end before the start, instead of rejecting it.
function parseCustomPeriod(from: string | null, to: string | null, today: string): Period | undefined {
  if (!isDay(from)) return undefined;
  const end = isDay(to) && to >= from ? to : from > today ? from : today;
  const period = { from, to: end };
  return lengthInDays(period) > MAX_DAYS ? { from: addDays(end, 1 - MAX_DAYS), to: end } : period;
}

function isDay(text: string | null): text is string {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text));
}
