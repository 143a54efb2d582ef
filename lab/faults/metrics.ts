import { appendFileSync } from 'node:fs';

/** One line in the table that `npm run test:faults` prints at the end. */
export interface Metric {
  /** The fault's number in docs/develop/faults.md. */
  row: number;
  name: string;
  measured: number;
  /** Maximum, or minimum if `atLeast` is true; 0 by default. */
  limit?: number;
  atLeast?: boolean;
  unit?: string;
  /** Whether the metric depends on machine load, so that only `npm run test:faults` enforces the limit. */
  isTimeDependent?: boolean;
}

export interface SavedMetric extends Required<Omit<Metric, 'isTimeDependent'>> {
  passes: boolean;
}

const METRICS_FILE = process.env['FAULT_METRICS'];

/** Whether the tests are run by `npm run test:faults`, with full sizes and time-dependent limits enforced. */
const isFullRun = METRICS_FILE !== undefined;

/** `npm run test:faults -- --long`: long tests take even longer. */
export const isLongRun = process.env['FAULT_LONG'] !== undefined;

/** Chooses a test's size: `small` in `npm test`, `full` in `npm run test:faults`. */
export function chooseSize(small: number, full: number): number {
  return isFullRun ? full : small;
}

/**
 * Saves a metric.
 * @throws if it misses its limit and isn't time-dependent; `npm run test:faults` reports the others
 */
export function recordMetric(metric: Metric): void {
  const { row, name, measured, limit = 0, atLeast = false, unit = '', isTimeDependent = false } = metric;
  const passes = atLeast ? measured >= limit : measured <= limit;
  if (METRICS_FILE !== undefined) {
    const saved: SavedMetric = { row, name, measured, limit, atLeast, unit, passes };
    appendFileSync(METRICS_FILE, `${JSON.stringify(saved)}\n`);
  }
  if (!passes && !isTimeDependent)
    throw new Error(`Row ${row}, ${name}: measured ${measured} ${unit}, limit ${atLeast ? '>=' : '<='} ${limit}.`);
}

/** Saves a number without a unit, such as how many calls were lost. @param limit maximum */
export function recordCount(row: number, name: string, measured: number, limit = 0): void {
  recordMetric({ row, name, measured, limit });
}

/** Saves a duration in seconds. It depends on machine load. @param limit maximum */
export function recordSeconds(row: number, name: string, measured: number, limit: number): void {
  recordMetric({ row, name, measured, limit, unit: 's', isTimeDependent: true });
}

/** Saves a duration in milliseconds. It depends on machine load. @param limit maximum */
export function recordMilliseconds(row: number, name: string, measured: number, limit: number): void {
  recordMetric({ row, name, measured, limit, unit: 'ms', isTimeDependent: true });
}

/** Seconds since a `performance.now()` time, rounded to a tenth. */
export function secondsSince(startedAt: number): number {
  return roundToTenth((performance.now() - startedAt) / 1_000);
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
