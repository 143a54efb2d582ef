// Folders and their permissions.
import { chmodSync, chownSync, lchownSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {object} Account an account of the operating system
 * @property {number} uid
 * @property {number} gid
 */

/** Permissions to traverse a folder, to read or write, and to read and execute: the bits of one file mode digit. */
export const TRAVERSE = 0o1;
export const WRITE = 0o2;
export const READ = 0o4;
export const READ_AND_EXECUTE = 0o5;

/**
 * @param {Account} account
 * @param {string} path an existing file or folder
 * @param {number} permissions
 * @returns {boolean} whether the account has these permissions and can traverse every folder above
 */
export function canAccess(account, path, permissions) {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  if (((mode >> shift) & permissions) !== permissions) return false;
  const parent = dirname(path);
  return parent === path || canAccess(account, parent, TRAVERSE);
}

/**
 * Creates a folder that only the account can open.
 * @param {string} path @param {Account} [account] by default the current one
 */
export function makePrivateFolder(path, account) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
}

/**
 * Creates a folder that everyone can traverse but only its owner can list, regardless of the umask.
 * @param {string} path
 */
export function makeTraversableFolder(path) {
  const created = mkdirSync(path, { recursive: true });
  if (created === undefined) return;
  for (let folder = path; folder.length >= created.length; folder = dirname(folder)) chmodSync(folder, 0o711);
}

/** Makes the account the owner of a folder and everything in it. @param {Account} account @param {string} path */
export function chownRecursively(account, path) {
  lchownSync(path, account.uid, account.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownRecursively(account, join(path, name));
}
