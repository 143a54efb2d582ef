// The settings of a running system: the caller's environment, the file .env, and what is generated on the first start.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { DATA, ROOT } from './paths.mjs';
import { readPrivateJson, writePrivateJson } from './private-file.mjs';
import { PlainError } from './terminal.mjs';

const SECRETS_FILE = join(DATA, 'secrets.json');
/** Where recordings lie unless STORAGE_DIR says otherwise. */
export const RECORDINGS = join(DATA, 'recordings');
/** Where the worker unpacks recordings unless WORK_DIR says otherwise; it makes the folder itself. */
const WORK = join(DATA, 'work');
const KEYS = ['SECRETS_KEY', 'SESSION_KEY'];
const DEFAULT_PORT = 3000;

/** Reads .env into process.env; a variable that is set already wins, and an empty one counts as not set, as in the product. */
export function loadEnvironment() {
  const file = join(ROOT, '.env');
  dropEmpty();
  if (existsSync(file)) process.loadEnvFile(file);
  dropEmpty();
}

function dropEmpty() {
  for (const [name, value] of Object.entries(process.env)) if (value === '') delete process.env[name];
}

/** @returns {number} the port that PORT asks for; 0 means any free one @throws PlainError */
export function wantedPort() {
  const text = process.env.PORT || String(DEFAULT_PORT);
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new PlainError('PORT must be a whole number from 0 to 65535, such as "PORT=3001 npm start".');
}

/**
 * The keys that seal stored secrets and sign sessions: made on the first start and kept, except in production, where
 * they must be chosen and kept safe by whoever runs the system.
 * @returns {Record<'SECRETS_KEY' | 'SESSION_KEY', string>} @throws PlainError
 */
export function keys() {
  const given = Object.fromEntries(KEYS.filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
  const unset = KEYS.filter((name) => !given[name]);
  if (unset.length > 0 && process.env.NODE_ENV === 'production') {
    throw new PlainError(
      `With NODE_ENV=production ${unset.join(' and ')} must be set, each to 32 random bytes in base64 ("openssl rand -base64 32"), and stay the same for the life of the data.`,
    );
  }
  return unset.length > 0 ? { ...generatedKeys(), ...given } : given;
}

function generatedKeys() {
  const known = readPrivateJson(SECRETS_FILE);
  if (known) return known;
  const made = Object.fromEntries(KEYS.map((name) => [name, randomBytes(32).toString('base64')]));
  writePrivateJson(SECRETS_FILE, made);
  return made;
}

/**
 * @param {{ databaseUrl: string, redisUrl: string, port: number }} system
 * @returns {NodeJS.ProcessEnv} what api, worker and their command-line programs get
 */
export function systemEnvironment({ databaseUrl, redisUrl, port }) {
  return {
    STORAGE_DIR: RECORDINGS,
    WORK_DIR: WORK,
    ...process.env,
    ...keys(),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    PORT: String(port),
  };
}
