import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** One for each system user: the folder is private. */
export const WORK_ROOT = join(tmpdir(), `ringwell-work-${userInfo().uid}`);

/** Runs work with a private directory that is gone afterwards, however the work ends. */
export async function withWorkDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  await mkdir(WORK_ROOT, { recursive: true, mode: 0o700 });
  const directory = await mkdtemp(join(WORK_ROOT, `${process.pid}-`));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Removes directories whose process is gone: a killed worker cannot clean up after itself. Call it before the first run: in a
 * container the worker has the same process id after each restart, so what carries its own is left from before.
 */
export async function removeAbandonedWorkDirectories(): Promise<void> {
  const names = await readdir(WORK_ROOT).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const abandoned = names.filter((name) => !isAliveElsewhere(Number.parseInt(name, 10)));
  await Promise.all(abandoned.map((name) => rm(join(WORK_ROOT, name), { recursive: true, force: true })));
}

function isAliveElsewhere(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // somebody else's process, but a living one
  }
}
