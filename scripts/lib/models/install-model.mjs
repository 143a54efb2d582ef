// Installs one model: downloads it, checks it, unpacks it next to the target, and renames the folder.
import { copyFileSync, linkSync, mkdirSync, rmSync, statfsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';

import { tryLock } from '../data-folder/lock.mjs';
import { CliError, errorCode, errorMessage } from '../errors.mjs';
import { isRunning } from '../processes/process-identity.mjs';
import { sourceUrl } from './catalog.mjs';
import { findExpectedSha256 } from './checksums.mjs';
import { discardDownload, download, partialSize } from './download.mjs';
import {
  describeModel,
  makeStagingFolder,
  modelState,
  publishModel,
  removeLeftovers,
  removeModel,
  hashFile,
} from './installed.mjs';
import { formatBytes, showProgress } from './progress.mjs';
import { unpack } from './unpack.mjs';

/** @typedef {import('./catalog.mjs').Model} Model @typedef {import('./catalog.mjs').Source} Source */

/** Errors that only the operator can fix. */
const UNUSABLE_FOLDER_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'];

const LOCK_REFRESH_MS = 10_000;
/** A lock that hasn't been refreshed for this long was left by a dead command in another container. */
const LOCK_LOST_AFTER_MS = 60_000;

/** Another command is changing the models. */
export class ModelsBusyError extends CliError {}

/** The server's file has a wrong checksum or can't be unpacked, so another download wouldn't help. */
export class WrongFileError extends CliError {}

export class DownloadError extends CliError {
  /** @param {string} message @param {string} reason in a few words */
  constructor(message, reason) {
    super(message);
    this.reason = reason;
  }
}

/**
 * @typedef {object} InstallOptions
 * @property {string} folder MODELS_DIR
 * @property {string} [mirror] MODELS_BASE_URL
 * @property {string[]} from manually downloaded files
 * @property {import('./http-client.mjs').HttpGet} get
 * @property {AbortSignal} signal
 * @property {number} [retryAfterMs]
 * @property {(receivedBytes: number) => void} [onProgress] called with the bytes received for all of the model's files
 */

/**
 * @param {Model} model @param {InstallOptions} options
 * @returns {Promise<boolean>} false if it was already installed
 * @throws {CliError}
 */
export async function installModel(model, options) {
  const { folder } = options;
  assertKnownFiles(model, options.from);
  return withModelsLock(folder, async () => {
    if (modelState(folder, model.name) === 'installed') return false;
    removeLeftovers(folder);
    assertEnoughSpace(model, options);
    const staging = makeStagingFolder(folder);
    try {
      for (const source of model.sources) await addSource(model, source, staging, options);
      const { path, manifest } = await describeModel(model, staging);
      writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
      options.signal.throwIfAborted();
      publishModel(staging, folder, model.name);
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
    for (const { file } of model.sources) discardDownload(downloadPath(folder, file));
    return true;
  });
}

/** Deletes a model, including leftovers from an interrupted download. @param {Model} model @param {string} folder */
export async function uninstallModel(model, folder) {
  await withModelsLock(folder, async () => {
    removeModel(folder, model.name);
    for (const { file } of model.sources) discardDownload(downloadPath(folder, file));
    removeLeftovers(folder);
  });
}

/** @template T @param {string} folder @param {() => Promise<T>} work @returns {Promise<T>} */
async function withModelsLock(folder, work) {
  try {
    mkdirSync(join(folder, '.downloads'), { recursive: true });
    const lockFile = join(folder, '.lock');
    const lock = tryLock(lockFile, (holder) => isHeld(lockFile, holder));
    if ('heldBy' in lock)
      throw new ModelsBusyError(
        `Models in ${folder} are being changed by another command (process ${lock.heldBy}): wait for it to finish.`,
      );
    const refresh = setInterval(() => refreshLock(lockFile), LOCK_REFRESH_MS);
    try {
      return await work();
    } finally {
      clearInterval(refresh);
      lock.release();
    }
  } catch (error) {
    if (UNUSABLE_FOLDER_CODES.includes(errorCode(error) ?? ''))
      throw new CliError(
        `Models can't be stored in ${folder} (${errorMessage(error)}): free up space or fix its permissions, ` +
          'or choose another folder with MODELS_DIR.',
      );
    throw error;
  }
}

/**
 * The folder may be shared by clones, or by containers, which can't see each other's processes.
 * @param {string} file @param {import('../data-folder/lock.mjs').Holder} holder
 */
function isHeld(file, holder) {
  if (holder.host === hostname()) return isRunning(holder);
  const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - changedAt < LOCK_LOST_AFTER_MS;
}

/** @param {string} file */
function refreshLock(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The folder was deleted, so the installation fails with its own error.
  }
}

/** @param {string} folder @param {string} file */
function downloadPath(folder, file) {
  return join(folder, '.downloads', file);
}

/**
 * @param {Model} model @param {Pick<InstallOptions, 'folder' | 'mirror'> & { from?: string[] }} options
 * @returns {number} bytes of disk space that the download and model still need
 */
export function spaceNeeded({ diskBytes, sources }, { folder, mirror, from = [] }) {
  const missingSources = sources.filter(({ file }) => findLocalFile(sources, file, from) === undefined);
  const neededBytes = missingSources.map((source) => {
    const remainingBytes = source.bytes - partialSize(downloadPath(folder, source.file), sourceUrl(source, mirror));
    return Math.max(0, remainingBytes) - (isArchive(source) ? 0 : source.bytes);
  });
  return neededBytes.reduce((sum, bytes) => sum + bytes, diskBytes);
}

/** @param {Model} model @param {InstallOptions} options @throws {CliError} if there isn't enough disk space */
function assertEnoughSpace(model, options) {
  const { folder } = options;
  const neededBytes = spaceNeeded(model, options);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= neededBytes) return;
  throw new CliError(
    `${model.name} needs ${formatBytes(neededBytes)} for the download and the model, but only ${formatBytes(bavail * bsize)} is free ` +
      `in ${folder}: free up space, or choose another folder with MODELS_DIR.`,
  );
}

/**
 * @param {Source[]} sources @param {string} file @param {string[]} from
 * @returns {string | undefined} the file given with --from; a single one may have any name
 */
function findLocalFile(sources, file, from) {
  if (sources.length === 1 && from.length === 1) return from[0];
  return from.find((path) => basename(path) === file);
}

/** @param {Model} model @param {string[]} from @throws {CliError} if a given file doesn't belong to the model */
function assertKnownFiles({ name, sources }, from) {
  const unknownFile = from.find((path) => sources.every(({ file }) => findLocalFile(sources, file, from) !== path));
  if (unknownFile === undefined) return;
  const files = sources.map(({ file }) => file).join(' and ');
  throw new CliError(`${basename(unknownFile)} isn't one of ${name}'s files. Keep the original file names: ${files}.`);
}

/** @param {Model} model @param {Source} source @param {string} staging @param {InstallOptions} options */
async function addSource(model, source, staging, options) {
  const { folder, from, signal } = options;
  const localPath = findLocalFile(model.sources, source.file, from);
  const sha256 =
    localPath !== undefined && source.sha256 !== undefined ? source.sha256 : await findExpectedSha256(source, options);
  const path = localPath ?? downloadPath(folder, source.file);
  if (localPath === undefined) await downloadSource(model, source, path, options);
  if ((await hashFile(path)) !== sha256) {
    if (localPath !== undefined)
      throw new CliError(`${localPath} is not the publisher's ${source.file}, or is damaged: download it again.`);
    discardDownload(path);
    throw new WrongFileError(
      `${source.file} does not match its checksum, so it was deleted: it was damaged or changed in transit. Try again.`,
    );
  }
  const [name = ''] = Object.keys(source.contents);
  if (isArchive(source)) await unpack(path, source.contents, staging, signal);
  else if (localPath === undefined) linkOrCopy(path, join(staging, name));
  else copyFileSync(path, join(staging, name));
}

/** @param {Source} source */
function isArchive({ contents }) {
  return !Object.values(contents).includes('');
}

/**
 * A link takes no space and preserves the download if the command is stopped. Some file systems don't support links.
 * @param {string} path @param {string} target
 */
function linkOrCopy(path, target) {
  try {
    linkSync(path, target);
  } catch {
    copyFileSync(path, target);
  }
}

/** @param {Model} model @param {Source} source @param {string} path @param {InstallOptions} options */
async function downloadSource(model, source, path, { mirror, get, signal, retryAfterMs, onProgress }) {
  const { file, bytes } = source;
  const progress = showProgress(file, bytes);
  const completedBytes = model.sources
    .slice(0, model.sources.indexOf(source))
    .reduce((sum, previous) => sum + previous.bytes, 0);
  /** @param {number} receivedBytes */
  const report = (receivedBytes) => {
    progress.update(receivedBytes);
    onProgress?.(completedBytes + receivedBytes);
  };
  try {
    await download(sourceUrl(source, mirror), path, { get, signal, onProgress: report, retryAfterMs });
  } catch (error) {
    if (signal.aborted || errorCode(error) !== undefined) throw error;
    const reason = errorMessage(error);
    throw new DownloadError(`${file} could not be downloaded: ${reason}. ${manualInstructions(model, mirror)}`, reason);
  } finally {
    progress.end();
  }
}

/** @param {Model} model @param {string} [mirror] @returns {string} how to install it without a connection */
function manualInstructions({ name, sources }, mirror) {
  const urls = sources.map((source) => sourceUrl(source, mirror));
  const options = sources.map(({ file }) => `--from ${file}`);
  return (
    `Run the same command again to continue. If this machine can't reach the publisher, download ${urls.join(' and ')} ` +
    `on another machine, copy it here, and run "npm run models -- install ${name} ${options.join(' ')}".`
  );
}
