// Extracts individual files from a .tar.bz2.
import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { CliError } from '../errors.mjs';
import { excerpt, runCommand } from '../processes/command.mjs';

/** tar's messages under `LC_ALL=C`. */
const DISK_FULL_MESSAGE = /No space left on device|Disk quota exceeded/;

/**
 * Unpacks only the named files. The archive's other entries are never written, whatever their paths.
 * @param {string} archive
 * @param {Record<string, string>} contents maps file names in the folder to paths in the archive
 * @param {string} folder
 * @param {AbortSignal} signal
 * @throws {CliError} if a file is missing or is a link
 * @throws {Error} with the code ENOSPC if the disk is full
 */
export async function unpack(archive, contents, folder, signal) {
  const unpackedFolder = mkdtempSync(join(folder, '.unpacked-'));
  const { code, output } = await runCommand(
    'tar',
    [
      '-xjf',
      archive,
      '-C',
      unpackedFolder,
      '--no-same-owner',
      '--no-same-permissions',
      '--',
      ...Object.values(contents),
    ],
    { signal, env: { ...process.env, LC_ALL: 'C' } },
  );
  if (code !== 0 && DISK_FULL_MESSAGE.test(output))
    throw Object.assign(new Error('no space left while unpacking'), { code: 'ENOSPC' });
  if (code !== 0) throw new CliError("The archive can't be unpacked: it's damaged or incomplete.", excerpt(output));
  for (const [name, path] of Object.entries(contents)) {
    const entry = lstatSync(join(unpackedFolder, path));
    if (!entry.isFile() || entry.nlink > 1) throw new CliError(`${path} isn't a regular file in the archive.`);
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    renameSync(join(unpackedFolder, path), join(folder, name));
  }
  rmSync(unpackedFolder, { recursive: true });
}
