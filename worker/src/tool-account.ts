import { execFile } from 'node:child_process';
import { chmod, chown, lstat, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The user that programs run as which read what callers sent. */
export interface ToolAccount {
  uid: number;
  gid: number;
}

/** Not the account of the embedded databases: that one may read all their files. */
const ACCOUNT_NAME = 'nobody';
const GROUP_MAY_READ = 0o040;

let toolAccount: ToolAccount | undefined;

/** Who media tools run as; `undefined` for the user of this process. */
export function currentToolAccount(): ToolAccount | undefined {
  return toolAccount;
}

/**
 * Makes media tools run as `nobody` from now on when this process is root. Nothing changes for any other user.
 * @returns false when this process is root and may not start programs as another user, as in a container without that right
 */
export async function useToolAccount(): Promise<boolean> {
  if (process.getuid?.() !== 0) return true;
  const account = await findAccount();
  if (!account || !(await canRunAs(account))) return false;
  toolAccount = account;
  return true;
}

/** Lets the account read a private folder and the files in it, as the group of both. It can reach the folder as its working folder only. */
export async function letToolsRead(account: ToolAccount, folder: string): Promise<void> {
  await share(account, folder, 0o750);
  for (const name of await readdir(folder)) await share(account, join(folder, name), 0o640);
}

/** Makes an empty file that the account may write, since it may make none itself. */
export async function makeToolOutput({ uid, gid }: ToolAccount, path: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  await file.chown(uid, gid).finally(() => file.close());
}

async function share({ uid, gid }: ToolAccount, path: string, mode: number): Promise<void> {
  try {
    const found = await lstat(path);
    if (found.uid === uid || (found.gid === gid && (found.mode & GROUP_MAY_READ) !== 0)) return;
    await chown(path, found.uid, gid);
    await chmod(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error; // another step of the run has deleted its file
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
