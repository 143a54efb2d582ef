// Identifies a process across restarts of a command, because the system reuses process IDs.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { errorCode } from '../errors.mjs';

/**
 * @typedef {object} ProcessRecord
 * @property {number} pid
 * @property {string} startedAt start time in the system's format, which identifies a process together with the PID
 */

/** @param {number} pid @returns {ProcessRecord | undefined} undefined if the process doesn't exist */
export function identifyProcess(pid) {
  const startedAt = process.platform === 'linux' ? startTimeOnLinux(pid) : startTimeElsewhere(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** @param {ProcessRecord | undefined} record @returns {boolean} whether exactly this process is running */
export function isRunning(record) {
  return record !== undefined && identifyProcess(record.pid)?.startedAt === record.startedAt;
}

/** Clock ticks since boot (field 22 of proc(5) stat) and the boot ID. Zombies count as exited. @param {number} pid */
function startTimeOnLinux(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the process name before it may contain spaces
    const [state, ticks] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** @param {number} pid */
function startTimeElsewhere(pid) {
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return ps.stdout?.trim() || undefined;
}
