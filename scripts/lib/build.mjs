// Compiles api, worker and libs into dist/ when a source changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { excerpt, runCommand } from './command.mjs';
import { withLock } from './lock.mjs';
import { DATA, DIST, inPackages, ROOT } from './paths.mjs';
import { makePassableFolder } from './service-account.mjs';
import { PlainError } from './terminal.mjs';

/** Folders that are compiled, and nothing else is. */
export const SOURCE_FOLDERS = ['api/src', 'worker/src', 'libs'];
const SETTING_FILES = ['.swcrc', 'package-lock.json'];
const STAMP = join(DIST, '.sources');

/** @param {AbortSignal} signal @returns {Promise<string>} what was done */
export async function buildIfChanged(signal) {
  makePassableFolder(DATA);
  return withLock(join(DATA, 'build.lock'), signal, async () => {
    const sources = fingerprint();
    if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return 'up to date';
    await compile(sources, signal);
    return 'compiled';
  });
}

/** Beside the old build and then in its place, so that a process that starts meanwhile finds the one or the other whole. */
async function compile(sources, signal) {
  const [draft, old] = [`${DIST}.new`, `${DIST}.old`]; // as deep as dist/, or the source maps would point elsewhere
  for (const folder of [draft, old]) rmSync(folder, { recursive: true, force: true });
  const args = [inPackages('@swc/cli/bin/swc.js'), ...SOURCE_FOLDERS, '--out-dir', draft, '--copy-files', '--quiet'];
  const { code, output } = await runCommand(process.execPath, args, { signal, cwd: ROOT });
  if (code !== 0) throw new PlainError('The sources do not compile: see above.', excerpt(output));
  writeFileSync(join(draft, '.sources'), sources);
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(draft, DIST);
  rmSync(old, { recursive: true, force: true });
}

/** One hash over the names and contents of everything that the build reads. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = SOURCE_FOLDERS.flatMap((folder) => filesBelow(folder)).sort();
  for (const file of [...SETTING_FILES, ...files]) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file))).update('\0');
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}
