import { chmod, chown, lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { WorkDirectoriesService } from './work-directories.service';

const folder = temporaryDirectory();
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

it('creates a removable private folder below traversable parents', async () => {
  const root = join(folder, 'data', 'work');
  const directory = await new WorkDirectoriesService({ WORK_DIR: root }).create();
  await writeFile(join(directory.path, 'recording'), 'sound');
  const modes = [(await lstat(root)).mode & 0o777, (await lstat(directory.path)).mode & 0o777];
  await directory.remove();
  expect(modes).toEqual([0o700, 0o700]);
  expect(await readdir(root)).toEqual([]);
  expect((await lstat(join(folder, 'data'))).mode & 0o011).toBe(0o011);
});

it('removes folders of dead processes, and keeps those of live processes and everything else', async () => {
  const root = join(folder, 'left');
  await mkdir(root, { mode: 0o700 });
  const keptNames = [`${process.ppid}-Abc123`, '2026-11', 'recordings'];
  for (const name of ['4000001-Abc123', ...keptNames]) await mkdir(join(root, name));
  await new WorkDirectoriesService({ WORK_DIR: root }).removeAbandoned();
  expect((await readdir(root)).sort()).toEqual(keptNames.sort());
});

describe('rejects an unsafe WORK_DIR', () => {
  it.each<[string, string, (path: string) => Promise<unknown>]>([
    [
      'a link',
      'is a link or a file',
      async (path) => {
        await mkdir(`${path}.target`, { mode: 0o700 });
        await symlink(`${path}.target`, path);
      },
    ],
    ['a file', 'is a link or a file', (path) => writeFile(path, '')],
    [
      'open to others',
      'chmod 700',
      async (path) => {
        await mkdir(path);
        await chmod(path, 0o755);
      },
    ],
    ...(isRoot
      ? [
          [
            'owned by another user',
            'belongs to another user',
            async (path: string) => {
              await mkdir(path, { mode: 0o700 });
              await chown(path, NOBODY, NOBODY);
            },
          ] as [string, string, (path: string) => Promise<unknown>],
        ]
      : []),
  ])('when it is %s', async (name, message, prepare) => {
    const root = join(folder, name);
    await prepare(root);
    const directories = new WorkDirectoriesService({ WORK_DIR: root });
    const unsafe = { code: 'WORK_DIR_UNSAFE', message: expect.stringContaining(message) as string };
    await expect(directories.create()).rejects.toMatchObject(unsafe);
    await expect(directories.removeAbandoned()).rejects.toMatchObject(unsafe);
  });
});
