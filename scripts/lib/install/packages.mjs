// Installs the npm packages in package-lock.json if the installed ones differ.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withLock } from '../data-folder/lock.mjs';
import { CliError } from '../errors.mjs';
import { makeTraversableFolder } from '../folders.mjs';
import { DATA, packagePath, ROOT } from '../paths.mjs';
import { excerpt, runCommand } from '../processes/command.mjs';

/** @typedef {{ version: string, integrity: string, optional?: boolean }} LockedPackage an entry of a lockfile */

/** @param {AbortSignal} signal @returns {Promise<string>} a note for the terminal */
export async function installPackages(signal) {
  if (arePackagesCurrent()) return 'up to date';
  makeTraversableFolder(DATA);
  return withLock(join(DATA, 'install.lock'), signal, async () => {
    if (arePackagesCurrent()) return 'installed by another command';
    // Builds and tests need dev dependencies, which npm would omit under NODE_ENV=production.
    const { code, output } = await runCommand(
      'npm',
      ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      { signal, cwd: ROOT },
    );
    if (code !== 0)
      throw new CliError(
        `The packages could not be installed ("npm ci" exited with code ${code}): fix the error above, then try again.`,
        excerpt(output),
      );
    return `${readInstalledPackages().size} installed`;
  });
}

/**
 * Compares with node_modules/.package-lock.json, which npm writes last, so it's missing after an interrupted install.
 */
function arePackagesCurrent() {
  const installed = readInstalledPackages();
  return readLockedPackages().every(([path, { version, integrity, optional }]) => {
    const installedPackage = installed.get(path);
    return installedPackage
      ? installedPackage.version === version && installedPackage.integrity === integrity
      : optional === true;
  });
}

/** @returns {[path: string, LockedPackage][]} */
function readLockedPackages() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  /** @type {[string, LockedPackage][]} */
  const entries = Object.entries(packages);
  return entries.filter(([path]) => path !== '');
}

/** @returns {Map<string, LockedPackage>} by path in the clone */
function readInstalledPackages() {
  const file = packagePath('.package-lock.json');
  return new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages) : []);
}
