// Builds whatever changed: api, worker and libs into dist/ with the Nest CLI, the web app into web/dist/ with Vite.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { withLock } from './data-folder/lock.mjs';
import { CliError } from './errors.mjs';
import { makeTraversableFolder } from './folders.mjs';
import { DATA, DIST, packagePath, ROOT, TOOLS_DIST, WEB_DIST } from './paths.mjs';
import { excerpt, runCommand } from './processes/command.mjs';

/** Projects in nest-cli.json that run in production. */
export const PRODUCT = ['api', 'worker', 'libs'];

/** Source folders of these projects. */
export const SOURCE_FOLDERS = ['api/src', 'worker/src', 'libs'];

/**
 * @typedef {object} Build
 * @property {string} name of its lock
 * @property {string} dist output folder
 * @property {string[]} sources files and folders that it reads
 * @property {(signal: AbortSignal) => Promise<void>} run
 */

/** @type {Build} */
const PROCESSES = {
  name: 'build',
  dist: DIST,
  sources: [...SOURCE_FOLDERS, 'nest-cli.json', '.swcrc', 'package-lock.json'],
  run: replaceDist,
};

/** The tools that train and evaluate the built-in analyst. Not in dist/, because they aren't shipped. @type {Build} */
const TOOLS = {
  name: 'tools-build',
  dist: TOOLS_DIST,
  sources: [...PROCESSES.sources, 'lab/analyst'],
  run: async (signal) => {
    rmSync(TOOLS_DIST, { recursive: true, force: true });
    await compile([...PRODUCT, 'analyst'], TOOLS_DIST, signal);
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
    'samples',
    'package-lock.json',
  ],
  run: buildWeb,
};

/** Builds api, worker and libs. @param {AbortSignal} signal @returns {Promise<string>} a note for the terminal */
export function buildIfChanged(signal) {
  return runIfChanged(PROCESSES, signal);
}

/** Builds lab/analyst. @param {AbortSignal} signal @returns {Promise<string>} a note for the terminal */
export function buildToolsIfChanged(signal) {
  return runIfChanged(TOOLS, signal);
}

/** Builds the web app. @param {AbortSignal} signal @returns {Promise<string>} a note for the terminal */
export function buildWebIfChanged(signal) {
  return runIfChanged(WEB, signal);
}

/** Builds the processes and the web app in parallel. @param {AbortSignal} signal @returns {Promise<string>} a note */
export async function buildAllIfChanged(signal) {
  const [processes, web] = await Promise.all([buildIfChanged(signal), buildWebIfChanged(signal)]);
  return processes === web ? processes : `api and worker ${processes}, web app ${web}`;
}

/** @param {Build} build @param {AbortSignal} signal @returns {Promise<string>} */
async function runIfChanged({ name, dist, sources, run }, signal) {
  makeTraversableFolder(DATA);
  return withLock(join(DATA, `${name}.lock`), signal, async () => {
    const stampFile = join(dist, '.sources');
    const current = fingerprint(sources);
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === current) return 'up to date';
    await run(signal);
    writeFileSync(stampFile, current);
    return 'compiled';
  });
}

/**
 * Compiles projects in nest-cli.json.
 * @param {string[]} projects
 * @param {string} folder output folder
 * @param {AbortSignal} signal
 */
export async function compile(projects, folder, signal) {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'tsconfig.json'); // the Nest CLI reads the output folder from a TypeScript configuration
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions: { outDir: '.' } }));
  const env = { ...process.env, npm_config_loglevel: 'silent' }; // otherwise, the CLI prints one line per project
  await runNode(
    [packagePath('@nestjs/cli/bin/nest.js'), 'build', ...projects, '--path', relative(ROOT, config)],
    signal,
    env,
  );
  rmSync(config);
}

/**
 * Compiles into a new folder that then replaces dist/, so a process that starts in the meantime finds a complete build.
 * @param {AbortSignal} signal
 */
async function replaceDist(signal) {
  const [draft, old] = [`${DIST}.new`, `${DIST}.old`]; // as deep as dist/, because source maps have relative paths
  for (const folder of [draft, old]) rmSync(folder, { recursive: true, force: true });
  await compile(PRODUCT, draft, signal);
  if (existsSync(DIST)) renameSync(DIST, old);
  renameSync(draft, DIST);
  rmSync(old, { recursive: true, force: true });
}

/** web/build.mjs replaces web/dist in the same way. @param {AbortSignal} signal */
function buildWeb(signal) {
  return runNode([join(ROOT, 'web/build.mjs')], signal);
}

/** @param {string[]} args @param {AbortSignal} signal */
async function runNode(args, signal, env = process.env) {
  const { code, output } = await runCommand(process.execPath, args, { signal, cwd: ROOT, env });
  if (code !== 0) throw new CliError('Compilation failed: see above.', excerpt(output));
}

/** Returns a single hash of the names and contents of all files that a build reads. @param {string[]} sources */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(listFiles).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

/** @param {string} source a file or folder @returns {string[]} its files, relative to the root */
function listFiles(source) {
  const path = join(ROOT, source);
  if (!statSync(path).isDirectory()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}
