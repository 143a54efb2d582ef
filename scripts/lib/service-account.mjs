// PostgreSQL refuses to run as root, so as root the databases run as a system account, in folders that it can reach.
import { chmodSync, chownSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { runCommand } from './command.mjs';
import { PlainError } from './terminal.mjs';

/** The account we make when the machine has none for PostgreSQL. */
const OWN_ACCOUNT = 'ringwell';

/**
 * @typedef {object} Account
 * @property {number} uid
 * @property {number} gid
 */

/**
 * The account that the databases run as.
 * @param {string} dataFolder the database's folder; one that exists keeps its owner
 * @param {AbortSignal} signal
 * @returns {Promise<Account | undefined>} undefined: as ourselves, because we are not root
 */
export async function serviceAccount(dataFolder, signal) {
  if (process.getuid() !== 0) return undefined;
  const owner = ownerOf(dataFolder);
  if (owner && owner.uid !== 0) return owner;
  const existing = findAccount(OWN_ACCOUNT) ?? findAccount('postgres');
  if (existing) return existing;
  const args = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    OWN_ACCOUNT,
  ];
  const { code, output } = await runCommand('useradd', args, { signal });
  const made = findAccount(OWN_ACCOUNT);
  // A command that runs beside this one may have made it in the same moment: then it is there whatever useradd says.
  if (made) return made;
  throw new PlainError(
    `PostgreSQL may not run as root and no account could be made for it (exit code ${code}): run "useradd ${args.join(' ')}" and start again.`,
    output,
  );
}

function findAccount(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function ownerOf(folder) {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat && { uid: stat.uid, gid: stat.gid };
}

/** The rights that passing through a folder, and reading and running a program, need: bits of one digit of a file mode. */
export const PASS = 0o1;
export const RUN = 0o5;

/**
 * @param {Account} account
 * @param {string} path of something that exists
 * @param {number} rights PASS or RUN
 * @returns {boolean} whether the account has them, and may pass every folder above
 */
export function canReach(account, path, rights) {
  if (!hasMode(account, path, rights)) return false;
  const parent = dirname(path);
  return parent === path || canReach(account, parent, PASS);
}

function hasMode(account, path, needed) {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & needed) === needed;
}

/** Makes a folder that only the account (or, without one, we) may open. @param {string} path @param {Account} [account] */
export function makePrivateFolder(path, account) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
}

/** Makes a folder that everybody may pass through and nobody else may list, whatever the umask. @param {string} path */
export function makePassableFolder(path) {
  const made = mkdirSync(path, { recursive: true });
  if (made === undefined) return;
  for (let folder = path; folder.length >= made.length; folder = dirname(folder)) chmodSync(folder, 0o711);
}

/** Gives a folder and everything in it to the account. @param {Account} account @param {string} path */
export function giveTo(account, path) {
  lchownSync(path, account.uid, account.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(account, join(path, name));
}
