// The programs that npm does not bring: the Redis server, ffmpeg, the built-in recogniser, and a browser for the tests.
import { existsSync } from 'node:fs';

import { excerpt, findProgram, runCommand } from './command.mjs';
import { findRedisServer } from './redis.mjs';
import { PlainError } from './terminal.mjs';

/**
 * English model of the built-in recogniser, where pocketsphinx.transcriber.ts looks for it; on Debian its own package, which
 * `pocketsphinx` does not pull by itself.
 */
const MODEL_FOLDERS = ['/usr', '/usr/local', '/opt/homebrew'].map(
  (prefix) => `${prefix}/share/pocketsphinx/model/en-us`,
);

/** With TRANSCRIPTION_ENGINE=auto, its default, any of these settings chooses another recogniser. */
const OTHER_RECOGNISERS = ['TRANSCRIPTION_API_KEY', 'TRANSCRIPTION_BASE_URL', 'DEEPGRAM_API_KEY', 'SHERPA_MODEL_DIR'];

const REDIS = {
  name: 'the Redis server',
  isThere: () => findRedisServer() !== undefined,
  apt: ['redis-tools'],
  brew: ['redis'],
};
const FFMPEG = {
  name: 'ffmpeg',
  isThere: () => findProgram('ffmpeg') !== undefined && findProgram('ffprobe') !== undefined,
  apt: ['ffmpeg'],
  brew: ['ffmpeg'],
};
const RECOGNISER = {
  name: 'the speech recogniser pocketsphinx',
  isThere: () =>
    findProgram('pocketsphinx_continuous') !== undefined && MODEL_FOLDERS.some((folder) => existsSync(folder)),
  apt: ['pocketsphinx', 'pocketsphinx-en-us'],
  brew: [], // its cmu-pocketsphinx is version 5, which has no pocketsphinx_continuous
  otherWay:
    ' (or choose another recogniser: set TRANSCRIPTION_BASE_URL, TRANSCRIPTION_API_KEY, DEEPGRAM_API_KEY or SHERPA_MODEL_DIR)',
};

/** Looked for under the same names by web/e2e/browser.ts. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];
const BROWSER = {
  name: 'the browser Chromium',
  isThere: () => BROWSERS.some((name) => findProgram(name) !== undefined),
  apt: ['chromium'],
  brew: ['chromium'],
  otherWay: ' (or Google Chrome)',
};

/**
 * @typedef {object} Tool
 * @property {string} name for people
 * @property {() => boolean} isThere
 * @property {string[]} apt packages of Debian
 * @property {string[]} brew formulae of Homebrew; empty when it has none
 * @property {string} [otherWay] what else would do
 */

/** What the tests need, whatever the environment says. @type {Tool[]} */
export const TEST_TOOLS = [REDIS, FFMPEG, RECOGNISER];

/** What the tests in a browser need. @type {Tool[]} */
export const BROWSER_TEST_TOOLS = [...TEST_TOOLS, BROWSER];

/** @returns {string | undefined} where the browser is */
export function browserPath() {
  return BROWSERS.map((name) => findProgram(name)).find(Boolean);
}

/** What a system with this environment needs. @param {NodeJS.ProcessEnv} env @returns {Tool[]} */
export function toolsFor(env) {
  return [...(env.REDIS_URL ? [] : [REDIS]), FFMPEG, ...(usesBuiltInRecogniser(env) ? [RECOGNISER] : [])];
}

function usesBuiltInRecogniser({ TRANSCRIPTION_ENGINE: engine = 'auto', ...env }) {
  return engine === 'pocketsphinx' || (engine === 'auto' && !OTHER_RECOGNISERS.some((name) => env[name]));
}

/**
 * Installs what is missing, where that is possible without asking.
 * @param {Tool[]} tools @param {AbortSignal} signal
 * @returns {Promise<string>} what was done
 */
export async function installTools(tools, signal) {
  const missing = tools.filter((tool) => !tool.isThere());
  if (missing.length === 0) return 'up to date';
  const problem = await packageManager(missing)?.install(signal);
  const still = missing.filter((tool) => !tool.isThere());
  if (still.length === 0) return `installed ${missing.map(({ name }) => name).join(', ')}`;
  const manager = packageManager(still);
  if (!manager)
    throw new PlainError(
      `Ringwell needs ${list(still)}, which neither apt nor brew can install here: please install what is missing, then start again.`,
    );
  throw new PlainError(
    `Ringwell needs ${list(still)}, which could not be installed for you: run "${manager.byHand}", then start again.`,
    problem,
  );
}

/** What installs any of these tools here, if there is such a thing. */
function packageManager(tools) {
  if (findProgram('apt-get')) return apt(tools.flatMap((tool) => tool.apt));
  const formulae = tools.flatMap((tool) => tool.brew);
  return formulae.length > 0 && findProgram('brew') ? brew(formulae) : undefined;
}

function apt(packages) {
  const lock = ['-o', 'DPkg::Lock::Timeout=120']; // wait for another apt instead of failing
  const install = ['apt-get', 'install', '--no-install-recommends', '-y', ...lock, ...packages];
  const update = ['apt-get', 'update', ...lock];
  const root = process.getuid() === 0;
  const prefix = [...(root ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive']; // sudo -n: never asks for a password
  const run = ([program, ...args], signal) => runCommand(program, args, { signal });
  return {
    byHand: `${root ? '' : 'sudo '}apt-get update && ${root ? '' : 'sudo '}apt-get install --no-install-recommends -y ${packages.join(' ')}`,
    async install(signal) {
      if (!root && (await run(['sudo', '-n', 'true'], signal)).code !== 0) return ''; // may not: the sentence says it all
      if ((await run([...prefix, ...install], signal)).code === 0) return '';
      // Most often the package lists are absent, as on a fresh container, or too old.
      const updated = await run([...prefix, ...update], signal);
      if (updated.code !== 0) return excerpt(updated.output);
      return excerpt((await run([...prefix, ...install], signal)).output);
    },
  };
}

function brew(packages) {
  return {
    byHand: `brew install ${packages.join(' ')}`,
    install: async (signal) => excerpt((await runCommand('brew', ['install', ...packages], { signal })).output),
  };
}

function list(tools) {
  const names = tools.map(({ name, otherWay = '' }) => `${name}${otherWay}`);
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
