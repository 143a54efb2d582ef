import { setTimeout as sleep } from 'node:timers/promises';

import { playableCopyKey } from '@ringwell/platform/storage/playable-copy-key';

import { findProcesses, findWorkFolders, listFiles } from '../process-leaks';
import { sweepTwoDaysLater } from '../sweep';
import { toBreaches, type Breach } from './breach';
import type { ChaosWorld } from './chaos-world';

/** A run that lost its call may not notice until its next heartbeat. */
const CLEANUP_TIMEOUT_MS = 60_000;

/** Checks that runs don't leave processes or work folders behind, and that recordings and calls match. */
export async function auditLeftovers({ faultWorld, fleet }: ChaosWorld): Promise<Breach[]> {
  const { system } = faultWorld;
  const pids = [...system.apis, ...system.workers].map(({ pid }) => pid);
  const findLeftovers = (): string[] => [
    ...findWorkFolders(pids, fleet.workDirs),
    ...findProcesses(pids, fleet.workDirs),
  ];
  const deadline = performance.now() + CLEANUP_TIMEOUT_MS;
  while (findLeftovers().length > 0 && performance.now() < deadline) await sleep(500);
  await sweepTwoDaysLater(system);
  const files = listFiles(system.storageDir);
  const calls = await faultWorld.query<{ id: string; key: string | null }>(
    'select id, recording_key as key from calls',
  );
  const expectedFiles = new Set(calls.flatMap(({ key }) => (key === null ? [] : [key, playableCopyKey(key)])));
  return [
    ...toBreaches('no processes or work folders are left', findLeftovers()),
    ...toBreaches(
      'no files without a call are left after the sweep',
      files.filter((file) => !expectedFiles.has(file)),
    ),
    ...toBreaches(
      'each call has its recording',
      calls.filter(({ key }) => key !== null && !files.includes(key)).map(({ id }) => id),
    ),
  ];
}
