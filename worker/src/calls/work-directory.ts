import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(tmpdir(), 'ringwell-work');

/** Runs work with a private directory that is gone afterwards, however the work ends. */
export async function withWorkDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  await mkdir(ROOT, { recursive: true, mode: 0o700 });
  const directory = await mkdtemp(join(ROOT, `${process.pid}-`));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Removes directories whose process is gone: a killed worker cannot clean up after itself. */
export async function removeAbandonedWorkDirectories(): Promise<void> {
  const names = await readdir(ROOT).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const abandoned = names.filter((name) => !isAlive(Number.parseInt(name, 10)));
  await Promise.all(abandoned.map((name) => rm(join(ROOT, name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // somebody else's process, but a living one
  }
}
