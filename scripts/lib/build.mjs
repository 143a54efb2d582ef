// Builds what has changed: api, worker and libs into dist/ with the Nest CLI, the web app into web/dist/ with Vite.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { excerpt, runCommand } from './command.mjs';
import { withLock } from './lock.mjs';
import { DATA, DIST, inPackages, ROOT, TOOLS_DIST, WEB_DIST } from './paths.mjs';
import { makePassableFolder } from './service-account.mjs';
import { PlainError } from './terminal.mjs';

/** The projects of nest-cli.json that run in production. */
export const PRODUCT = ['api', 'worker', 'libs'];

/** The folders they are compiled from. */
export const SOURCE_FOLDERS = ['api/src', 'worker/src', 'libs'];

/**
 * @typedef {object} Build
 * @property {string} name for its lock
 * @property {string} dist the folder that it makes
 * @property {string[]} sources files and folders that it reads
 * @property {(signal: AbortSignal) => Promise<void>} make
 */

/** @type {Build} */
const PROCESSES = {
  name: 'build',
  dist: DIST,
  sources: [...SOURCE_FOLDERS, 'nest-cli.json', '.swcrc', 'package-lock.json'],
  make: replaceDist,
};

/**
 * The tools that train and measure the built-in analyst, with the product's code that they use. Not in dist/: they do not ship.
 * @type {Build}
 */
const TOOLS = {
  name: 'tools-build',
  dist: TOOLS_DIST,
  sources: [...PROCESSES.sources, 'tools'],
  make: async (signal) => {
    rmSync(TOOLS_DIST, { recursive: true, force: true });
    await compile([...PRODUCT, 'tools'], TOOLS_DIST, signal);
  },
};

/** @type {Build} */
const WEB = {
  name: 'web-build',
  dist: WEB_DIST,
  sources: [
    'web/src',
    'web/public',
    'web/index.html',
    'web/build.mjs',
    'web/vite.config.mts',
    'web/tsconfig.json',
    'tsconfig.json',
    'libs/domain',
    'n8n',
    'package-lock.json',
  ],
  make: bundle,
};

/** Api, worker and libs. @param {AbortSignal} signal @returns {Promise<string>} what was done */
export function buildIfChanged(signal) {
  return makeIfChanged(PROCESSES, signal);
}

/** What is in tools/. @param {AbortSignal} signal @returns {Promise<string>} what was done */
export function buildToolsIfChanged(signal) {
  return makeIfChanged(TOOLS, signal);
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

/**
 * Compiles projects of nest-cli.json.
 * @param {string[]} projects
 * @param {string} folder where the compiled files go
 * @param {AbortSignal} signal
 */
export async function compile(projects, folder, signal) {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'tsconfig.json'); // the Nest CLI takes the output folder from a TypeScript configuration
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions: { outDir: '.' } }));
  const env = { ...process.env, npm_config_loglevel: 'silent' }; // or the CLI adds a line for each project
  await run(
    [inPackages('@nestjs/cli/bin/nest.js'), 'build', ...projects, '--path', relative(ROOT, config)],
    signal,
    env,
  );
  rmSync(config);
}

/** Compiles into a new folder that then replaces dist/: a process that starts meanwhile finds one complete build. */
async function replaceDist(signal) {
  const [draft, old] = [`${DIST}.new`, `${DIST}.old`]; // as deep as dist/, or the source maps would point elsewhere
  for (const folder of [draft, old]) rmSync(folder, { recursive: true, force: true });
  await compile(PRODUCT, draft, signal);
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(draft, DIST);
  rmSync(old, { recursive: true, force: true });
}

/** Vite replaces web/dist in the same way (web/build.mjs). */
function bundle(signal) {
  return run([join(ROOT, 'web/build.mjs')], signal);
}

async function run(args, signal, env = process.env) {
  const { code, output } = await runCommand(process.execPath, args, { signal, cwd: ROOT, env });
  if (code !== 0) throw new PlainError('The sources do not compile: see above.', excerpt(output));
}

/** One hash over the names and contents of everything that a build reads. */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
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
