// The account for api and worker when `npm start` runs as root. They handle untrusted input and don't need root.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { ensureProductAccount } from '../accounts.mjs';
import { canAccess, chownRecursively, makePrivateFolder, READ, READ_AND_EXECUTE, WRITE } from '../folders.mjs';
import { displayPath, DIST, ROOT } from '../paths.mjs';

const ROOT_ACCOUNT = { uid: 0, gid: 0 };
const FIRST_UNPRIVILEGED_PORT = '/proc/sys/net/ipv4/ip_unprivileged_port_start';

/** @typedef {import('../folders.mjs').Account} Account */

/**
 * @param {{ env: NodeJS.ProcessEnv, dataFolders: string[], port: number, signal: AbortSignal }} options the account
 *   becomes the owner of `dataFolders`, where the processes write
 * @returns {Promise<{ account?: Account, problem?: string }>} without an account, the processes run as this process's
 *   user, which is root only if there's a problem
 */
export async function prepareProcessAccount({ env, dataFolders, port, signal }) {
  if (process.getuid?.() !== 0) return {};
  const account = await ensureProductAccount(signal);
  const problem = account
    ? (findPortProblem(port) ?? findAccessProblem(account, env, dataFolders))
    : 'an account for them could not be created';
  // Also changes the owner back to root, because a worker doesn't use another account's folder.
  for (const folder of dataFolders) ensureFolderOwner(problem || !account ? ROOT_ACCOUNT : account, folder);
  return problem ? { problem } : { account };
}

/** @param {number} port */
function findPortProblem(port) {
  if (!existsSync(FIRST_UNPRIVILEGED_PORT)) return undefined;
  const firstPort = Number(readFileSync(FIRST_UNPRIVILEGED_PORT, 'utf8'));
  return port < firstPort ? `only root can listen on port ${port}` : undefined;
}

/** @param {Account} account @param {NodeJS.ProcessEnv} env @param {string[]} dataFolders */
function findAccessProblem(account, { STORAGE_DIR = '', WORK_DIR = '', MODELS_DIR = '' }, dataFolders) {
  const programs = [process.execPath, DIST, join(ROOT, 'node_modules/@nestjs/core')];
  const readPaths = [...programs, MODELS_DIR].filter(existsSync).map((path) => realpathSync(path));
  const writtenPaths = [STORAGE_DIR, WORK_DIR].filter((path) => !dataFolders.includes(path) && existsSync(path));
  const deniedPath =
    readPaths.find((path) => !canAccess(account, path, statSync(path).isDirectory() ? READ_AND_EXECUTE : READ)) ??
    writtenPaths.find((path) => !canAccess(account, path, READ_AND_EXECUTE | WRITE));
  return deniedPath === undefined ? undefined : `an unprivileged account can't use ${displayPath(deniedPath)}`;
}

/** An earlier start may have used a different owner. @param {Account} account @param {string} folder */
function ensureFolderOwner(account, folder) {
  const isOwnedByAccount = statSync(folder, { throwIfNoEntry: false })?.uid === account.uid;
  makePrivateFolder(folder, account);
  if (!isOwnedByAccount) chownRecursively(account, folder);
}
