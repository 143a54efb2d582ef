// The stages of `npm test` and `npm run check`, in the order in which they run.
import { buildAllIfChanged } from '../build.mjs';
import { BROWSER_TEST_TOOLS, TEST_TOOLS } from '../install/system-tools.mjs';
import { packagePath, ROOT } from '../paths.mjs';
import { runCommand } from '../processes/command.mjs';
import { runJest } from './jest.mjs';

/**
 * @typedef {object} StageResult
 * @property {number} code 0 if the stage passed
 * @property {string} [output] shown if the stage failed
 * @property {import('./jest.mjs').Counts} [counts] of a stage that runs tests
 *
 * @typedef {object} StageContext
 * @property {AbortSignal} signal
 * @property {string[]} jestArgs paths and options that select tests
 * @property {Record<string, string>} env where the test databases are
 *
 * @typedef {object} Stage
 * @property {string} title
 * @property {import('../install/system-tools.mjs').Tool[]} [tools] programs that it needs and npm does not install
 * @property {boolean} [databases] needs PostgreSQL and Redis
 * @property {string} [testSuffix] runs the test files with this ending
 * @property {(context: StageContext) => Promise<StageResult>} run
 */

/** @param {string} title @param {string} script @param {string[]} [args] @returns {Stage} runs one program */
function program(title, script, args = []) {
  return { title, run: ({ signal }) => runCommand(process.execPath, [script, ...args], { signal, cwd: ROOT }) };
}

/**
 * @param {string} title
 * @param {Stage[][]} lanes each runs its programs one after the other, beside the other lanes
 * @returns {Stage} fails with the outputs of all programs that failed; the rest of their lanes is not run
 */
function lanesOf(title, lanes) {
  /** @type {(lane: Stage[], context: StageContext) => Promise<string>} */
  const runLane = async (lane, context) => {
    for (const program of lane) {
      const { code, output = '' } = await program.run(context);
      if (code !== 0) return `${program.title}:\n${output}`;
    }
    return '';
  };
  return {
    title,
    run: async (context) => {
      const failures = await Promise.all(lanes.map((lane) => runLane(lane, context)));
      const output = failures.filter((failure) => failure !== '').join('\n');
      return { code: output === '' ? 0 : 1, output };
    },
  };
}

/**
 * @param {string} title
 * @param {object} options
 * @param {string} options.project a project of jest.config.cjs
 * @param {string} options.testSuffix
 * @param {number} options.workers
 * @param {boolean} [options.databases]
 * @param {import('../install/system-tools.mjs').Tool[]} [options.tools]
 * @returns {Stage} runs one project of jest.config.cjs
 */
function tests(title, { project, testSuffix, workers, databases = false, tools = TEST_TOOLS }) {
  /** @type {Stage['run']} */
  const run = ({ signal, jestArgs, env }) =>
    runJest({ project, workers, args: jestArgs, env, show: jestArgs.length > 0, signal });
  return { title, testSuffix, tools, databases, run };
}

/** @type {Stage} */
const BUILD = {
  title: 'build',
  run: async ({ signal }) => ({ code: 0, output: await buildAllIfChanged(signal) }),
};

const TYPESCRIPT = packagePath('typescript/bin/tsc');
const SETTINGS_FILE = program('settings file', 'dist/libs/platform/config/env-example.js', ['--check']);
const API_TYPES = program('api types', 'scripts/openapi.mjs', ['--check']);
const WEB_SIZES = program('web sizes', 'scripts/web-sizes.mjs');

// Unit tests, too, decode and recognize with the real programs.
const UNIT = tests('unit', { project: 'unit', testSuffix: '.spec.ts', workers: 2 });
const WEB = tests('web', { project: 'web', testSuffix: '.test.tsx', workers: 2, tools: [] });
const INTEGRATION = tests('integration', { project: 'int', testSuffix: '.int-spec.ts', workers: 2, databases: true });
const SYSTEM = tests('system', { project: 'system', testSuffix: '.system-spec.ts', workers: 3, databases: true });

const BROWSER = tests('browser', {
  project: 'e2e',
  testSuffix: '.e2e-spec.ts',
  workers: 3,
  databases: true,
  tools: BROWSER_TEST_TOOLS,
});

/** `npm run check`: a minute or two, no databases and no build. */
export const FAST_STAGES = [
  lanesOf('types, format, lint', [
    [program('lint', packagePath('eslint/bin/eslint.js'), ['.'])],
    [
      program('types', TYPESCRIPT),
      program('web types', TYPESCRIPT, ['-p', 'web']),
      program('script types', TYPESCRIPT, ['-p', 'scripts']),
      program('format', packagePath('prettier/bin/prettier.cjs'), ['--check', '--log-level', 'warn', '.']),
      program('import rules', 'scripts/check-imports.mjs'),
    ],
  ]),
  UNIT,
  WEB,
];

/** `npm test`: everything. */
export const ALL_STAGES = [...FAST_STAGES, BUILD, SETTINGS_FILE, API_TYPES, WEB_SIZES, INTEGRATION, SYSTEM, BROWSER];

/**
 * Selects the stages for the files named on the command line.
 * @param {string[]} args
 * @returns {Stage[]}
 */
export function stagesFor(args) {
  const suites = [UNIT, WEB, INTEGRATION, SYSTEM, BROWSER];
  const named = suites.filter(({ testSuffix = '' }) => args.some((arg) => arg.endsWith(testSuffix)));
  const chosen = named.length > 0 ? named : suites;
  return chosen.includes(SYSTEM) || chosen.includes(BROWSER) ? [BUILD, ...chosen] : chosen;
}
