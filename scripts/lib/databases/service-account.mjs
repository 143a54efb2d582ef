// PostgreSQL refuses to run as root. When this process is root, the databases run under a system account instead.
import { readFileSync, statSync } from 'node:fs';

import { CliError } from '../errors.mjs';
import { runCommand } from '../processes/command.mjs';

/** The account that is created if the machine has none for PostgreSQL. */
const ACCOUNT_NAME = 'ringwell';

/**
 * The account that the databases run under.
 * @param {string} dataFolder folder of the database; an existing one keeps its owner
 * @param {AbortSignal} signal
 * @returns {Promise<import('../folders.mjs').Account | undefined>} undefined if this process is not root: then its own
 */
export async function serviceAccount(dataFolder, signal) {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = findAccount(ACCOUNT_NAME) ?? findAccount('postgres');
  if (existing) return existing;
  const args = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    ACCOUNT_NAME,
  ];
  const { code, output } = await runCommand('useradd', args, { signal });
  // useradd fails if a parallel command has just created the account.
  const created = findAccount(ACCOUNT_NAME);
  if (created) return created;
  throw new CliError(
    'PostgreSQL cannot run as root, and an account for it could not be created ' +
      `(exit code ${code}): run "useradd ${args.join(' ')}", then try again.`,
    output,
  );
}

/** @param {string} name @returns {import('../folders.mjs').Account | undefined} */
function findAccount(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
