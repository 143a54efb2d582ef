// Long-running child processes. Each has its own process group and is recorded in state.json.
import { setTimeout as sleep } from 'node:timers/promises';

import { readState, updateStateEventually } from '../data-folder/state.mjs';
import { killGroup, sendSignal, spawnGroup } from './process-groups.mjs';
import { identifyProcess, isRunning } from './process-identity.mjs';

const LEFTOVER_STOP_TIMEOUT_MS = 5_000;
const POLL_MS = 20;

/**
 * @typedef {object} Child
 * @property {string} name
 * @property {number | undefined} pid undefined if it could not be started
 * @property {import('node:child_process').ChildProcess} process
 * @property {Promise<string>} exited resolves to how it exited, such as `exit code 1`
 * @property {(timeoutMs: number) => Promise<void>} stop sends its stop signal, and kills its group after the timeout
 */

/**
 * @param {object} options
 * @param {string} options.name key in state.json
 * @param {string} options.folder contains state.json
 * @param {string} options.program
 * @param {string[]} options.args
 * @param {NodeJS.Signals} options.stopSignal asks the program to shut down
 * @param {import('node:child_process').SpawnOptions} options.spawnOptions
 * @returns {Child}
 */
export function startChild({ name, folder, program, args, stopSignal, spawnOptions }) {
  const child = spawnGroup(program, args, spawnOptions);
  const { pid } = child;
  /** @type {Promise<string>} */
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      resolve(signal ? `signal ${signal}` : `exit code ${code}`);
      saveProcess(folder, name, undefined);
    });
  });
  const record = pid === undefined ? undefined : identifyProcess(pid);
  if (record) saveProcess(folder, name, { ...record, stopSignal });
  /** @param {number} timeoutMs */
  const stop = async (timeoutMs) => {
    if (child.exitCode !== null || child.signalCode !== null || pid === undefined) return;
    sendSignal(pid, stopSignal);
    const timer = setTimeout(() => killGroup(pid), timeoutMs);
    await exited;
    clearTimeout(timer);
  };
  return { name, pid, process: child, exited, stop };
}

/**
 * Waits until a newly started child is ready; stops the child if the wait is aborted.
 * @param {Child} child
 * @param {() => boolean | Promise<boolean>} isReady polled
 * @param {number} timeoutMs
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>} undefined when ready; otherwise the reason, once the child has been stopped
 */
export async function waitUntilReady(child, isReady, timeoutMs, signal) {
  /** @type {string | undefined} */
  let exitReason;
  void child.exited.then((reason) => (exitReason = reason));
  try {
    for (const deadline = performance.now() + timeoutMs; exitReason === undefined && performance.now() < deadline;) {
      if (await isReady()) return undefined;
      await sleep(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    await child.stop(LEFTOVER_STOP_TIMEOUT_MS);
    throw error;
  }
  await child.stop(0);
  return exitReason ?? `not ready after ${timeoutMs / 1000} s`;
}

/**
 * Stops processes that a killed command left running, in reverse start order.
 * @param {string} folder contains state.json
 * @returns {Promise<string[]>} names of the stopped processes
 */
export async function stopLeftovers(folder) {
  const leftovers = Object.entries(readState(folder).processes).filter(([, record]) => isRunning(record));
  for (const [, record] of leftovers.reverse()) {
    sendSignal(record.pid, record.stopSignal);
    const deadline = performance.now() + LEFTOVER_STOP_TIMEOUT_MS;
    while (isRunning(record) && performance.now() < deadline) await sleep(POLL_MS);
    killGroup(record.pid);
    while (isRunning(record)) await sleep(POLL_MS);
  }
  return leftovers.map(([name]) => name);
}

/**
 * Records a running child in state.json, or removes one that exited. A full disk must not stop or block the child.
 * @param {string} folder
 * @param {string} name
 * @param {import('../data-folder/state.mjs').SavedProcess | undefined} record
 */
function saveProcess(folder, name, record) {
  updateStateEventually(folder, ({ processes }) => {
    const otherProcesses = { ...processes };
    delete otherProcesses[name];
    return { processes: record ? { ...otherProcesses, [name]: record } : otherProcesses };
  });
}
