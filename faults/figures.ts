import { appendFileSync } from 'node:fs';

/** One line of the table that `npm run test:faults` ends with. */
export interface Figure {
  /** Number of the test in the table of faults. */
  row: number;
  what: string;
  measured: number;
  /** The most that passes, or the least when `atLeast` is set. */
  limit: number;
  atLeast?: boolean;
  unit: string;
  /** It depends on how busy the machine is: judged at the end of `npm run test:faults`, not by `npm test`. */
  isTime?: boolean;
}

/** `npm run test:faults` sets it: tests then take their full size, and figures of time count. */
const FILE = process.env['FAULT_FIGURES'];

/** Whether the tests take their full size. */
export const isFullRun = FILE !== undefined;

/** `npm run test:faults -- --long`: what takes minutes takes longer still. */
export const isLongRun = process.env['FAULT_LONG'] !== undefined;

/** The size of a test: small as a part of `npm test`, as large as the fault deserves in `npm run test:faults`. */
export function size(small: number, full: number): number {
  return isFullRun ? full : small;
}

/** Notes a figure. One that does not depend on the machine fails its test when it is beyond its limit; the others fail the run in the end. */
export function figure({ isTime = false, atLeast = false, ...rest }: Figure): void {
  const { row, what, measured, limit, unit } = rest;
  const passes = atLeast ? measured >= limit : measured <= limit;
  if (FILE !== undefined) appendFileSync(FILE, `${JSON.stringify({ ...rest, atLeast, passes })}\n`);
  if (!passes && !isTime)
    throw new Error(
      `Row ${row}, ${what}: ${measured} ${unit}, and ${atLeast ? 'at least' : 'at most'} ${limit} passes.`,
    );
}

/** Seconds from then to now, to a tenth. @param since on the clock of `performance.now()` */
export function secondsSince(since: number): number {
  return toTenth((performance.now() - since) / 1_000);
}

/** To a tenth, as figures are shown. */
export function toTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
