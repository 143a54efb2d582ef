// The embedded PostgreSQL: made on first use, then a child of ours on 127.0.0.1 with a generated password.
import { chownSync, closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { readyOrFailure, startChild } from './child.mjs';
import { lastLinesOf, runCommand } from './command.mjs';
import { ROOT } from './paths.mjs';
import { makePrivateFolder } from './service-account.mjs';
import { PlainError } from './terminal.mjs';

const SUPERUSER = 'ringwell';
const READY_BOUND_MS = 30_000;

/** Options for tests: everything is thrown away afterwards, so nothing needs to survive a power cut. */
const THROWAWAY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

/**
 * @typedef {object} PostgresOptions
 * @property {string} folder where state.json lies
 * @property {string} dataFolder the database's own folder; made when it does not exist
 * @property {{ folder: string, major: string }} binaries
 * @property {import('./service-account.mjs').Account | undefined} account
 * @property {string} password of the superuser, the same for the life of the data
 * @property {string} logFile
 * @property {boolean} throwaway for tests: everything is deleted afterwards
 *
 * @param {PostgresOptions} options
 * @param {number} port
 * @param {AbortSignal} signal
 * @returns {Promise<import('./child.mjs').Child>} ready for connections
 */
export async function startPostgres(options, port, signal) {
  if (!existsSync(options.dataFolder)) await initialise(options, signal);
  checkVersion(options);
  const child = launch(options, port);
  const failure = await readyOrFailure(child, () => isReady(options.dataFolder, child.pid), READY_BOUND_MS, signal);
  if (!failure) return child;
  throw new PlainError(
    `PostgreSQL did not start (${failure}): its last lines are above.`,
    lastLinesOf(options.logFile),
  );
}

/** @param {string} password @param {number} port @param {string} database @returns {string} */
export function postgresUrl(password, port, database) {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** A killed initdb leaves half a folder behind, so it works under another name. */
async function initialise({ dataFolder, binaries, account, password, throwaway }, signal) {
  const draft = `${dataFolder}.new`;
  const passwordFile = `${dataFolder}.password`;
  rmSync(draft, { recursive: true, force: true });
  makePrivateFolder(draft, account);
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
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
      ...environment(dataFolder, account),
    });
    if (code !== 0)
      throw new PlainError(
        `The embedded PostgreSQL could not make its database in ${dataFolder} (exit code ${code}).`,
        output,
      );
    renameSync(draft, dataFolder);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function checkVersion({ dataFolder, binaries }) {
  const madeBy = readFileSync(join(dataFolder, 'PG_VERSION'), 'utf8').trim();
  if (madeBy === binaries.major) return;
  throw new PlainError(
    `The database in ${dataFolder} was made by PostgreSQL ${madeBy} and the installed one is ${binaries.major}: export it with the version of Ringwell that made it (pg_dump), move the folder away, and import it again.`,
  );
}

function launch({ folder, dataFolder, binaries, account, logFile, throwaway }, port) {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    ...(throwaway ? THROWAWAY : []),
  ];
  const log = openSync(logFile, 'a', 0o600);
  try {
    return startChild({
      name: 'postgres',
      folder,
      program: join(binaries.folder, 'bin/postgres'),
      args: ['-D', dataFolder, ...settings.flatMap((setting) => ['-c', setting])],
      stopSignal: 'SIGINT', // "fast": open transactions are rolled back
      spawnOptions: { ...environment(dataFolder, account), stdio: ['ignore', log, log] },
    });
  } finally {
    closeSync(log);
  }
}

/** Nothing of the caller's environment (such as PGDATA or PGPORT) may reach it, and it must be able to enter its working folder. */
function environment(dataFolder, account) {
  return { cwd: join(dataFolder, '..'), env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...account };
}

/** The server writes "ready" into the eighth line of its pid file (PostgreSQL's miscadmin.h) when it takes connections. */
function isReady(dataFolder, serverPid) {
  const lines = readLines(join(dataFolder, 'postmaster.pid'));
  return Number(lines[0]) === serverPid && lines[7]?.trim() === 'ready';
}

function readLines(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

/** Makes a database unless it exists. @param {string} maintenanceUrl of the superuser @param {string} name an identifier of ours */
export async function ensureDatabase(maintenanceUrl, name) {
  const { Client } = createRequire(join(ROOT, 'package.json'))('pg');
  const client = new Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database "${name}"`);
  } finally {
    await client.end();
  }
}
