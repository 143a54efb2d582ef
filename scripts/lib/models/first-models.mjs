// Installs the automatically chosen models in the background. A failure doesn't affect anything else.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { errorMessage } from '../errors.mjs';
import { BZIP2, installTools } from '../install/system-tools.mjs';
import { bold, dim, green, print, yellow } from '../terminal.mjs';
import { sourceUrl } from './catalog.mjs';
import { createHttpGet, failureReason } from './http-client.mjs';
import { DownloadError, installModel, ModelsBusyError, WrongFileError } from './install-model.mjs';
import { modelState } from './installed.mjs';
import { formatBytes } from './progress.mjs';

/** @typedef {import('./catalog.mjs').Model} Model */

/** Workers report what's in it; see worker/src/model-progress.ts. */
const PROGRESS_FILE = '.progress.json';
const PROGRESS_INTERVAL_MS = 2_000;
const PROBE_TIMEOUT_MS = 10_000;
/** Delay after a failed pass; doubles each time. */
const RETRY_MS = { min: 60_000, max: 15 * 60_000 };
/** Number of downloads with a wrong checksum before giving up on a model. */
const MAX_WRONG_FILES = 2;

/**
 * @typedef {object} FirstModelsOptions
 * @property {Model[]} models see `chooseModels`
 * @property {string} folder MODELS_DIR
 * @property {string} [mirror] MODELS_BASE_URL
 * @property {AbortSignal} signal
 * @property {string} [stopNote] printed with the sizes
 * @property {number} [stalledAfterMs]
 * @property {number} [retryAfterMs]
 * @property {number} [retryPassAfterMs] fixed delay between passes, for tests
 */

/**
 * Installs models one after another. Failures are retried until the signal aborts; the terminal shows each problem
 * once.
 * @param {FirstModelsOptions} options
 * @returns {Promise<void>} resolves once all are installed or given up on, or the signal aborts; never rejects
 */
export async function installInBackground(options) {
  const { models, folder, signal } = options;
  if (models.length === 0) return;
  const progress = new ProgressFile(folder, models);
  try {
    await new BackgroundInstaller(options, progress).run();
  } catch (error) {
    if (!signal.aborted) print(yellow(`Local models couldn't be installed: ${errorMessage(error)}`));
  } finally {
    progress.end();
  }
}

/** @param {Model} model @returns {number} */
export function downloadBytes({ sources }) {
  return sources.reduce((sum, { bytes }) => sum + bytes, 0);
}

class BackgroundInstaller {
  #options;
  #progress;
  /** @type {Set<string>} */
  #printedLines = new Set();
  /** @type {Map<string, number>} */
  #wrongFiles = new Map();
  #isAnnounced = false;

  /** @param {FirstModelsOptions} options @param {ProgressFile} progress */
  constructor(options, progress) {
    this.#options = options;
    this.#progress = progress;
  }

  async run() {
    const { models, folder, signal, stalledAfterMs, retryPassAfterMs } = this.#options;
    const get = await createHttpGet(signal, stalledAfterMs);
    const probe = await createHttpGet(signal, stalledAfterMs ?? PROBE_TIMEOUT_MS);
    for (let delayMs = RETRY_MS.min; ; delayMs = Math.min(delayMs * 2, RETRY_MS.max)) {
      const pendingModels = models.filter(
        (model) => modelState(folder, model.name) !== 'installed' && !this.#hasGivenUpOn(model),
      );
      if (pendingModels.length === 0) return;
      for (const model of pendingModels) await this.#install(model, get, probe);
      if (pendingModels.every(({ name }) => modelState(folder, name) === 'installed')) return;
      await sleep(retryPassAfterMs ?? delayMs, undefined, { signal });
    }
  }

  /** @param {Model} model @param {import('./http-client.mjs').HttpGet} get @param {import('./http-client.mjs').HttpGet} probe */
  async #install(model, get, probe) {
    const { folder, mirror, signal, retryAfterMs } = this.#options;
    try {
      await assertReachable(model, mirror, probe, signal);
      this.#announce();
      await installTools([BZIP2], signal);
      /** @param {number} bytes */
      const onProgress = (bytes) => this.#progress.set(model.name, bytes);
      if (await installModel(model, { folder, mirror, from: [], get, signal, retryAfterMs, onProgress }))
        print(`${green('✓')} ${bold(model.name)} is installed and in use.`);
      this.#progress.finish(model.name);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WrongFileError)
        this.#wrongFiles.set(model.name, (this.#wrongFiles.get(model.name) ?? 0) + 1);
      this.#report(model, error);
    }
  }

  /** @param {Model} model */
  #hasGivenUpOn({ name }) {
    return (this.#wrongFiles.get(name) ?? 0) >= MAX_WRONG_FILES;
  }

  #announce() {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    const { models, stopNote } = this.#options;
    const modelList = models.map(
      (model) => `${bold(model.name)} (${formatBytes(downloadBytes(model))}, ${PURPOSES[model.purpose]})`,
    );
    print(`Downloading better engines in the background while the built-in ones work: ${modelList.join(' and ')}.`);
    if (stopNote) print(dim(stopNote));
  }

  /** @param {Model} model @param {unknown} error */
  #report(model, error) {
    const problem = describeProblem(error);
    this.#progress.fail(model.name, problem);
    const isUnreachable = error instanceof UnreachableError;
    const ending = this.#hasGivenUpOn(model) ? 'The next start will try again.' : 'Retrying in a few minutes.';
    const line = `${isUnreachable ? OFFLINE_NOTICE : `${model.name}: ${problem}`} ${ending}`;
    if (this.#printedLines.has(line)) return;
    this.#printedLines.add(line);
    const colorize = isUnreachable || error instanceof ModelsBusyError ? dim : yellow;
    print(colorize(line));
  }
}

const PURPOSES = { transcription: 'transcribes calls', speakers: 'tells speakers apart', notes: 'writes the notes' };

const OFFLINE_NOTICE = 'The publishers of the local models cannot be reached, so the built-in engines stay in use.';

class UnreachableError extends Error {}

/**
 * Requests the model's first byte, so that only available models are announced.
 * @param {Model} model @param {string | undefined} mirror @param {import('./http-client.mjs').HttpGet} get @param {AbortSignal} signal
 */
async function assertReachable({ sources }, mirror, get, signal) {
  const [source] = sources;
  if (!source) return;
  const url = sourceUrl(source, mirror);
  try {
    const response = await get(url, { headers: { range: 'bytes=0-0' }, signal });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`status ${response.status}`);
  } catch (error) {
    signal.throwIfAborted();
    throw new UnreachableError(`${new URL(url).host} cannot be reached (${failureReason(error)}).`);
  }
}

/** @param {unknown} error @returns {string} a sentence */
function describeProblem(error) {
  if (error instanceof DownloadError) return `The download was interrupted (${error.reason}).`;
  return errorMessage(error);
}

/** Installation progress for workers on this machine, which ignore it once it's no longer refreshed. */
class ProgressFile {
  #path;
  #folder;
  /** @type {Map<string, { name: string, purpose: string, receivedBytes: number, totalBytes: number, problem: string | null }>} */
  #models;
  #timer;

  /** @param {string} folder @param {Model[]} models */
  constructor(folder, models) {
    this.#folder = folder;
    this.#path = join(folder, PROGRESS_FILE);
    this.#models = new Map(
      models.map((model) => [
        model.name,
        { name: model.name, purpose: model.purpose, receivedBytes: 0, totalBytes: downloadBytes(model), problem: null },
      ]),
    );
    this.#timer = setInterval(() => this.#write(), PROGRESS_INTERVAL_MS);
  }

  /** @param {string} name @param {number} receivedBytes */
  set(name, receivedBytes) {
    Object.assign(this.#models.get(name) ?? {}, { receivedBytes, problem: null });
  }

  /** @param {string} name @param {string} problem */
  fail(name, problem) {
    Object.assign(this.#models.get(name) ?? {}, { problem });
  }

  /** @param {string} name */
  finish(name) {
    this.#models.delete(name);
    this.#write();
  }

  end() {
    clearInterval(this.#timer);
    rmSync(this.#path, { force: true });
  }

  #write() {
    try {
      mkdirSync(this.#folder, { recursive: true });
      const draft = `${this.#path}.${process.pid}`;
      writeFileSync(draft, JSON.stringify([...this.#models.values()]));
      renameSync(draft, this.#path);
    } catch {
      // Installing into this folder fails for the same reason and reports it.
    }
  }
}
