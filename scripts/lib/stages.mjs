// The stages of `npm test` and `npm run check`, in the order in which they run.
import { buildIfChanged } from './build.mjs';
import { runCommand } from './command.mjs';
import { runJest } from './jest.mjs';
import { inPackages, ROOT } from './paths.mjs';

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
 * @property {boolean} [systemTools] needs the programs that npm does not bring
 * @property {boolean} [databases] needs PostgreSQL and Redis
 * @property {string} [testSuffix] it runs the test files that end so
 * @property {(context: Context) => Promise<Outcome>} run
 */

/** @returns {Stage} a stage that is one program */
function program(title, script, args = []) {
  return { title, run: ({ signal }) => runCommand(process.execPath, [script, ...args], { signal, cwd: ROOT }) };
}

/** @returns {Stage} a stage that is one project of jest.config.cjs */
function tests(title, { project, testSuffix, workers, databases = false }) {
  const systemTools = true; // the unit tests, too, decode and recognise with the real programs
  const run = ({ signal, jestArgs, env }) => runJest({ project, workers, args: jestArgs, env, show: jestArgs.length > 0, signal });
  return { title, testSuffix, systemTools, databases, run };
}

const BUILD = {
  title: 'build',
  run: async ({ signal }) => ({ code: 0, output: await buildIfChanged(signal) }),
};

const GENERATED_FILES = program('generated files', 'dist/libs/platform/config/env-example.js', ['--check']);

const UNIT = tests('unit', { project: 'unit', testSuffix: '.spec.ts', workers: 2 });
const INTEGRATION = tests('integration', { project: 'int', testSuffix: '.int-spec.ts', workers: 2, databases: true });
const SYSTEM = tests('system', { project: 'system', testSuffix: '.system-spec.ts', workers: 1, databases: true });

/** `npm run check`: about a minute, no databases and no build. */
export const FAST_STAGES = [
  program('types', inPackages('typescript/bin/tsc')),
  program('lint', inPackages('eslint/bin/eslint.js'), ['.']),
  program('import rules', 'scripts/check-imports.mjs'),
  UNIT,
];

/** `npm test`: everything. */
export const ALL_STAGES = [...FAST_STAGES, BUILD, GENERATED_FILES, INTEGRATION, SYSTEM];

/**
 * The stages that matter for the files named on the command line.
 * @param {string[]} args
 * @returns {Stage[]}
 */
export function stagesFor(args) {
  const suites = [UNIT, INTEGRATION, SYSTEM];
  const named = suites.filter(({ testSuffix }) => args.some((arg) => arg.endsWith(testSuffix)));
  const chosen = named.length > 0 ? named : suites;
  return chosen.includes(SYSTEM) ? [BUILD, ...chosen] : chosen;
}
