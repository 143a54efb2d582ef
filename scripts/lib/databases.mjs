// PostgreSQL and Redis together: embedded ones, or those that the environment names.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import { rotated } from './bounded-log.mjs';
import { freePort } from './free-port.mjs';
import { DATA, ROOT } from './paths.mjs';
import { postgresBinaries } from './postgres-binaries.mjs';
import { ensureDatabase, postgresUrl, startPostgres } from './postgres.mjs';
import { redisUrl, startRedis } from './redis.mjs';
import { canReach, makePassableFolder, makePrivateFolder, PASS, serviceAccount } from './service-account.mjs';
import { changeStateWhenPossible, readState, updateState } from './state.mjs';
import { Supervisor } from './supervisor.mjs';
import { PlainError } from './terminal.mjs';

/** Where databases lie when the clone is in a folder that their account cannot pass, such as root's home. */
const OUTSIDE = '/var/lib/ringwell';
/** Shutdown bound of each; both usually need a tenth of a second. */
const STOP_BOUND_MS = 10_000;
const START_ATTEMPTS = 3;
/** The application's database. */
const DATABASE = 'ringwell';

/**
 * @typedef {object} Databases
 * @property {string} databaseUrl
 * @property {string} redisUrl
 * @property {string} [place] where the embedded databases keep their files
 * @property {() => Promise<void>} stop
 */

/**
 * Starts what the environment does not name already, and keeps it running.
 * @param {object} options
 * @param {string} options.folder of state.json and logs; this process holds its lock
 * @param {boolean} options.throwaway for tests: fast, and nothing survives
 * @param {string} [options.databaseUrl] a PostgreSQL to use instead of an embedded one
 * @param {string} [options.redisUrl] a Redis to use instead of a private one
 * @param {AbortSignal} options.signal
 * @returns {Promise<Databases>}
 */
export async function startDatabases({ folder, throwaway, signal, ...given }) {
  makePrivateFolder(join(folder, 'logs'));
  const embedded = given.databaseUrl === undefined || given.redisUrl === undefined;
  const { place, account } = embedded ? await findPlace(folder, signal) : {};
  const options = { folder, place, account, throwaway };
  const supervisors = [];
  const stop = async () => {
    await Promise.all(supervisors.map((supervisor) => supervisor.stop()));
    changeStateWhenPossible(folder, () => ({ databaseUrl: undefined, redisUrl: undefined }));
  };
  try {
    const [databaseUrl, redis] = await settleAll([
      given.databaseUrl ?? embeddedPostgres(options, supervisors, signal),
      given.redisUrl ?? privateRedis(options, supervisors, signal),
    ]);
    updateState(folder, { databaseUrl, redisUrl: redis });
    return { databaseUrl, redisUrl: redis, place, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function embeddedPostgres({ place, ...common }, supervisors, signal) {
  const dataFolder = join(place, 'postgres');
  const known = readState(common.folder).postgresPassword;
  if (!known && existsSync(dataFolder)) {
    throw new PlainError(
      `${dataFolder} holds a database whose password is lost with state.json: restore that file, or move the folder away to begin anew.`,
    );
  }
  const password = known ?? newPassword();
  updateState(common.folder, { postgresPassword: password });
  const binaries = postgresBinaries(common.account, cloneFolderOutside());
  const logFile = rotated(join(common.folder, 'logs/postgres.log'));
  const port = await superviseOnFreePort(
    'PostgreSQL',
    { ...common, dataFolder, binaries, password, logFile },
    startPostgres,
    supervisors,
    signal,
  );
  if (common.throwaway) return postgresUrl(password, port, 'postgres');
  await ensureDatabase(postgresUrl(password, port, 'postgres'), DATABASE);
  return postgresUrl(password, port, DATABASE);
}

async function privateRedis({ place, ...common }, supervisors, signal) {
  const dataFolder = join(place, 'redis');
  makePrivateFolder(dataFolder, common.account);
  const password = newPassword();
  const logFile = rotated(join(common.folder, 'logs/redis.log'));
  const port = await superviseOnFreePort(
    'Redis',
    { ...common, dataFolder, password, logFile },
    startRedis,
    supervisors,
    signal,
  );
  return redisUrl(password, port);
}

/**
 * The port is chosen free, but another program may be quicker to take it; once the server runs it keeps the port when it
 * is started again, because the processes of the product know it.
 */
async function superviseOnFreePort(title, options, start, supervisors, signal) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const supervisor = new Supervisor({
      title,
      logFile: options.logFile,
      launch: (abortSignal) => start(options, port, abortSignal),
      stopBoundMs: STOP_BOUND_MS,
    });
    try {
      await supervisor.start(signal);
      supervisor.settle();
      supervisors.push(supervisor);
      return port;
    } catch (error) {
      if (signal.aborted || attempt === START_ATTEMPTS) throw error;
    }
  }
}

/** Waits for all even when one fails, so that whatever did start can be stopped. */
async function settleAll(promises) {
  const outcomes = await Promise.allSettled(promises);
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.map(({ value }) => value);
}

/** The folder of the databases' files, named in state.json once chosen, and the account they belong to. */
async function findPlace(folder, signal) {
  const known = readState(folder).databaseFolder;
  const account = await serviceAccount(join(known ?? folder, 'postgres'), signal);
  const place =
    known ??
    (!account || canReach(account, realpathSync(folder), PASS)
      ? folder
      : join(cloneFolderOutside(), relative(DATA, folder)));
  if (place !== folder) makePassableFolder(place);
  if (place !== folder && existsSync(join(folder, 'postgres'))) {
    throw new PlainError(
      `The account of the database in ${folder} may not enter the folders above it: allow that with "chmod o+x" on each, or move the clone to where everybody may pass.`,
    );
  }
  updateState(folder, { databaseFolder: place });
  return { place, account };
}

/** One per clone: the name for people, the hash of the path because clones share names. */
function cloneFolderOutside() {
  return join(OUTSIDE, `${basename(ROOT)}-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`);
}

/** URL-safe, so that it needs no escaping anywhere. */
function newPassword() {
  return randomBytes(24).toString('base64url');
}
