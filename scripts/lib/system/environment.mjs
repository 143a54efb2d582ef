// A running system's settings: the caller's environment, the .env file, and generated keys.
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import { readPrivateJson, writePrivateJson } from '../data-folder/private-file.mjs';
import { CliError } from '../errors.mjs';
import { DATA, DIST, ROOT } from '../paths.mjs';

/** @typedef {Record<'SECRETS_KEY' | 'SESSION_KEY', string>} Keys for sealing stored secrets and signing sessions */

const KEY_NAMES = /** @type {const} */ (['SECRETS_KEY', 'SESSION_KEY']);
const SECRETS_FILE = join(DATA, 'secrets.json');
/** Default STORAGE_DIR. */
export const RECORDINGS_FOLDER = join(DATA, 'recordings');
/** Default WORK_DIR. */
export const WORK_FOLDER = join(DATA, 'work');
/** Default MODELS_DIR. */
const MODELS_FOLDER = join(DATA, 'models');
const DEFAULT_PORT = 3000;
const GROUP_AND_OTHERS_MASK = 0o077;

/** Reads .env into process.env. Existing variables take precedence, and empty ones are treated as unset. */
export function loadEnvironment() {
  const file = join(ROOT, '.env');
  unsetEmptyVariables();
  if (existsSync(file)) {
    process.loadEnvFile(file);
    warnIfReadable(file);
  }
  unsetEmptyVariables();
}

/** Windows isn't checked, because its permissions work differently. @param {string} file */
function warnIfReadable(file) {
  if (process.platform === 'win32' || (statSync(file).mode & GROUP_AND_OTHERS_MASK) === 0) return;
  process.stderr.write('Other users on this machine can read the keys in .env. Run "chmod 600 .env".\n');
}

function unsetEmptyVariables() {
  for (const [name, value] of Object.entries(process.env)) if (value === '') delete process.env[name];
}

/** @returns {string} absolute path of the local models folder */
export function getModelsFolder() {
  return process.env.MODELS_DIR ? resolve(ROOT, process.env.MODELS_DIR) : MODELS_FOLDER;
}

/** @returns {string | undefined} MODELS_BASE_URL, a mirror of the model publishers */
export function getModelsMirror() {
  return process.env.MODELS_BASE_URL?.replace(/\/+$/, '');
}

/** @returns {number} the port in PORT; 0 means any free port @throws {CliError} */
export function getConfiguredPort() {
  const text = process.env.PORT || String(DEFAULT_PORT);
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new CliError('PORT must be a whole number from 0 to 65535, as in "PORT=3001 npm start".');
}

/**
 * Returns the keys from the environment. Missing keys are generated on the first start, except in production, where the
 * operator must provide them and keep them safe.
 * @returns {Keys} @throws {CliError}
 */
export function loadKeys() {
  const missingKeys = KEY_NAMES.filter((name) => !process.env[name]);
  if (missingKeys.length > 0 && process.env.NODE_ENV === 'production') {
    throw new CliError(
      `With NODE_ENV=production, ${missingKeys.join(' and ')} must be set, each to 32 random bytes in base64 ` +
        '("openssl rand -base64 32"), and must stay the same for as long as the data is used.',
    );
  }
  const generatedKeys = missingKeys.length > 0 ? loadGeneratedKeys() : { SECRETS_KEY: '', SESSION_KEY: '' };
  return {
    SECRETS_KEY: process.env.SECRETS_KEY || generatedKeys.SECRETS_KEY,
    SESSION_KEY: process.env.SESSION_KEY || generatedKeys.SESSION_KEY,
  };
}

/** @returns {Keys} */
function loadGeneratedKeys() {
  const savedKeys = readPrivateJson(SECRETS_FILE);
  if (savedKeys) return savedKeys;
  const generateKey = () => randomBytes(32).toString('base64');
  const generatedKeys = { SECRETS_KEY: generateKey(), SESSION_KEY: generateKey() };
  writePrivateJson(SECRETS_FILE, generatedKeys);
  return generatedKeys;
}

/**
 * @param {{ databaseUrl: string, redisUrl: string, port: number }} system
 * @returns {NodeJS.ProcessEnv} environment for api, worker and their CLI programs
 */
export function systemEnvironment({ databaseUrl, redisUrl, port }) {
  return {
    STORAGE_DIR: RECORDINGS_FOLDER,
    WORK_DIR: WORK_FOLDER,
    ...process.env,
    MODELS_DIR: getModelsFolder(),
    ...loadKeys(),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    PORT: String(port),
    HOST: process.env.HOST || '127.0.0.1', // a trial installation shouldn't be reachable from the network
  };
}

/**
 * Call this after the build.
 * @param {NodeJS.ProcessEnv} env the api's environment
 * @returns {NodeJS.ProcessEnv} without the secrets that only the api needs
 */
export function workerEnvironment(env) {
  const { API_SECRETS } = createRequire(import.meta.url)(join(DIST, 'libs/platform/config/api-secrets.js'));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !API_SECRETS.includes(name)));
}
