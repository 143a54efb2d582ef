// Tells whether a process noted earlier is still the same one: a pid alone is used again by the system sooner or later.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} ProcessRecord
 * @property {number} pid
 * @property {string} startedAt the moment it started, as the system tells it; with the pid it names one process for ever
 */

/** @param {number} pid @returns {ProcessRecord | undefined} undefined when there is no such process */
export function recordOf(pid) {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** @param {ProcessRecord | undefined} record @returns {boolean} whether that very process still runs */
export function isRunning(record) {
  return record !== undefined && recordOf(record.pid)?.startedAt === record.startedAt;
}

/** Clock ticks since boot (field 22 of proc(5) stat) and the boot's own id; a zombie counts as gone. */
function startOnLinux(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before it may hold spaces
    const [state, ticks] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined;
    throw error;
  }
}

function startElsewhere(pid) {
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return ps.stdout?.trim() || undefined;
}
