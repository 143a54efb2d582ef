// Operating system accounts for work that doesn't have to, or must not, run as root.
import { readFileSync, statSync } from 'node:fs';

import { CliError } from './errors.mjs';
import { runCommand } from './processes/command.mjs';

/** PostgreSQL refuses to run as root. */
const DB_ACCOUNT = 'ringwell';
/** Separate from the databases' account, so api and worker can't read the database files. */
const PRODUCT_ACCOUNT = 'ringwell-app';

/** @typedef {import('./folders.mjs').Account} Account */

/**
 * Returns the account that the databases run under.
 * @param {string} dataFolder database folder; an existing one keeps its owner
 * @param {AbortSignal} signal
 * @returns {Promise<Account | undefined>} undefined if this process is not root and uses its own account
 * @throws {CliError} if the account doesn't exist and can't be created
 */
export async function ensureDatabaseAccount(dataFolder, signal) {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = findAccount(DB_ACCOUNT) ?? findAccount('postgres') ?? (await createAccount(DB_ACCOUNT, signal));
  if (account) return account;
  throw new CliError(
    `PostgreSQL can't run as root, and we couldn't create an account for it: run "${createCommand(DB_ACCOUNT).join(' ')}", ` +
      'then try again.',
  );
}

/**
 * Returns the account for api and worker.
 * @param {AbortSignal} signal
 * @returns {Promise<Account | undefined>} undefined if the account doesn't exist and can't be created
 */
export async function ensureProductAccount(signal) {
  return findAccount(PRODUCT_ACCOUNT) ?? createAccount(PRODUCT_ACCOUNT, signal);
}

/** @param {string} name @param {AbortSignal} signal @returns {Promise<Account | undefined>} */
async function createAccount(name, signal) {
  const [program = '', ...args] = createCommand(name);
  await runCommand(program, args, { signal });
  return findAccount(name); // useradd fails if a parallel command has just created the account
}

/** @param {string} name */
function createCommand(name) {
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  return ['useradd', '--system', '--user-group', ...home, name];
}

/** @param {string} name @returns {Account | undefined} */
function findAccount(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
