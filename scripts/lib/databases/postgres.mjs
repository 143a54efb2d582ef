// The embedded PostgreSQL: initialized on first use, then a child process on 127.0.0.1 with a generated password.
import { chownSync, closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { CliError } from '../errors.mjs';
import { makePrivateFolder } from '../folders.mjs';
import { startChild, waitUntilReady } from '../processes/child.mjs';
import { readLastLines, runCommand } from '../processes/command.mjs';

export const SUPERUSER = 'postgres';
const READY_TIMEOUT_MS = 30_000;

/** Settings for tests, whose data doesn't have to survive a power failure. */
const THROWAWAY_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'jit=off',
  'max_connections=300',
];

/**
 * Keeps row values out of the log, because statements, details and parameters quote them. The API and workers log the
 * same errors without values.
 */
const LOG_SETTINGS = [
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
];

/**
 * @typedef {object} PostgresOptions
 * @property {string} folder contains state.json
 * @property {string} dataFolder database folder; created if it doesn't exist
 * @property {import('./postgres-binaries.mjs').PostgresBinaries} binaries
 * @property {import('../folders.mjs').Account | undefined} account
 * @property {string} superuserPassword can't be changed later
 * @property {string} logFile
 * @property {boolean} throwaway for tests: all data is deleted afterward
 */

/**
 * @param {PostgresOptions} options
 * @param {number} port
 * @param {AbortSignal} signal
 * @returns {Promise<import('../processes/child.mjs').Child>} a server that accepts connections
 */
export async function startPostgres(options, port, signal) {
  if (!existsSync(options.dataFolder)) await initialize(options, signal);
  checkVersion(options);
  const child = launch(options, port);
  const failure = await waitUntilReady(child, () => isReady(options.dataFolder, child.pid), READY_TIMEOUT_MS, signal);
  if (!failure) return child;
  throw new CliError(
    `PostgreSQL did not start (${failure}): the last lines of its log are above.`,
    readLastLines(options.logFile),
  );
}

/** @param {string} user @param {string} password @param {number} port @param {string} database @returns {string} */
export function postgresUrl(user, password, port, database) {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Uses a folder with a temporary name, because a killed initdb leaves an incomplete folder behind.
 * @param {PostgresOptions} options @param {AbortSignal} signal
 */
async function initialize({ dataFolder, binaries, account, superuserPassword, throwaway }, signal) {
  const draft = `${dataFolder}.new`;
  const passwordFile = `${dataFolder}.password`;
  rmSync(draft, { recursive: true, force: true });
  makePrivateFolder(draft, account);
  try {
    writeFileSync(passwordFile, superuserPassword, { mode: 0o600 });
    if (account) chownSync(passwordFile, account.uid, account.gid);
    const args = ['-D', draft, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'];
    args.push(
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-locale',
      '--no-instructions',
      ...(throwaway ? ['--no-sync'] : []),
    );
    const { code, output } = await runCommand(join(binaries.folder, 'bin/initdb'), args, {
      signal,
      ...processOptions(dataFolder, account),
    });
    if (code !== 0)
      throw new CliError(
        `The embedded PostgreSQL could not create its database in ${dataFolder} (exit code ${code}).`,
        output,
      );
    renameSync(draft, dataFolder);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** @param {PostgresOptions} options */
function checkVersion({ dataFolder, binaries }) {
  const createdByVersion = readFileSync(join(dataFolder, 'PG_VERSION'), 'utf8').trim();
  if (createdByVersion === binaries.major) return;
  throw new CliError(
    `The database in ${dataFolder} was created by PostgreSQL ${createdByVersion}, but PostgreSQL ${binaries.major} is ` +
      'installed: export it with the version of Ringwell that created it (pg_dump), move the folder elsewhere, and import ' +
      'it again.',
  );
}

/** @param {PostgresOptions} options @param {number} port */
function launch({ folder, dataFolder, binaries, account, logFile, throwaway }, port) {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    ...LOG_SETTINGS,
    ...(throwaway ? THROWAWAY_SETTINGS : []),
  ];
  const log = openSync(logFile, 'a', 0o600);
  try {
    return startChild({
      name: 'postgres',
      folder,
      program: join(binaries.folder, 'bin/postgres'),
      args: ['-D', dataFolder, ...settings.flatMap((setting) => ['-c', setting])],
      stopSignal: 'SIGINT', // a "fast" shutdown rolls back open transactions
      spawnOptions: { ...processOptions(dataFolder, account), stdio: ['ignore', log, log] },
    });
  } finally {
    closeSync(log);
  }
}

/**
 * The caller's environment (such as PGDATA or PGPORT) must not reach the server, and the account must be able to enter
 * the working folder.
 * @param {string} dataFolder @param {import('../folders.mjs').Account | undefined} account
 */
function processOptions(dataFolder, account) {
  return { cwd: join(dataFolder, '..'), env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...account };
}

/**
 * The server writes "ready" to line 8 of its PID file (PostgreSQL's miscadmin.h) once it accepts connections.
 * @param {string} dataFolder @param {number | undefined} serverPid
 */
function isReady(dataFolder, serverPid) {
  const pidFile = join(dataFolder, 'postmaster.pid');
  const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [];
  return Number(lines[0]) === serverPid && lines[7]?.trim() === 'ready';
}
