import { lstatSync, mkdtempSync, type Stats } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { Inject, Injectable } from '@nestjs/common';

import { internal, type AppError } from '@ringwell/domain/errors/app-error';

import { CONFIG } from '../config/config.module';
import type { Config } from '../config/environment-settings';

const GROUP_AND_OTHERS_MASK = 0o077;

export interface WorkDirectory {
  path: string;
  remove(): Promise<void>;
}

/**
 * Private folders inside `WORK_DIR`, one per run, prefixed with the process id. Checks the root and creates folders
 * synchronously, because a round trip through the thread pool is ten times slower for operations the OS handles in
 * memory.
 */
@Injectable()
export class WorkDirectoriesService {
  private readonly root: string;

  constructor(@Inject(CONFIG) { WORK_DIR: root }: Pick<Config, 'WORK_DIR'>) {
    this.root = resolve(root);
  }

  /**
   * Creates a private folder. The caller removes it.
   * @throws AppError `WORK_DIR_UNSAFE` if `WORK_DIR` is a link or a file, belongs to another user, or is open to
   * others; retryable, because another worker's may be safe
   */
  async create(): Promise<WorkDirectory> {
    await this.prepare();
    const path = mkdtempSync(join(this.root, `${process.pid}-`));
    return { path, remove: () => rm(path, { recursive: true, force: true }) };
  }

  /**
   * Removes the folders of dead processes. Call it before the first run: in a container, a restarted worker has the
   * same process id, so folders with its own id are stale too.
   * @throws AppError like `create`
   */
  async removeAbandoned(): Promise<void> {
    await this.prepare();
    const abandonedNames = (await readdir(this.root)).filter(
      (name) => /^\d+-\w{6}$/.test(name) && !isAliveElsewhere(parseInt(name)),
    );
    await Promise.all(abandonedNames.map((name) => rm(join(this.root, name), { recursive: true, force: true })));
  }

  // An existing parent may belong to another user, who could replace a run's folder with a symlink.
  private async prepare(): Promise<void> {
    const folder = lstatSync(this.root, { throwIfNoEntry: false }) ?? (await this.createRoot());
    if (!folder.isDirectory()) throw workDirectoryUnsafe(this.root, 'is a link or a file. Remove it');
    if (folder.uid !== process.getuid?.()) throw workDirectoryUnsafe(this.root, 'belongs to another user. Remove it');
    if ((folder.mode & GROUP_AND_OTHERS_MASK) !== 0)
      throw workDirectoryUnsafe(this.root, `is open to other users. Run "chmod 700 ${this.root}"`);
  }

  private async createRoot(): Promise<Stats> {
    await mkdir(dirname(this.root), { recursive: true });
    await mkdir(this.root, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return lstat(this.root);
  }
}

function workDirectoryUnsafe(root: string, problem: string): AppError {
  return internal('WORK_DIR_UNSAFE', `The work folder ${root} ${problem}, or set WORK_DIR to another folder.`, {
    retryable: true,
  });
}

function isAliveElsewhere(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // alive, but owned by another user
  }
}
