// Long-running children: each in a process group of its own, noted in state.json, stopped by signal within a bound.
import { setTimeout as sleep } from 'node:timers/promises';

import { killGroup, sendSignal, spawnGroup } from './process-groups.mjs';
import { isRunning, recordOf } from './process-identity.mjs';
import { changeStateWhenPossible, readState } from './state.mjs';

/** A leftover gets this long to stop by itself: nobody is waiting for what it still does. */
const LEFTOVER_BOUND_MS = 5_000;
const POLL_MS = 20;

/**
 * @typedef {object} Child
 * @property {string} name
 * @property {number} pid
 * @property {import('node:child_process').ChildProcess} process
 * @property {Promise<string>} exited settles when it ended; the answer says how, such as `exit code 1`
 * @property {(boundMs: number) => Promise<void>} stop sends its stop signal, and kills its group after the bound
 */

/**
 * @param {object} options
 * @param {string} options.name its key in state.json
 * @param {string} options.folder where state.json lies
 * @param {string} options.program
 * @param {string[]} options.args
 * @param {NodeJS.Signals} options.stopSignal the one that makes it stop in good order
 * @param {import('node:child_process').SpawnOptions} options.spawnOptions
 * @returns {Child}
 */
export function startChild({ name, folder, program, args, stopSignal, spawnOptions }) {
  const child = spawnGroup(program, args, spawnOptions);
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      resolve(signal ? `signal ${signal}` : `exit code ${code}`);
      note(folder, name, undefined);
    });
  });
  const record = child.pid && recordOf(child.pid);
  if (record) note(folder, name, { ...record, stopSignal });
  const stop = async (boundMs) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    sendSignal(child.pid, stopSignal);
    const timer = setTimeout(() => killGroup(child.pid), boundMs);
    await exited;
    clearTimeout(timer);
  };
  return { name, pid: child.pid, process: child, exited, stop };
}

/**
 * Waits until a child that has just been started can be used; when the wait is aborted, the child is stopped.
 * @param {Child} child
 * @param {() => boolean | Promise<boolean>} isReady asked again and again
 * @param {number} boundMs
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>} undefined when it is ready, else what happened; it does not run then
 */
export async function readyOrFailure(child, isReady, boundMs, signal) {
  let ended;
  void child.exited.then((how) => (ended = how));
  try {
    for (const givenUpAt = Date.now() + boundMs; ended === undefined && Date.now() < givenUpAt;) {
      if (await isReady()) return undefined;
      await sleep(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    await child.stop(LEFTOVER_BOUND_MS);
    throw error;
  }
  await child.stop(0);
  return ended ?? `not ready after ${boundMs / 1000} s`;
}

/**
 * Stops what a killed command left behind, last started first.
 * @param {string} folder where its state.json lies
 * @returns {Promise<string[]>} the names of what was stopped
 */
export async function stopLeftovers(folder) {
  const leftovers = Object.entries(readState(folder).processes).filter(([, record]) => isRunning(record));
  for (const [, record] of leftovers.reverse()) {
    sendSignal(record.pid, record.stopSignal);
    const givenUpAt = Date.now() + LEFTOVER_BOUND_MS;
    while (isRunning(record) && Date.now() < givenUpAt) await sleep(POLL_MS);
    killGroup(record.pid);
    while (isRunning(record)) await sleep(POLL_MS);
  }
  return leftovers.map(([name]) => name);
}

/** Notes a running child in state.json, or that it has ended (`record` is undefined). Neither may stop the child or its restart. */
function note(folder, name, record) {
  changeStateWhenPossible(folder, ({ processes }) => {
    const changed = { ...processes };
    delete changed[name];
    return { processes: record ? { ...changed, [name]: record } : changed };
  });
}
