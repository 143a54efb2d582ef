// Installs the npm packages of package-lock.json when what is installed differs from it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { excerpt, runCommand } from './command.mjs';
import { withLock } from './lock.mjs';
import { DATA, inPackages, ROOT } from './paths.mjs';
import { makePassableFolder } from './service-account.mjs';
import { PlainError } from './terminal.mjs';

/** @param {AbortSignal} signal @returns {Promise<string>} what was done */
export async function installPackages(signal) {
  if (areCurrent()) return 'up to date';
  makePassableFolder(DATA);
  return withLock(join(DATA, 'install.lock'), signal, async () => {
    if (areCurrent()) return 'installed by another command';
    // What builds and tests are development packages, which npm would leave out under NODE_ENV=production.
    const { code, output } = await runCommand(
      'npm',
      ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      { signal, cwd: ROOT },
    );
    if (code !== 0)
      throw new PlainError(
        `The packages could not be installed ("npm ci" ended with code ${code}): see npm's message above, then start again.`,
        excerpt(output),
      );
    return `${installed().size} installed`;
  });
}

/** npm notes what it really installed, as its last act, in node_modules/.package-lock.json: an interrupted installation has none. */
function areCurrent() {
  const present = installed();
  return wanted().every(([path, { version, integrity, optional }]) => {
    const found = present.get(path);
    return found ? found.version === version && found.integrity === integrity : optional === true;
  });
}

function wanted() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(([path]) => path !== '');
}

/** @returns {Map<string, { version: string, integrity: string }>} by path in the clone */
function installed() {
  const note = inPackages('.package-lock.json');
  return new Map(existsSync(note) ? Object.entries(JSON.parse(readFileSync(note, 'utf8')).packages) : []);
}
