// Programs that npm doesn't install: the Redis server, ffmpeg, the built-in recognizer, and a browser for the tests.
import { existsSync } from 'node:fs';

import { findRedisServer } from '../databases/redis.mjs';
import { CliError } from '../errors.mjs';
import { CATALOG } from '../models/catalog.mjs';
import { hasRecognizer, OTHER_RECOGNIZERS } from '../models/choose-models.mjs';
import { excerpt, findProgram, runCommand } from '../processes/command.mjs';
import { getModelsFolder } from '../system/environment.mjs';
import { yellow } from '../terminal.mjs';

/**
 * The built-in recognizer's English model, in the folders where pocketsphinx.transcriber.ts looks for it. On Debian,
 * it's a separate package that `pocketsphinx` doesn't depend on.
 */
const MODEL_FOLDERS = ['/usr', '/usr/local', '/opt/homebrew'].map(
  (prefix) => `${prefix}/share/pocketsphinx/model/en-us`,
);

/**
 * @typedef {object} Tool
 * @property {string} name for messages
 * @property {() => boolean} isInstalled
 * @property {string[]} apt Debian packages
 * @property {string[]} brew Homebrew formulae; empty if there are none
 * @property {string} [alternative] what works instead, in parentheses
 * @property {boolean} [isOptional] whether the system starts without it
 */

/** @type {Tool} */
const REDIS = {
  name: 'the Redis server',
  isInstalled: () => findRedisServer() !== undefined,
  apt: ['redis-tools'],
  brew: ['redis'],
};

/** @type {Tool} */
const FFMPEG = {
  name: 'ffmpeg',
  isInstalled: () => findProgram('ffmpeg') !== undefined && findProgram('ffprobe') !== undefined,
  apt: ['ffmpeg'],
  brew: ['ffmpeg'],
};

/** @type {Tool} */
const RECOGNIZER = {
  name: 'the built-in recognizer pocketsphinx',
  isInstalled: () =>
    findProgram('pocketsphinx_continuous') !== undefined && MODEL_FOLDERS.some((folder) => existsSync(folder)),
  apt: ['pocketsphinx', 'pocketsphinx-en-us'],
  brew: [], // its cmu-pocketsphinx is version 5, which doesn't have pocketsphinx_continuous
  alternative:
    ' (or a better one: "npm run models -- install parakeet", or set TRANSCRIPTION_BASE_URL, TRANSCRIPTION_API_KEY, ' +
    'DEEPGRAM_API_KEY or SHERPA_MODEL_DIR)',
};

/** Lets tar, which every system has, unpack models. @type {Tool} */
export const BZIP2 = {
  name: 'bzip2',
  isInstalled: () => findProgram('bzip2') !== undefined,
  apt: ['bzip2'],
  brew: ['bzip2'],
};

/** Creates certificates for servers started by tests. @type {Tool} */
const OPENSSL = {
  name: 'openssl',
  isInstalled: () => findProgram('openssl') !== undefined,
  apt: ['openssl'],
  brew: ['openssl'],
};

/** Same names as in web/e2e/windows.ts. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/** @type {Tool} */
const BROWSER = {
  name: 'the browser Chromium',
  isInstalled: () => browserPath() !== undefined,
  apt: ['chromium'],
  brew: ['chromium'],
  alternative: ' (or Google Chrome)',
};

/** Tools that the tests need in any environment. @type {Tool[]} */
export const TEST_TOOLS = [REDIS, FFMPEG, RECOGNIZER, BZIP2, OPENSSL];

/** Opens spreadsheets as a user would. @type {Tool} */
const SPREADSHEET = {
  name: 'the LibreOffice Calc spreadsheet',
  isInstalled: () => findProgram('soffice') !== undefined,
  apt: ['libreoffice-calc'],
  brew: ['libreoffice'],
};

/** @type {Tool[]} */
export const FAULT_TEST_TOOLS = [...TEST_TOOLS, SPREADSHEET];

/** @param {string} program @param {string} title @returns {Tool} */
const containerTool = (program, title) => ({
  name: title,
  isInstalled: () => findProgram(program) !== undefined,
  apt: [program],
  brew: [],
  alternative: ' (or Docker)',
});

/** Build and run images without Docker. @type {Tool[]} */
export const CONTAINER_TOOLS = [
  containerTool('buildah', 'Buildah'),
  containerTool('podman', 'Podman'),
  containerTool('runc', 'runc'),
  containerTool('debootstrap', 'debootstrap'),
];

/** Changes a process's clock. @type {Tool} */
const FAKETIME = {
  name: 'libfaketime',
  isInstalled: () => findProgram('faketime') !== undefined,
  apt: ['faketime'],
  brew: ['libfaketime'],
  alternative: ' (clocks will not be changed)',
  isOptional: true,
};

/** @type {Tool[]} */
export const CHAOS_TEST_TOOLS = [...TEST_TOOLS, FAKETIME];

/** @type {Tool[]} */
export const BROWSER_TEST_TOOLS = [...TEST_TOOLS, BROWSER];

/** Packages of programs that the slow tests run the product against. */
const SERVERS = Object.entries({ pgbouncer: 'pgbouncer', nginx: 'nginx-light', exim4: 'exim4-daemon-light' }).map(
  ([program, debianPackage]) => ({
    name: program,
    isInstalled: () => findProgram(program) !== undefined || existsSync(`/usr/sbin/${program}`),
    apt: [debianPackage],
    brew: [program === 'exim4' ? 'exim' : program],
  }),
);

/** @type {Tool[]} */
export const SLOW_TEST_TOOLS = [...BROWSER_TEST_TOOLS, ...SERVERS];

/** @returns {string | undefined} path of the browser */
export function browserPath() {
  return BROWSERS.map((name) => findProgram(name)).find(Boolean);
}

/** Returns the tools that a system with these settings needs. @param {NodeJS.ProcessEnv} env @returns {Tool[]} */
export function getRequiredTools(env) {
  return [
    ...(env.REDIS_URL ? [] : [REDIS]),
    FFMPEG,
    ...(usesBuiltInRecognizer(env) ? [{ ...RECOGNIZER, isOptional: true }] : []),
  ];
}

/** @param {NodeJS.ProcessEnv} env */
function usesBuiltInRecognizer(env) {
  const engine = env.TRANSCRIPTION_ENGINE ?? 'auto';
  if (engine !== 'auto') return engine === 'pocketsphinx';
  return !OTHER_RECOGNIZERS.some((name) => env[name]) && !hasRecognizer(env, CATALOG, getModelsFolder());
}

/**
 * Installs missing tools if that's possible without asking the user.
 * @param {Tool[]} tools @param {AbortSignal} signal
 * @returns {Promise<string>} a note for the terminal
 */
export async function installTools(tools, signal) {
  const missingTools = tools.filter((tool) => !tool.isInstalled());
  if (missingTools.length === 0) return 'up to date';
  const problem = await findPackageManager(missingTools)?.install(signal);
  const remainingTools = missingTools.filter((tool) => !tool.isInstalled());
  if (remainingTools.length === 0) return `installed ${missingTools.map(({ name }) => name).join(', ')}`;
  if (remainingTools.every(({ isOptional }) => isOptional))
    return yellow(`without ${remainingTools.map(({ name }) => name).join(', ')}, which could not be installed`);
  const manager = findPackageManager(remainingTools);
  if (!manager)
    throw new CliError(
      `Ringwell needs ${formatList(remainingTools)}. Neither apt nor brew can install that here: ` +
        'install it, then try again.',
    );
  throw new CliError(
    `Ringwell needs ${formatList(remainingTools)}. It could not be installed automatically: ` +
      `run "${manager.manualCommand}", then try again.`,
    problem,
  );
}

/**
 * @typedef {object} PackageManager
 * @property {string} manualCommand what a user can run instead
 * @property {(signal: AbortSignal) => Promise<string>} install returns the output that explains a failure
 */

/** @param {Tool[]} tools @returns {PackageManager | undefined} undefined if no package manager has any of the tools */
function findPackageManager(tools) {
  if (findProgram('apt-get')) return apt(tools.flatMap((tool) => tool.apt));
  const formulae = tools.flatMap((tool) => tool.brew);
  return formulae.length > 0 && findProgram('brew') ? brew(formulae) : undefined;
}

/** @param {string[]} packages @returns {PackageManager} */
function apt(packages) {
  const lock = ['-o', 'DPkg::Lock::Timeout=120']; // wait for a parallel apt instead of failing
  const install = ['apt-get', 'install', '--no-install-recommends', '-y', ...lock, ...packages];
  const update = ['apt-get', 'update', ...lock];
  const isRoot = process.getuid?.() === 0;
  const sudo = isRoot ? '' : 'sudo ';
  // sudo -n never asks for a password.
  const prefix = [...(isRoot ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive'];
  /**
   * Lets a running command finish after a stop request, because dpkg must not be killed halfway.
   * @param {string[]} command @param {AbortSignal} signal
   */
  const run = async ([program = '', ...args], signal) => {
    signal.throwIfAborted();
    const result = await runCommand(program, args);
    signal.throwIfAborted();
    return result;
  };
  return {
    manualCommand: `${sudo}apt-get update && ${sudo}apt-get install --no-install-recommends -y ${packages.join(' ')}`,
    async install(signal) {
      if (!isRoot && (await run(['sudo', '-n', 'true'], signal)).code !== 0) return ''; // the error names the command
      if ((await run([...prefix, ...install], signal)).code === 0) return '';
      // Usually, the package lists are missing, as in a new container, or outdated.
      const updateResult = await run([...prefix, ...update], signal);
      if (updateResult.code !== 0) return excerpt(updateResult.output);
      return excerpt((await run([...prefix, ...install], signal)).output);
    },
  };
}

/** @param {string[]} packages @returns {PackageManager} */
function brew(packages) {
  return {
    manualCommand: `brew install ${packages.join(' ')}`,
    install: async (signal) => excerpt((await runCommand('brew', ['install', ...packages], { signal })).output),
  };
}

/** @param {Tool[]} tools */
function formatList(tools) {
  const names = tools.map(({ name, alternative = '' }) => `${name}${alternative}`);
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
