// The private Redis: a child of ours on 127.0.0.1 with a generated password.
import { chownSync, closeSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import { readyOrFailure, startChild } from './child.mjs';
import { findProgram, lastLinesOf } from './command.mjs';
import { PlainError } from './terminal.mjs';

const READY_BOUND_MS = 30_000;

/**
 * The server program. Debian's package `redis-server` would start a system service, so we install `redis-tools`: its
 * /usr/bin/redis-check-rdb is the server itself, which acts by the name under which it is called.
 * @returns {string | undefined}
 */
export function findRedisServer() {
  return findProgram('redis-server') ?? findProgram('redis-check-rdb');
}

/** @param {string} folder @returns {string} a link named redis-server in it, to the program found on this machine */
export function redisServerLink(folder) {
  const link = join(folder, 'redis-server');
  rmSync(link, { force: true });
  symlinkSync(findRedisServer(), link);
  return link;
}

/**
 * @typedef {object} RedisOptions
 * @property {string} folder where state.json lies
 * @property {string} dataFolder Redis's own folder, which exists
 * @property {import('./service-account.mjs').Account | undefined} account
 * @property {string} password
 * @property {string} logFile
 * @property {boolean} throwaway for tests: nothing is kept on disk
 *
 * @param {RedisOptions} options
 * @param {number} port
 * @param {AbortSignal} signal
 * @returns {Promise<import('./child.mjs').Child>} ready for connections
 */
export async function startRedis(options, port, signal) {
  const child = launch(options, redisServerLink(options.dataFolder), port);
  const isReady = async () => (await ping(port, options.password)).includes('+PONG');
  const failure = await readyOrFailure(child, isReady, READY_BOUND_MS, signal);
  if (!failure) return child;
  throw new PlainError(`Redis did not start (${failure}): its last lines are above.`, lastLinesOf(options.logFile));
}

/** @param {string} password @param {number} port @returns {string} */
export function redisUrl(password, port) {
  return `redis://:${password}@127.0.0.1:${port}/0`;
}

function launch({ folder, dataFolder, account, password, logFile, throwaway }, program, port) {
  const configFile = join(dataFolder, 'redis.conf'); // not arguments: everybody on the machine can read those
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

/** While it reads its file it answers LOADING. @returns {Promise<string>} what it answered; '' when nobody listens yet */
function ping(port, password) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('connect', () => socket.write(`AUTH ${password}\r\nPING\r\nQUIT\r\n`));
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('error', () => undefined); // refused until it listens; 'close' follows
    socket.on('close', () => resolve(answer));
  });
}
