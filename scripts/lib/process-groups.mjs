// Every process that a command starts leads a group of its own: the terminal's Ctrl+C reaches only us, and one signal ends
// a child with everything that it had started itself.
import { spawn } from 'node:child_process';

/** Groups whose leader still runs. */
const running = new Set();

// Whatever ends this process, an unforeseen error included, ends them too.
process.on('exit', () => {
  for (const pid of running) killGroup(pid);
});

/** `child_process.spawn` in a group of its own. @type {typeof spawn} */
export function spawnGroup(program, args, options) {
  const child = spawn(program, args, { ...options, detached: true });
  if (child.pid === undefined) return child; // its 'error' event tells why
  running.add(child.pid);
  child.once('exit', () => {
    killGroup(child.pid); // what it had started itself must not outlive it
    running.delete(child.pid);
  });
  return child;
}

/** Ends a whole process group at once. @param {number | undefined} leaderPid undefined when it never started */
export function killGroup(leaderPid) {
  if (leaderPid !== undefined) sendSignal(-leaderPid, 'SIGKILL');
}

/** Sends a signal; a target that is already gone is fine. @param {number} pid negative for a group @param {NodeJS.Signals} signal */
export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
