import { appendFileSync } from 'node:fs';

/** One line of the table that `npm run test:faults` prints at the end. */
export interface Metric {
  /** Number of the fault in docs/develop/faults.md. */
  row: number;
  name: string;
  measured: number;
  /** Maximum, or minimum if `atLeast` is set; 0 by default. */
  limit?: number;
  atLeast?: boolean;
  unit?: string;
  /** Whether the metric depends on the machine's load, so that only `npm run test:faults` enforces the limit. */
  timeDependent?: boolean;
}

export interface SavedMetric extends Required<Omit<Metric, 'timeDependent'>> {
  passes: boolean;
}

/** Whether `npm run test:faults` runs the tests, with full sizes and enforced time-dependent limits. */
const FILE = process.env['FAULT_METRICS'];

const isFullRun = FILE !== undefined;

/** `npm run test:faults -- --long`: long tests take even longer. */
export const isLongRun = process.env['FAULT_LONG'] !== undefined;

/** Chooses the size of a test: `small` in `npm test`, `full` in `npm run test:faults`. */
export function size(small: number, full: number): number {
  return isFullRun ? full : small;
}

/**
 * Saves a metric.
 * @throws if it exceeds its limit and is not time-dependent; `npm run test:faults` reports the others
 */
export function recordMetric(metric: Metric): void {
  const { row, name, measured, limit = 0, atLeast = false, unit = '', timeDependent = false } = metric;
  const passes = atLeast ? measured >= limit : measured <= limit;
  if (FILE !== undefined) {
    const saved: SavedMetric = { row, name, measured, limit, atLeast, unit, passes };
    appendFileSync(FILE, `${JSON.stringify(saved)}\n`);
  }
  if (!passes && !timeDependent)
    throw new Error(`Row ${row}, ${name}: measured ${measured} ${unit}, limit ${atLeast ? '>=' : '<='} ${limit}.`);
}

/** Seconds since a time on the clock of `performance.now()`, rounded to a tenth. */
export function secondsSince(since: number): number {
  return toTenth((performance.now() - since) / 1_000);
}

export function toTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
