// The private Redis: a child process on 127.0.0.1 with a generated password.
import { chownSync, closeSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import { CliError } from '../errors.mjs';
import { startChild, waitUntilReady } from '../processes/child.mjs';
import { findProgram, readLastLines } from '../processes/command.mjs';

const READY_TIMEOUT_MS = 30_000;

/**
 * Finds the server binary. Debian's `redis-server` package would start a system service, so `redis-tools` is installed
 * instead. Its /usr/bin/redis-check-rdb is the same binary, which behaves according to the name it's called by.
 * @returns {string | undefined}
 */
export function findRedisServer() {
  return findProgram('redis-server') ?? findProgram('redis-check-rdb');
}

/** @param {string} folder @returns {string} a new link in it named redis-server that points to the server binary */
export function linkRedisServer(folder) {
  const program = findRedisServer();
  if (program === undefined) throw new CliError('The Redis server is not installed: install it, then try again.');
  const link = join(folder, 'redis-server');
  rmSync(link, { force: true });
  symlinkSync(program, link);
  return link;
}

/**
 * @typedef {object} RedisOptions
 * @property {string} folder contains state.json
 * @property {string} dataFolder existing folder for Redis's files
 * @property {import('../folders.mjs').Account | undefined} account
 * @property {string} password
 * @property {string} logFile
 * @property {boolean} throwaway for tests: nothing is kept on disk
 */

/**
 * @param {RedisOptions} options
 * @param {number} port
 * @param {AbortSignal} signal
 * @returns {Promise<import('../processes/child.mjs').Child>} a server that accepts connections
 */
export async function startRedis(options, port, signal) {
  const child = launch(options, linkRedisServer(options.dataFolder), port);
  const isReady = async () => (await ping(port, options.password)).includes('+PONG');
  const failure = await waitUntilReady(child, isReady, READY_TIMEOUT_MS, signal);
  if (!failure) return child;
  throw new CliError(
    `Redis did not start (${failure}): the last lines of its log are above.`,
    readLastLines(options.logFile),
  );
}

/** @param {string} password @param {number} port @returns {string} */
export function redisUrl(password, port) {
  return `redis://:${password}@127.0.0.1:${port}/0`;
}

/** @param {RedisOptions} options @param {string} program @param {number} port */
function launch({ folder, dataFolder, account, password, logFile, throwaway }, program, port) {
  const configFile = join(dataFolder, 'redis.conf'); // every user on the machine can read a process's arguments
  const settings = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(dataFolder)}`,
    'maxmemory-policy noeviction',
    'save ""',
    throwaway ? 'appendonly no' : 'appendonly yes\nappendfsync everysec',
  ];
  rmSync(configFile, { force: true });
  writeFileSync(configFile, `${settings.join('\n')}\n`, { mode: 0o600 });
  if (account) chownSync(configFile, account.uid, account.gid);
  const log = openSync(logFile, 'a', 0o600);
  try {
    return startChild({
      name: 'redis',
      folder,
      program,
      args: [configFile],
      stopSignal: 'SIGTERM',
      spawnOptions: {
        cwd: dataFolder,
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
        stdio: ['ignore', log, log],
        ...account,
      },
    });
  } finally {
    closeSync(log);
  }
}

/**
 * The server replies LOADING while reading its file.
 * @param {number} port @param {string} password
 * @returns {Promise<string>} the reply; empty while the server isn't listening yet
 */
function ping(port, password) {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('connect', () => socket.write(`AUTH ${password}\r\nPING\r\nQUIT\r\n`));
    socket.on('data', (chunk) => (reply += chunk));
    socket.on('error', () => undefined); // refused until the server is listening; 'close' follows
    socket.on('close', () => resolve(reply));
  });
}
