import { execFile } from 'node:child_process';
import { chmod, chown, lstat, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface ToolAccount {
  uid: number;
  gid: number;
}

// We can't use the embedded databases' user, because it can read all their files.
const ACCOUNT_NAME = 'nobody';
const GROUP_READ_BIT = 0o040;

let toolAccount: ToolAccount | undefined;

/** `undefined` means this process's user. */
export function getCurrentToolAccount(): ToolAccount | undefined {
  return toolAccount;
}

/**
 * If this process is root, runs media tools as `nobody` from now on. Otherwise does nothing.
 * @returns false if this process is root but isn't allowed to switch users, as in a container without that capability
 */
export async function enableToolAccount(): Promise<boolean> {
  if (process.getuid?.() !== 0) return true;
  const account = await findAccount();
  if (!account || !(await canRunAs(account))) return false;
  toolAccount = account;
  return true;
}

/**
 * Makes a private folder and its files readable by the account via its group. The account can only use the folder as
 * its working directory.
 */
export async function grantReadAccess(account: ToolAccount, folder: string): Promise<void> {
  await shareWithGroup(account, folder, 0o750);
  for (const name of await readdir(folder)) await shareWithGroup(account, join(folder, name), 0o640);
}

/** Creates an empty file that the account can write to, because it can't create files itself. */
export async function makeToolOutput({ uid, gid }: ToolAccount, path: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.chown(uid, gid);
  } finally {
    await file.close();
  }
}

async function shareWithGroup({ uid, gid }: ToolAccount, path: string, mode: number): Promise<void> {
  try {
    const stats = await lstat(path);
    if (stats.uid === uid || (stats.gid === gid && (stats.mode & GROUP_READ_BIT) !== 0)) return;
    await chown(path, stats.uid, gid);
    await chmod(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // deleted by another step of the run
  }
}

async function findAccount(): Promise<ToolAccount | undefined> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, , uid, gid] =
    users
      .split('\n')
      .find((line) => line.startsWith(`${ACCOUNT_NAME}:`))
      ?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

async function canRunAs(account: ToolAccount): Promise<boolean> {
  return promisify(execFile)('true', [], { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin' } }).then(
    () => true,
    () => false,
  );
}
