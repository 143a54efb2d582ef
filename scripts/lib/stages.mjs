// The stages of `npm test` and `npm run check`, in the order in which they run.
import { buildAllIfChanged } from './build.mjs';
import { runCommand } from './command.mjs';
import { runJest } from './jest.mjs';
import { inPackages, ROOT } from './paths.mjs';
import { BROWSER_TEST_TOOLS, TEST_TOOLS } from './system-tools.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code 0 when the stage passed
 * @property {string} [output] what to show when it did not
 * @property {import('./jest.mjs').Counts} [counts] of a stage that runs tests
 *
 * @typedef {object} Context
 * @property {AbortSignal} signal
 * @property {string[]} jestArgs what narrows the tests
 * @property {Record<string, string>} env where the test databases are
 *
 * @typedef {object} Stage
 * @property {string} title
 * @property {import('./system-tools.mjs').Tool[]} [tools] programs that it needs and npm does not bring
 * @property {boolean} [databases] needs PostgreSQL and Redis
 * @property {string} [testSuffix] it runs the test files that end so
 * @property {(context: Context) => Promise<Outcome>} run
 */

/** @returns {Stage} a stage that is one program */
function program(title, script, args = []) {
  return { title, run: ({ signal }) => runCommand(process.execPath, [script, ...args], { signal, cwd: ROOT }) };
}

/** @returns {Stage} a stage that is one project of jest.config.cjs */
function tests(title, { project, testSuffix, workers, databases = false, tools = TEST_TOOLS }) {
  const run = ({ signal, jestArgs, env }) =>
    runJest({ project, workers, args: jestArgs, env, show: jestArgs.length > 0, signal });
  return { title, testSuffix, tools, databases, run };
}

const BUILD = {
  title: 'build',
  run: async ({ signal }) => ({ code: 0, output: await buildAllIfChanged(signal) }),
};

const TYPESCRIPT = inPackages('typescript/bin/tsc');
const SETTINGS_FILE = program('settings file', 'dist/libs/platform/config/env-example.js', ['--check']);
const API_TYPES = program('api types', 'scripts/openapi.mjs', ['--check']);
const WEB_SIZES = program('web sizes', 'scripts/web-sizes.mjs');

// The unit tests, too, decode and recognise with the real programs.
const UNIT = tests('unit', { project: 'unit', testSuffix: '.spec.ts', workers: 2 });
const WEB = tests('web', { project: 'web', testSuffix: '.test.tsx', workers: 2, tools: [] });
const INTEGRATION = tests('integration', { project: 'int', testSuffix: '.int-spec.ts', workers: 2, databases: true });
const SYSTEM = tests('system', { project: 'system', testSuffix: '.system-spec.ts', workers: 1, databases: true });

const BROWSER = tests('browser', {
  project: 'e2e',
  testSuffix: '.e2e-spec.ts',
  workers: 2,
  databases: true,
  tools: BROWSER_TEST_TOOLS,
});

/** `npm run check`: a minute or two, no databases and no build. */
export const FAST_STAGES = [
  program('types', TYPESCRIPT),
  program('web types', TYPESCRIPT, ['-p', 'web']),
  program('format', inPackages('prettier/bin/prettier.cjs'), ['--check', '--log-level', 'warn', '.']),
  program('lint', inPackages('eslint/bin/eslint.js'), ['.']),
  program('import rules', 'scripts/check-imports.mjs'),
  UNIT,
  WEB,
];

/** `npm test`: everything. */
export const ALL_STAGES = [...FAST_STAGES, BUILD, SETTINGS_FILE, API_TYPES, WEB_SIZES, INTEGRATION, SYSTEM, BROWSER];

/**
 * The stages that matter for the files named on the command line.
 * @param {string[]} args
 * @returns {Stage[]}
 */
export function stagesFor(args) {
  const suites = [UNIT, WEB, INTEGRATION, SYSTEM, BROWSER];
  const named = suites.filter(({ testSuffix }) => args.some((arg) => arg.endsWith(testSuffix)));
  const chosen = named.length > 0 ? named : suites;
  return chosen.includes(SYSTEM) || chosen.includes(BROWSER) ? [BUILD, ...chosen] : chosen;
}
