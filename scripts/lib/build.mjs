// Builds what runs when a source changed: api, worker and libs into dist/, the web app into web/dist/.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { excerpt, runCommand } from './command.mjs';
import { withLock } from './lock.mjs';
import { DATA, DIST, inPackages, ROOT, WEB_DIST } from './paths.mjs';
import { makePassableFolder } from './service-account.mjs';
import { PlainError } from './terminal.mjs';

/** Folders that are compiled for api and worker, and nothing else is. */
export const SOURCE_FOLDERS = ['api/src', 'worker/src', 'libs'];

/**
 * @typedef {object} Build
 * @property {string} name for its lock
 * @property {string} dist the folder that it makes
 * @property {string[]} sources files and folders that it reads
 * @property {(signal: AbortSignal) => Promise<void>} make
 */

/** @type {Build} */
const PROCESSES = { name: 'build', dist: DIST, sources: [...SOURCE_FOLDERS, '.swcrc', 'package-lock.json'], make: compile };

/** @type {Build} */
const WEB = {
  name: 'web-build',
  dist: WEB_DIST,
  sources: ['web/src', 'web/public', 'web/index.html', 'web/build.mjs', 'web/vite.config.mts', 'web/tsconfig.json', 'tsconfig.json', 'libs/domain', 'n8n', 'package-lock.json'],
  make: bundle,
};

/** Api, worker and libs. @param {AbortSignal} signal @returns {Promise<string>} what was done */
export function buildIfChanged(signal) {
  return makeIfChanged(PROCESSES, signal);
}

/** The web app. @param {AbortSignal} signal @returns {Promise<string>} what was done */
export function buildWebIfChanged(signal) {
  return makeIfChanged(WEB, signal);
}

/** Both, side by side. @param {AbortSignal} signal @returns {Promise<string>} what was done */
export async function buildAllIfChanged(signal) {
  const [processes, web] = await Promise.all([buildIfChanged(signal), buildWebIfChanged(signal)]);
  return processes === web ? processes : `api and worker ${processes}, web app ${web}`;
}

async function makeIfChanged({ name, dist, sources, make }, signal) {
  makePassableFolder(DATA);
  return withLock(join(DATA, `${name}.lock`), signal, async () => {
    const stamp = join(dist, '.sources');
    const wanted = fingerprint(sources);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'up to date';
    await make(signal);
    writeFileSync(stamp, wanted);
    return 'compiled';
  });
}

/** Beside the old build and then in its place, so that a process that starts meanwhile finds the one or the other whole. */
async function compile(signal) {
  const [draft, old] = [`${DIST}.new`, `${DIST}.old`]; // as deep as dist/, or the source maps would point elsewhere
  for (const folder of [draft, old]) rmSync(folder, { recursive: true, force: true });
  await run([inPackages('@swc/cli/bin/swc.js'), ...SOURCE_FOLDERS, '--out-dir', draft, '--copy-files', '--quiet'], signal);
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(draft, DIST);
  rmSync(old, { recursive: true, force: true });
}

/** It, too, works beside the old one. */
function bundle(signal) {
  return run([join(ROOT, 'web/build.mjs')], signal);
}

async function run(args, signal) {
  const { code, output } = await runCommand(process.execPath, args, { signal, cwd: ROOT });
  if (code !== 0) throw new PlainError('The sources do not compile: see above.', excerpt(output));
}

/** One hash over the names and contents of everything that a build reads. */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn).sort()) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file))).update('\0');
  return hash.digest('hex');
}

/** @returns {string[]} the file itself, or those below the folder, as paths from the root */
function filesIn(source) {
  const path = join(ROOT, source);
  if (!statSync(path).isDirectory()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}
