import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { findPrograms, findWorkFolders, listFiles } from '../process-leaks';
import { sweepLater } from '../sweep';
import { breachOf, type Breach } from './breach';
import type { ChaosWorld } from './chaos-world';

/** A run that lost its call may notice only at its next heartbeat. */
const LEFTOVERS_LIMIT_MS = 60_000;
/** How much more memory a process may have than the largest of its kind had before the faults, after equal traffic. */
const MEMORY_TOLERANCE_MB = 120;
/** How many more open files and connections. */
const FILES_TOLERANCE = 40;

/** What a process occupies while it is idle. */
export interface Occupied {
  name: string;
  memoryMb: number;
  files: number;
}

export function measure({ fleet }: ChaosWorld): Occupied[] {
  return fleet.running.map(({ name, process: { pid } }) => ({
    name,
    memoryMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024),
    files: readdirSync(`/proc/${pid}/fd`).length,
  }));
}

/** Compares processes with the largest one of their kind before the faults. */
export function judgeGrowth(before: readonly Occupied[], after: readonly Occupied[]): Breach[] {
  const most = (name: string, what: 'memoryMb' | 'files'): number =>
    Math.max(...before.filter((one) => kindOf(one) === kindOf({ name })).map((one) => one[what]));
  const grown = (what: 'memoryMb' | 'files', tolerance: number): string[] =>
    after
      .filter((one) => one[what] > most(one.name, what) + tolerance)
      .map((one) => `${one.name}: ${one[what]} after ${most(one.name, what)}`);
  return [
    ...breachOf('memory does not grow (MB)', grown('memoryMb', MEMORY_TOLERANCE_MB)),
    ...breachOf('open files and connections do not grow', grown('files', FILES_TOLERANCE)),
  ];
}

function kindOf({ name }: Pick<Occupied, 'name'>): string {
  return name.split('-')[0] ?? '';
}

/** No programs and work folders of runs, no recordings without a call, and no call without its recording. */
export async function auditLeftovers({ faultWorld, fleet }: ChaosWorld): Promise<Breach[]> {
  const { system } = faultWorld;
  const pids = [...system.apis, ...system.workers].map(({ pid }) => pid);
  const leftovers = (): string[] => [...findWorkFolders(pids, fleet.workDirs), ...findPrograms(pids, fleet.workDirs)];
  const deadline = performance.now() + LEFTOVERS_LIMIT_MS;
  while (leftovers().length > 0 && performance.now() < deadline) await sleep(500);
  await sweepLater(system);
  const files = listFiles(system.storageDir);
  const calls = await faultWorld.query<{ id: string; key: string | null }>(
    'select id, recording_key as key from calls',
  );
  const keys = new Set(calls.map(({ key }) => key));
  return [
    ...breachOf('no programs and work folders are left', leftovers()),
    ...breachOf(
      'no files without a call are left after the sweep',
      files.filter((file) => !keys.has(file)),
    ),
    ...breachOf(
      'each call has its recording',
      calls.filter(({ key }) => key !== null && !files.includes(key)).map(({ id }) => id),
    ),
  ];
}
