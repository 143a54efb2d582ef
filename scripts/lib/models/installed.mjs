// Models on this machine: MODELS_DIR has one folder per model, with its files and a manifest that lists them.
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { errorCode } from '../errors.mjs';

/** Same name as in worker/src/transcription/installed-models.ts. */
const MANIFEST_FILE = 'model.json';

/** Folders left behind by killed commands; the worker ignores them. */
const STAGING_PREFIX = '.staging-';
const REMOVED_PREFIX = '.removed-';

/**
 * @typedef {{ bytes: number, sha256: string }} ModelFile
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {import('./catalog.mjs').Model['purpose']} purpose
 * @property {string[]} languages
 * @property {number} rank
 * @property {Record<string, ModelFile>} files
 */

/** @typedef {'installed' | 'damaged' | 'absent'} ModelState */

/** @param {string} folder of all models @param {string} name @returns {ModelState} based on its files' sizes */
export function modelState(folder, name) {
  if (!existsSync(join(folder, name))) return 'absent';
  const manifest = readManifest(join(folder, name));
  if (!manifest) return 'damaged';
  const isComplete = Object.entries(manifest.files).every(([file, { bytes }]) => {
    const fileStats = statSync(join(folder, name, file), { throwIfNoEntry: false });
    return fileStats?.isFile() === true && fileStats.size === bytes;
  });
  return isComplete ? 'installed' : 'damaged';
}

/** @param {string} folder of one model @returns {Manifest | undefined} undefined if it's missing or unreadable */
export function readManifest(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Reads every file of an installed model.
 * @param {string} folder of all models @param {string} name
 * @returns {Promise<string[]>} the missing or changed files; only `model.json` if the manifest is unreadable
 */
export async function findDamagedFiles(folder, name) {
  const manifest = readManifest(join(folder, name));
  if (!manifest) return [MANIFEST_FILE];
  const damaged = [];
  for (const [file, { sha256 }] of Object.entries(manifest.files)) {
    const path = join(folder, name, file);
    if (!existsSync(path) || (await hashFile(path)) !== sha256) damaged.push(file);
  }
  return damaged;
}

/** @param {string} path @returns {Promise<string>} in hexadecimal */
export async function hashFile(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** @param {string} folder of all models @returns {string} an empty folder for a model that is being installed */
export function makeStagingFolder(folder) {
  const staging = join(folder, `${STAGING_PREFIX}${randomUUID()}`);
  mkdirSync(staging);
  return staging;
}

/**
 * Atomically replaces the model with a complete staging folder. Flushes the files first; otherwise, they could have the
 * right sizes but wrong contents after a power failure.
 * @param {string} staging @param {string} folder of all models @param {string} name
 */
export function publishModel(staging, folder, name) {
  for (const file of readdirSync(staging, { recursive: true })) flushToDisk(join(staging, String(file)));
  flushToDisk(staging);
  removeModel(folder, name);
  renameSync(staging, join(folder, name));
  flushToDisk(folder);
}

/** Error codes from file systems that can't flush folders. */
const UNSUPPORTED_FLUSH_CODES = ['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'];

/** @param {string} path a file or a folder */
function flushToDisk(path) {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!UNSUPPORTED_FLUSH_CODES.includes(errorCode(error) ?? '')) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** @param {string} folder of all models @param {string} name */
export function removeModel(folder, name) {
  if (!existsSync(join(folder, name))) return;
  const removedFolder = join(folder, `${REMOVED_PREFIX}${randomUUID()}`);
  renameSync(join(folder, name), removedFolder);
  rmSync(removedFolder, { recursive: true, force: true });
}

/** Deletes folders left by killed commands. The caller must hold the lock. @param {string} folder of all models */
export function removeLeftovers(folder) {
  for (const name of readdirSync(folder))
    if (name.startsWith(STAGING_PREFIX) || name.startsWith(REMOVED_PREFIX))
      rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * @param {import('./catalog.mjs').Model} model @param {string} staging with all its files
 * @returns {Promise<{ path: string, manifest: Manifest }>}
 */
export async function describeModel({ name, purpose, languages, rank, sources }, staging) {
  /** @type {Record<string, ModelFile>} */
  const files = {};
  for (const file of sources.flatMap(({ contents }) => Object.keys(contents))) {
    const path = join(staging, file);
    files[file] = { bytes: statSync(path).size, sha256: await hashFile(path) };
  }
  return { path: join(staging, MANIFEST_FILE), manifest: { name, purpose, languages, rank, files } };
}
