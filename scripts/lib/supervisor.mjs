// Keeps one long-running child running: a child that ends by itself is started again, later each time.
import { setTimeout as sleep } from 'node:timers/promises';

import { lastLinesOf } from './command.mjs';
import { shown } from './paths.mjs';
import { PlainError, say, yellow } from './terminal.mjs';

/** A child that lasted longer than this has recovered: its next end counts as the first again. */
const RECOVERED_MS = 60_000;
const MAX_BACKOFF_MS = 30_000;
/** So many ends in a row before the system was ever ready mean that it cannot start. */
const ENDS_AT_START = 3;

export class Supervisor {
  #options;
  #child;
  #watching;
  #settled = false;
  #restarting = false;
  #stopping = new AbortController();
  #fail;

  /** Rejects when the child cannot be kept running before `settle`; never resolves. @type {Promise<never>} */
  failed = new Promise((_resolve, reject) => (this.#fail = reject));

  /**
   * @param {object} options
   * @param {string} options.title for people
   * @param {string} options.logFile where it writes
   * @param {(signal: AbortSignal) => Promise<import('./child.mjs').Child>} options.launch
   * @param {number} options.stopBoundMs what is left of it after this is killed
   */
  constructor(options) {
    this.#options = options;
    this.failed.catch(() => undefined); // for whoever waits for the start; nobody else needs to hear of it
  }

  /** Starts the child; rejects when `launch` does. @param {AbortSignal} signal */
  async start(signal) {
    this.#child = await this.#options.launch(signal);
    this.#watching = this.#watch();
  }

  /** From now on the child is known to work: it is started again however often it ends. */
  settle() {
    this.#settled = true;
  }

  /** Ends the child; a new one takes its place at once. */
  async restart() {
    this.#restarting = true;
    await this.#child.stop(this.#options.stopBoundMs);
  }

  async stop() {
    this.#stopping.abort();
    await this.#child?.stop(this.#options.stopBoundMs);
    await this.#watching;
  }

  async #watch() {
    const { title, logFile } = this.#options;
    for (let ends = 0; ;) {
      const startedAt = Date.now();
      const how = await this.#child.exited;
      if (this.#stopping.signal.aborted) return;
      if (!this.#restarting) {
        ends = Date.now() - startedAt > RECOVERED_MS ? 1 : ends + 1;
        if (!this.#settled && ends === ENDS_AT_START) {
          this.#fail(
            new PlainError(
              `${title} cannot start (${how}): the last lines of ${shown(logFile)} are above.`,
              lastLinesOf(logFile),
            ),
          );
          return;
        }
        await this.#backOff(`${title} ended by itself (${how}; see ${shown(logFile)})`, ends);
      }
      this.#restarting = false;
      for (let problem; (problem = await this.#launchAgain());) {
        await this.#backOff(`${title} did not start (${problem})`, (ends += 1));
      }
    }
  }

  /** @returns {Promise<string | undefined>} why it does not run; undefined when it does, or when it is to be stopped */
  async #launchAgain() {
    const { signal } = this.#stopping;
    if (signal.aborted) return undefined;
    try {
      this.#child = await this.#options.launch(signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      return error instanceof PlainError ? `see ${shown(this.#options.logFile)}` : error.message;
    }
    if (signal.aborted) await this.#child.stop(this.#options.stopBoundMs);
    return undefined;
  }

  async #backOff(what, ends) {
    const backoffMs = Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** (ends - 1));
    say(yellow(`${what}: starting it again in ${backoffMs / 1_000} s.`));
    await sleep(backoffMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined); // stopped meanwhile
  }
}
