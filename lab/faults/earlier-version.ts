import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { MIGRATIONS } from '@ringwell/database/migrations';

const ROOT = resolve(__dirname, '../..');

/** Whether there's a version before the newest migration; false if that migration creates the first schema. */
export const HAS_EARLIER_VERSION = MIGRATIONS.length > 1;

/** Finds the commit just before the one that added the newest migration. */
function findEarlierCommit(): string {
  const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'libs/database/migrations');
  if (newest === '') throw new Error('This test requires the git history. Clone the repository with its history.');
  return git('rev-parse', `${newest}~1`);
}

/**
 * Builds the api and worker from before the newest migration.
 * @param folder an empty folder
 * @returns the clone that contains the build
 */
export function buildEarlierVersion(folder: string): string {
  const clone = join(folder, 'clone');
  mkdirSync(clone);
  const archive = join(folder, 'files.tar');
  git('archive', '--output', archive, findEarlierCommit());
  execFileSync('tar', ['-xf', archive, '-C', clone]);
  const lock = 'package-lock.json';
  if (readFileSync(join(clone, lock), 'utf8') === readFileSync(join(ROOT, lock), 'utf8'))
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  else execFileSync('npm', ['ci'], { cwd: clone, stdio: 'ignore' });
  execFileSync('npx', ['nest', 'build', 'api', 'worker', 'libs'], { cwd: clone, stdio: 'ignore' });
  return clone;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}
