// PostgreSQL and Redis: embedded servers, or those set in the environment.
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, realpathSync, statfsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import { ensureDatabaseAccount } from '../accounts.mjs';
import { readState, updateState, updateStateEventually } from '../data-folder/state.mjs';
import { CliError } from '../errors.mjs';
import { canAccess, makePrivateFolder, makeTraversableFolder, TRAVERSE } from '../folders.mjs';
import { DATA, displayPath, ROOT } from '../paths.mjs';
import { freePort } from '../processes/ports.mjs';
import { rotateIfFull } from '../processes/rotating-log.mjs';
import { Supervisor } from '../processes/supervisor.mjs';
import { postgresBinaries } from './postgres-binaries.mjs';
import { postgresUrl, startPostgres, SUPERUSER } from './postgres.mjs';
import { ensureProductDatabase } from './product-role.mjs';
import { redisUrl, startRedis } from './redis.mjs';

/** Parent folder for databases whose account can't enter the clone, such as one in root's home. */
const SYSTEM_FOLDER = '/var/lib/ringwell';
/** In-memory folder on Linux, where creating and dropping hundreds of databases takes half as long. */
const MEMORY_FOLDER = '/dev/shm';
/** Free memory required for the files: several times what the tests need. */
const MEMORY_BYTES = 4e9;
/** Both servers usually stop within 0.1 s. */
const STOP_TIMEOUT_MS = 10_000;
const START_ATTEMPTS = 3;

/**
 * @typedef {object} Databases
 * @property {string} databaseUrl
 * @property {string} redisUrl
 * @property {string} [databaseFolder] folder of the embedded databases
 * @property {() => Promise<void>} stop
 */

/**
 * @typedef {object} EmbeddedOptions
 * @property {string} folder folder of state.json and logs
 * @property {string} databaseFolder
 * @property {import('../folders.mjs').Account | undefined} account
 * @property {boolean} throwaway
 * @property {string} [database]
 * @property {Supervisor[]} supervisors receives the supervisors of the started servers
 * @property {AbortSignal} signal
 */

/**
 * Starts the servers that aren't set in the environment, and keeps them running.
 * @param {object} options
 * @param {string} options.folder folder of state.json and logs; this process holds its lock
 * @param {boolean} options.throwaway for tests: fast, and nothing is kept
 * @param {string} [options.database] name of the product's database, whose URL signs in with the product's role;
 *   without it, the URL signs in as the superuser
 * @param {string} [options.databaseUrl] a PostgreSQL to use instead of the embedded one
 * @param {string} [options.redisUrl] a Redis to use instead of the private one
 * @param {AbortSignal} options.signal
 * @returns {Promise<Databases>}
 */
export async function startDatabases({ folder, throwaway, database, signal, ...configuredUrls }) {
  makePrivateFolder(join(folder, 'logs'));
  /** @type {Supervisor[]} */
  const supervisors = [];
  const stop = async () => {
    await Promise.all(supervisors.map((supervisor) => supervisor.stop()));
    updateStateEventually(folder, () => ({ databaseUrl: undefined, redisUrl: undefined }));
  };
  const isEmbedded = configuredUrls.databaseUrl === undefined || configuredUrls.redisUrl === undefined;
  const location = isEmbedded ? await chooseDatabaseFolder(folder, throwaway, signal) : undefined;
  const options = location && { folder, throwaway, database, supervisors, signal, ...location };
  try {
    const [databaseUrl, redis] = await settleAll([
      configuredUrls.databaseUrl ?? (options && startEmbeddedPostgres(options)),
      configuredUrls.redisUrl ?? (options && startPrivateRedis(options)),
    ]);
    const urls = { databaseUrl: databaseUrl ?? '', redisUrl: redis ?? '' };
    updateState(folder, urls);
    return { ...urls, databaseFolder: location?.databaseFolder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {EmbeddedOptions} options @returns {Promise<string>} its URL */
async function startEmbeddedPostgres({ databaseFolder, database, supervisors, signal, ...common }) {
  const dataFolder = join(databaseFolder, 'postgres');
  const { postgresPassword: savedPassword, superuserPassword: savedSuperuserPassword } = readState(common.folder);
  if (!savedPassword && existsSync(dataFolder)) {
    throw new CliError(
      `The password of the database in ${dataFolder} was lost with state.json: ` +
        'restore that file, or move the folder elsewhere to start over.',
    );
  }
  const password = savedPassword ?? generatePassword();
  const superuserPassword = savedSuperuserPassword ?? generatePassword();
  updateState(common.folder, { postgresPassword: password, superuserPassword });
  const binaries = postgresBinaries(common.account, getCloneFolder());
  const logFile = rotateIfFull(join(common.folder, 'logs/postgres.log'));
  const options = { ...common, dataFolder, binaries, superuserPassword, logFile };
  const port = await superviseOnFreePort(
    { title: 'PostgreSQL', logFile, launch: (serverPort, stopping) => startPostgres(options, serverPort, stopping) },
    supervisors,
    signal,
  );
  return database === undefined
    ? postgresUrl(SUPERUSER, superuserPassword, port, 'postgres')
    : ensureProductDatabase(database, { port, password, superuserPassword });
}

/** @param {EmbeddedOptions} options @returns {Promise<string>} its URL */
async function startPrivateRedis({ databaseFolder, supervisors, signal, ...common }) {
  const dataFolder = join(databaseFolder, 'redis');
  makePrivateFolder(dataFolder, common.account);
  const password = generatePassword();
  const logFile = rotateIfFull(join(common.folder, 'logs/redis.log'));
  const options = { ...common, dataFolder, password, logFile };
  const port = await superviseOnFreePort(
    { title: 'Redis', logFile, launch: (serverPort, stopping) => startRedis(options, serverPort, stopping) },
    supervisors,
    signal,
  );
  return redisUrl(password, port);
}

/**
 * Retries because another program may take the free port first. A restarted server keeps its port because the product's
 * processes are already using it.
 * @param {object} server
 * @param {string} server.title
 * @param {string} server.logFile
 * @param {(port: number, signal: AbortSignal) => Promise<import('../processes/child.mjs').Child>} server.launch
 * @param {Supervisor[]} supervisors
 * @param {AbortSignal} signal
 * @returns {Promise<number>} the port
 */
async function superviseOnFreePort({ title, logFile, launch }, supervisors, signal) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const supervisor = new Supervisor({
      title,
      logFile,
      launch: (stopping) => launch(port, stopping),
      stopTimeoutMs: STOP_TIMEOUT_MS,
    });
    try {
      await supervisor.start(signal);
      supervisor.markReady();
      supervisors.push(supervisor);
      return port;
    } catch (error) {
      if (signal.aborted || attempt === START_ATTEMPTS) throw error;
    }
  }
}

/**
 * Waits for all promises even if one rejects, because everything that started must be stopped.
 * @template T
 * @param {(T | Promise<T>)[]} promises
 * @returns {Promise<T[]>}
 */
async function settleAll(promises) {
  const results = await Promise.allSettled(promises);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/**
 * Returns the databases' folder and the account that owns it. Once chosen, the folder is kept in state.json.
 * @param {string} folder @param {boolean} throwaway @param {AbortSignal} signal
 */
async function chooseDatabaseFolder(folder, throwaway, signal) {
  const { databaseFolder: savedFolder, originalDatabaseFolder, postgresPassword } = readState(folder);
  const storedFolder = savedFolder ?? (throwaway ? createMemoryFolder() : undefined);
  const account = await ensureDatabaseAccount(join(storedFolder ?? folder, 'postgres'), signal);
  const databaseFolder =
    storedFolder ??
    (!account || canAccess(account, realpathSync(folder), TRAVERSE)
      ? folder
      : join(getCloneFolder(), relative(DATA, folder)));
  const missingFolder = originalDatabaseFolder ?? (existsSync(databaseFolder) ? undefined : savedFolder);
  if (missingFolder && postgresPassword && !existsSync(join(databaseFolder, 'postgres'))) {
    const remedy = originalDatabaseFolder
      ? `stop the original, then run "mkdir -p '${databaseFolder}' && cp -a '${missingFolder}/postgres' '${databaseFolder}/'"`
      : 'restore that folder from the backup';
    throw new CliError(
      `The database is in ${missingFolder}, which was not copied along with ${displayPath(folder)}: ${remedy}. ` +
        `To start with an empty database instead, delete ${displayPath(join(folder, 'state.json'))}.`,
    );
  }
  if (databaseFolder !== folder) makeTraversableFolder(databaseFolder);
  if (databaseFolder !== folder && existsSync(join(folder, 'postgres'))) {
    throw new CliError(
      `The database's account can't enter the folders above ${folder}: ` +
        'run "chmod o+x" on each of them, or move the clone to a folder that everyone can enter.',
    );
  }
  updateState(folder, { databaseFolder, originalDatabaseFolder: undefined });
  return { databaseFolder, account };
}

/** @returns {string | undefined} a new in-memory folder, if there's enough memory */
function createMemoryFolder() {
  if (!existsSync(MEMORY_FOLDER)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (bavail * bsize < MEMORY_BYTES) return undefined;
  const folder = mkdtempSync(join(MEMORY_FOLDER, 'ringwell-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Returns the clone's folder. Its name is readable, and a hash of the path distinguishes clones with the same name. */
function getCloneFolder() {
  return join(SYSTEM_FOLDER, `${basename(ROOT)}-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`);
}

/** Generates a URL-safe password, which doesn't need escaping. */
function generatePassword() {
  return randomBytes(24).toString('base64url');
}
