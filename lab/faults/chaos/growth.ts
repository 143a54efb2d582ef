import { readdirSync, readFileSync } from 'node:fs';

import { toBreaches, type Breach } from './breach';
import type { ChaosWorld } from './chaos-world';

/** Allowed memory increase over the largest process of the same kind before the faults, after the same traffic. */
const MEMORY_TOLERANCE_MB = 120;
/** Allowed increase in open files and connections. */
const FILES_TOLERANCE = 40;

/** An idle process's resources. */
export interface ProcessResources {
  name: string;
  memoryMb: number;
  files: number;
}

export function measureProcesses({ fleet }: ChaosWorld): ProcessResources[] {
  return fleet.running.map(({ name, process: { pid } }) => ({
    name,
    memoryMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024),
    files: readdirSync(`/proc/${pid}/fd`).length,
  }));
}

/** Compares processes with the largest process of their kind before the faults. */
export function checkGrowth(before: readonly ProcessResources[], after: readonly ProcessResources[]): Breach[] {
  const findLargest = (name: string, metric: 'memoryMb' | 'files'): number =>
    Math.max(
      ...before
        .filter((resources) => getProcessKind(resources) === getProcessKind({ name }))
        .map((other) => other[metric]),
    );
  const findGrowth = (metric: 'memoryMb' | 'files', tolerance: number): string[] =>
    after
      .filter((resources) => resources[metric] > findLargest(resources.name, metric) + tolerance)
      .map((resources) => `${resources.name}: ${resources[metric]} after ${findLargest(resources.name, metric)}`);
  return [
    ...toBreaches('memory does not grow (MB)', findGrowth('memoryMb', MEMORY_TOLERANCE_MB)),
    ...toBreaches('open files and connections do not grow', findGrowth('files', FILES_TOLERANCE)),
  ];
}

function getProcessKind({ name }: Pick<ProcessResources, 'name'>): string {
  return name.split('-')[0] ?? '';
}
