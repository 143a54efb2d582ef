import { printError } from '../terminal.mjs';
import { onStopRequest } from './stop-signal.mjs';

/**
 * Runs a command until it ends, fails or is asked to stop.
 * @param {(signal: AbortSignal, cleanups: (() => unknown)[]) => unknown} work adds cleanups, which run in reverse order
 *   at the end
 */
export async function runScript(work) {
  const signal = onStopRequest(() => process.exit(130));
  /** @type {(() => unknown)[]} */
  const cleanups = [];
  try {
    await work(signal, cleanups);
  } catch (error) {
    if (!signal.aborted) printError(error);
    process.exitCode = 1;
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }
}
