// Every process a command starts leads its own process group: Ctrl+C at the terminal only reaches this process, and one
// signal ends a child along with everything it started.
import { spawn } from 'node:child_process';

import { errorCode } from '../errors.mjs';

/** IDs of groups whose leader is running. @type {Set<number>} */
const runningGroups = new Set();

// Kills the children whenever this process exits.
process.on('exit', () => {
  for (const pid of runningGroups) killGroup(pid);
});

/**
 * `child_process.spawn` in a new process group.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {import('node:child_process').ChildProcess}
 */
export function spawnGroup(program, args, options) {
  const child = spawn(program, args, { ...options, detached: true });
  const { pid } = child;
  if (pid === undefined) return child; // its 'error' event has the reason
  runningGroups.add(pid);
  child.once('exit', () => {
    killGroup(pid); // the rest of the group must not outlive its leader
    runningGroups.delete(pid);
  });
  return child;
}

/** Kills a process group. @param {number | undefined} leaderPid undefined if the leader never started */
export function killGroup(leaderPid) {
  if (leaderPid !== undefined) sendSignal(-leaderPid, 'SIGKILL');
}

/**
 * Sends a signal unless the target has exited or, like `sudo`, runs as another user.
 * @param {number} pid negative for a group
 * @param {NodeJS.Signals} signal
 */
export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  }
}
