// Keeps a long-running child process running: restarts it after an unexpected exit, with an increasing delay.
import { CliError, errorMessage } from '../errors.mjs';
import { displayPath } from '../paths.mjs';
import { print, yellow } from '../terminal.mjs';
import { readLastLines } from './command.mjs';

/** A child that ran longer than this has recovered, so its next exit is treated as the first. */
const RECOVERED_AFTER_MS = 60_000;
const MAX_BACKOFF_MS = 30_000;
/** A child that exits this many times in a row before the system is ready is considered unable to start. */
const MAX_EXITS_AT_START = 3;

/**
 * @typedef {object} SupervisorOptions
 * @property {string} title for messages
 * @property {string} logFile where the child writes its log
 * @property {(signal: AbortSignal) => Promise<import('./child.mjs').Child>} launch
 * @property {number} stopTimeoutMs time after which a child that is still stopping is killed
 */

export class Supervisor {
  /** @type {SupervisorOptions} */
  #options;
  /** @type {import('./child.mjs').Child | undefined} */
  #child;
  /** @type {Promise<void> | undefined} */
  #watchPromise;
  #isReady = false;
  #isRestarting = false;
  #stopController = new AbortController();
  /** @type {() => void} */
  #endBackOff = () => undefined;
  /** @type {(reason: unknown) => void} */
  #fail = () => undefined;

  /** Rejects if the child can't be kept running before `markReady`; never resolves. @type {Promise<never>} */
  failed = new Promise((_resolve, reject) => (this.#fail = reject));

  /** @param {SupervisorOptions} options */
  constructor(options) {
    this.#options = options;
    this.failed.catch(() => undefined); // only handled by callers that wait for startup
  }

  /** Starts the child; rejects if `launch` does. @param {AbortSignal} signal */
  async start(signal) {
    this.#child = await this.#options.launch(signal);
    this.#watchPromise = this.#watch(this.#child);
  }

  /** Once called, the child is restarted no matter how often it exits. */
  markReady() {
    this.#isReady = true;
  }

  /** Stops the child and immediately starts a new one. */
  async restart() {
    this.#isRestarting = true;
    this.#endBackOff();
    await this.#child?.stop(this.#options.stopTimeoutMs);
  }

  async stop() {
    this.#stopController.abort();
    this.#endBackOff();
    await this.#child?.stop(this.#options.stopTimeoutMs);
    await this.#watchPromise;
  }

  /** @param {import('./child.mjs').Child} firstChild */
  async #watch(firstChild) {
    const { title, logFile, stopTimeoutMs } = this.#options;
    let child = firstChild;
    for (let exitCount = 0; ;) {
      const startedAt = performance.now();
      const exit = await child.exited;
      if (this.#stopController.signal.aborted) return;
      if (!this.#isRestarting) {
        exitCount = performance.now() - startedAt > RECOVERED_AFTER_MS ? 1 : exitCount + 1;
        if (!this.#isReady && exitCount === MAX_EXITS_AT_START) {
          this.#fail(
            new CliError(
              `${title} cannot start (${exit}): the last lines of ${displayPath(logFile)} are above.`,
              readLastLines(logFile),
            ),
          );
          return;
        }
        await this.#backOff(`${title} exited unexpectedly (${exit}; see ${displayPath(logFile)})`, exitCount);
      }
      for (let problem; (problem = await this.#relaunch());) {
        await this.#backOff(`${title} did not start (${problem})`, (exitCount += 1));
      }
      child = this.#child ?? child;
      if (this.#isRestarting) await child.stop(stopTimeoutMs); // requested while this child was being launched
    }
  }

  /** @returns {Promise<string | undefined>} why it isn't running; undefined if it is, or if it's being stopped */
  async #relaunch() {
    const { signal } = this.#stopController;
    if (signal.aborted) return undefined;
    this.#isRestarting = false;
    try {
      this.#child = await this.#options.launch(signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      return error instanceof CliError ? `see ${displayPath(this.#options.logFile)}` : errorMessage(error);
    }
    if (signal.aborted) await this.#child.stop(this.#options.stopTimeoutMs);
    return undefined;
  }

  /** @param {string} failure @param {number} exits */
  async #backOff(failure, exits) {
    if (this.#stopController.signal.aborted) return;
    const backoffMs = Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** (exits - 1));
    print(yellow(`${failure}: restarting in ${backoffMs / 1_000} s.`));
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, backoffMs);
      this.#endBackOff = () => resolve(clearTimeout(timer));
    });
  }
}
