// Installs one model: download, check, unpack beside, rename.
import { copyFileSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { tryLock } from '../data-folder/lock.mjs';
import { CliError, errorCode, errorMessage } from '../errors.mjs';
import { expectedSha256 } from './checksums.mjs';
import { discardDownload, download, partialSize } from './download.mjs';
import {
  describeModel,
  makeStagingFolder,
  modelState,
  publishModel,
  removeLeftovers,
  removeModel,
  sha256Of,
} from './installed.mjs';
import { formatBytes, showProgress } from './progress.mjs';
import { unpack } from './unpack.mjs';

/** @typedef {import('./catalog.mjs').Model} Model @typedef {import('./catalog.mjs').Source} Source */

/** Codes of errors that only the operator can fix. */
const UNUSABLE_FOLDER = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'];

/**
 * @typedef {object} InstallOptions
 * @property {string} folder MODELS_DIR
 * @property {string} url of the publisher's releases, or of a mirror
 * @property {string[]} from files that were downloaded by hand
 * @property {import('./http-client.mjs').HttpGet} get
 * @property {AbortSignal} signal
 * @property {number} [retryAfterMs]
 */

/**
 * @param {Model} model @param {InstallOptions} options
 * @returns {Promise<boolean>} false if it was installed already
 * @throws {CliError}
 */
export async function installModel(model, options) {
  const { folder } = options;
  assertKnownFiles(model, options.from);
  return withModelsFolder(folder, async () => {
    if (modelState(folder, model.name) === 'installed') return false;
    removeLeftovers(folder);
    assertSpace(model, options);
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

/**
 * Deletes a model, including remains of an interrupted download.
 * @param {Model} model @param {string} folder
 */
export async function uninstallModel(model, folder) {
  await withModelsFolder(folder, async () => {
    removeModel(folder, model.name);
    for (const { file } of model.sources) discardDownload(downloadPath(folder, file));
    removeLeftovers(folder);
  });
}

/** @template T @param {string} folder @param {() => Promise<T>} work @returns {Promise<T>} */
async function withModelsFolder(folder, work) {
  try {
    mkdirSync(join(folder, '.downloads'), { recursive: true });
    const lock = tryLock(join(folder, '.lock'));
    if ('heldBy' in lock)
      throw new CliError(
        `Models in ${folder} are being changed by another command (process ${lock.heldBy}): wait until it has ended.`,
      );
    try {
      return await work();
    } finally {
      lock.release();
    }
  } catch (error) {
    if (UNUSABLE_FOLDER.includes(errorCode(error) ?? ''))
      throw new CliError(
        `Models cannot be stored in ${folder} (${errorMessage(error)}): make room or correct its permissions, ` +
          'or choose another folder with MODELS_DIR.',
      );
    throw error;
  }
}

/** @param {string} folder @param {string} file */
function downloadPath(folder, file) {
  return join(folder, '.downloads', file);
}

/** @param {Model} model @param {InstallOptions} options @throws {CliError} if the disk is too small */
function assertSpace({ name, diskBytes, sources }, { folder, url, from }) {
  const missing = sources.filter(({ file }) => givenFile(sources, file, from) === undefined);
  const downloads = missing.map(
    ({ release, file, bytes }) => bytes - partialSize(downloadPath(folder, file), `${url}/${release}/${file}`),
  );
  const needed = downloads.reduce((sum, bytes) => sum + Math.max(0, bytes), diskBytes);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= needed) return;
  throw new CliError(
    `${name} needs ${formatBytes(needed)} for download and model, but only ${formatBytes(bavail * bsize)} are free ` +
      `in ${folder}: make room, or choose another folder with MODELS_DIR.`,
  );
}

/**
 * @param {Source[]} sources @param {string} file @param {string[]} from
 * @returns {string | undefined} the file given with --from; a single one may have any name
 */
function givenFile(sources, file, from) {
  if (sources.length === 1 && from.length === 1) return from[0];
  return from.find((path) => basename(path) === file);
}

/** @param {Model} model @param {string[]} from @throws {CliError} if a given file is none of the model's */
function assertKnownFiles({ name, sources }, from) {
  const unknown = from.find((path) => sources.every(({ file }) => givenFile(sources, file, from) !== path));
  if (unknown === undefined) return;
  const files = sources.map(({ file }) => file).join(' and ');
  throw new CliError(`${basename(unknown)} isn't a file of ${name}. Its files keep their names: ${files}.`);
}

/** @param {Model} model @param {Source} source @param {string} staging @param {InstallOptions} options */
async function addSource(model, source, staging, options) {
  const { folder, from, signal } = options;
  const given = givenFile(model.sources, source.file, from);
  const sha256 =
    given !== undefined && source.sha256 !== undefined ? source.sha256 : await expectedSha256(source, options);
  const path = given ?? downloadPath(folder, source.file);
  if (given === undefined) await downloadSource(model, source, path, options);
  if ((await sha256Of(path)) !== sha256) {
    if (given !== undefined)
      throw new CliError(`${given} is not the publisher's ${source.file}, or is damaged: download it again.`);
    discardDownload(path);
    throw new CliError(
      `${source.file} does not match its checksum, so it was deleted: it was damaged or changed on its way. Try again.`,
    );
  }
  const [[name = '', member] = []] = Object.entries(source.contents);
  if (member === '') copyFileSync(path, join(staging, name));
  else await unpack(path, source.contents, staging, signal);
}

/** @param {Model} model @param {Source} source @param {string} path @param {InstallOptions} options */
async function downloadSource(model, { release, file, bytes }, path, { url, get, signal, retryAfterMs }) {
  const progress = showProgress(file, bytes);
  try {
    await download(`${url}/${release}/${file}`, path, { get, signal, onProgress: progress.update, retryAfterMs });
  } catch (error) {
    if (signal.aborted || errorCode(error) !== undefined) throw error;
    throw new CliError(`${file} could not be downloaded: ${errorMessage(error)}. ${manualWay(model, url)}`);
  } finally {
    progress.end();
  }
}

/** @param {Model} model @param {string} url @returns {string} what to do without a connection */
function manualWay({ name, sources }, url) {
  const urls = sources.map(({ release, file }) => `${url}/${release}/${file}`);
  const options = sources.map(({ file }) => `--from ${file}`);
  return (
    `Run the same command again to continue. If this machine cannot reach the publisher, download ${urls.join(' and ')} ` +
    `on another one, copy it here, and run "npm run models -- install ${name} ${options.join(' ')}".`
  );
}
