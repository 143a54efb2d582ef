// Chooses the models that a machine installs automatically: those that fit, for purposes that aren't covered yet.
import { statfsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';

import { errorCode } from '../errors.mjs';
import { spaceNeeded } from './install-model.mjs';
import { modelState } from './installed.mjs';

/** @typedef {import('./catalog.mjs').Model} Model */

/** With TRANSCRIPTION_ENGINE=auto, the default, any of these settings selects a recognizer. */
export const OTHER_RECOGNIZERS = [
  'TRANSCRIPTION_API_KEY',
  'TRANSCRIPTION_BASE_URL',
  'DEEPGRAM_API_KEY',
  'SHERPA_MODEL_DIR',
];

/** With ANALYSIS_ENGINE=auto, the default, any of these settings selects a language model. */
const OTHER_WRITERS = ['ANALYSIS_API_KEY', 'ANALYSIS_BASE_URL'];

/** In order of preference: the first model that fits and supports the calls' language is installed. */
const RECOGNIZERS = ['parakeet', 'parakeet-v3', 'qwen3-asr', 'parakeet-small'];
const WRITERS = ['notes', 'notes-small'];

/** Memory reserved for api, worker, their databases and the system, or for just the worker in its own container. */
export const RESERVED_MB = { system: 1_500, worker: 500 };
/** Disk space kept free for recordings and the database. */
const RESERVED_DISK_BYTES = 2_000_000_000;

/**
 * @typedef {object} Room
 * @property {number} memoryMb for models: the machine's or container's memory minus the reserved part
 * @property {number} diskBytes free bytes
 *
 * @typedef {object} Choice
 * @property {Model[]} models to install, recognizer first
 * @property {string[]} tooLarge purposes without a model because every model is too large
 */

/**
 * @param {object} machine
 * @param {NodeJS.ProcessEnv} machine.env
 * @param {readonly Model[]} machine.catalog
 * @param {string} machine.folder MODELS_DIR
 * @param {string} [machine.mirror]
 * @param {Room} machine.room
 * @returns {Choice}
 */
export function chooseModels({ env, catalog, folder, mirror, room: { memoryMb, diskBytes } }) {
  const language = getLanguage(env);
  /** @type {Choice} */
  const choice = { models: [], tooLarge: [] };
  let [freeMemoryMb, freeDiskBytes] = [memoryMb, diskBytes - RESERVED_DISK_BYTES];
  /** @param {string} purpose @param {string[]} names best first */
  const chooseModel = (purpose, names) => {
    const models = names
      .map((name) => catalog.find((model) => model.name === name))
      .filter((model) => model !== undefined)
      .filter(({ languages }) => supportsLanguage(languages, language));
    const model = models.find(
      (candidate) => candidate.memoryMb <= freeMemoryMb && spaceNeeded(candidate, { folder, mirror }) <= freeDiskBytes,
    );
    if (!model) {
      if (models.length > 0) choice.tooLarge.push(purpose);
      return;
    }
    choice.models.push(model);
    freeMemoryMb -= model.memoryMb;
    freeDiskBytes -= spaceNeeded(model, { folder, mirror });
  };
  if (lacksRecognizer(env, catalog, folder)) chooseModel('recognizer', RECOGNIZERS);
  if (lacksWriter(env, catalog, folder)) chooseModel('notes', WRITERS);
  return choice;
}

/** @param {string} folder MODELS_DIR, which doesn't have to exist @param {number} reservedMb @returns {Room} */
export function measureRoom(folder, reservedMb) {
  // 0 or a huge number if this process's memory isn't limited.
  const limit = process.constrainedMemory() || Infinity;
  return { memoryMb: Math.min(totalmem(), limit) / 1e6 - reservedMb, diskBytes: getFreeBytes(folder) };
}

/** @param {string} folder @returns {number} */
function getFreeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    return getFreeBytes(dirname(folder));
  }
}

/** @param {NodeJS.ProcessEnv} env @param {readonly Model[]} catalog @param {string} folder */
function lacksRecognizer(env, catalog, folder) {
  if ((env.TRANSCRIPTION_ENGINE || 'auto') !== 'auto' || OTHER_RECOGNIZERS.some((name) => env[name])) return false;
  return !hasRecognizer(env, catalog, folder);
}

/** @param {NodeJS.ProcessEnv} env @param {readonly Model[]} catalog @param {string} folder */
function lacksWriter(env, catalog, folder) {
  if ((env.ANALYSIS_ENGINE || 'auto') !== 'auto' || OTHER_WRITERS.some((name) => env[name])) return false;
  return !hasInstalled('notes', getLanguage(env), catalog, folder);
}

/**
 * @param {NodeJS.ProcessEnv} env @param {readonly Model[]} catalog @param {string} folder MODELS_DIR
 * @returns {boolean} whether an installed model recognizes the calls' language
 */
export function hasRecognizer(env, catalog, folder) {
  return hasInstalled('transcription', getLanguage(env), catalog, folder);
}

/** @param {Model['purpose']} purpose @param {string} language @param {readonly Model[]} catalog @param {string} folder */
function hasInstalled(purpose, language, catalog, folder) {
  return catalog.some(
    (model) =>
      model.purpose === purpose &&
      supportsLanguage(model.languages, language) &&
      modelState(folder, model.name) === 'installed',
  );
}

/** @param {NodeJS.ProcessEnv} env @returns {string} the value of TRANSCRIPTION_LANGUAGE, such as en or en-US */
function getLanguage({ TRANSCRIPTION_LANGUAGE: language }) {
  return language || 'en';
}

/** @param {string[]} languages @param {string} language */
function supportsLanguage(languages, language) {
  return ['*', language.toLowerCase().split(/[-_]/)[0] ?? ''].some((code) => languages.includes(code));
}
