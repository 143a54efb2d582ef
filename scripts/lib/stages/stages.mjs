// The stages of `npm test` and `npm run check`, in the order they run.
import { buildAllIfChanged } from '../build.mjs';
import { BROWSER_TEST_TOOLS, SLOW_TEST_TOOLS, TEST_TOOLS } from '../install/system-tools.mjs';
import { packagePath, ROOT } from '../paths.mjs';
import { runCommand } from '../processes/command.mjs';
import { runJest } from './jest.mjs';

/**
 * @typedef {object} StageResult
 * @property {number} code 0 if the stage passed
 * @property {string} [output] shown if the stage failed
 * @property {import('./jest.mjs').Counts} [counts] for a stage that runs tests
 * @property {import('./jest.mjs').FileTime[]} [times] of its files
 *
 * @typedef {object} StageContext
 * @property {AbortSignal} signal
 * @property {string[]} jestArgs paths and options that select tests
 * @property {Record<string, string>} env where the test databases are
 *
 * @typedef {object} Stage
 * @property {string} title
 * @property {import('../install/system-tools.mjs').Tool[]} [tools] programs that it needs but npm doesn't install
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
 * @param {Stage[]} programs the slowest first
 * @returns {Stage} runs two programs at a time; fails with the output of those that failed, without starting the rest
 */
function pairStages(title, programs) {
  return {
    title,
    run: async (context) => {
      const waiting = [...programs];
      /** @type {string[]} */
      const failures = [];
      const work = async () => {
        for (let next = waiting.shift(); next && failures.length === 0; next = waiting.shift()) {
          const { code, output = '' } = await next.run(context);
          if (code !== 0) failures.push(`${next.title}:\n${output}`);
        }
      };
      await Promise.all([work(), work()]);
      return { code: failures.length === 0 ? 0 : 1, output: failures.join('\n') };
    },
  };
}

/**
 * @param {string} title
 * @param {object} options
 * @param {string[]} options.projects of jest.config.cjs
 * @param {string} [options.testSuffix]
 * @param {number} options.workers
 * @param {boolean} [options.databases]
 * @param {import('../install/system-tools.mjs').Tool[]} [options.tools]
 * @returns {Stage} runs projects of jest.config.cjs
 */
function tests(title, { projects, testSuffix, workers, databases = false, tools = TEST_TOOLS }) {
  /** @type {Stage['run']} */
  const run = ({ signal, jestArgs, env }) =>
    runJest({ projects, workers, args: jestArgs, env, show: jestArgs.length > 0, signal });
  return { title, testSuffix, tools, databases, run };
}

/** @type {Stage} */
const BUILD = {
  title: 'build',
  run: async ({ signal }) => ({ code: 0, output: await buildAllIfChanged(signal) }),
};

const GENERATED_FILES = pairStages('generated files, web sizes', [
  program('api types', 'scripts/openapi.mjs', ['--check']),
  program('settings file', 'dist/libs/platform/config/env-example.js', ['--check']),
  program('web sizes', 'scripts/web-sizes.mjs'),
]);

// Three files run on two cores because most wait for time limits, databases and processes.
const UNIT = tests('unit', { projects: ['unit'], testSuffix: '.spec.ts', workers: 3 });
const PROGRAM = tests('programs', { projects: ['program'], testSuffix: '.program-spec.ts', workers: 3 });
const WEB = tests('web', { projects: ['web'], testSuffix: '.test.tsx', workers: 3, tools: [] });
const DATABASE_TEST_OPTIONS = { workers: 3, databases: true };
const INTEGRATION = tests('integration', { projects: ['int'], testSuffix: '.int-spec.ts', ...DATABASE_TEST_OPTIONS });
const SYSTEM = tests('system', { projects: ['system'], testSuffix: '.system-spec.ts', ...DATABASE_TEST_OPTIONS });
const BROWSER = tests('browser', {
  projects: ['e2e'],
  testSuffix: '.e2e-spec.ts',
  tools: BROWSER_TEST_TOOLS,
  ...DATABASE_TEST_OPTIONS,
});
const UNIT_AND_PROGRAMS = tests('unit, programs', { projects: ['unit', 'program'], workers: 4 });
const UNIT_AND_WEB = tests('unit, web', { projects: ['unit', 'web'], workers: 5 }); // three left two cores 24% idle, five 7%
// They share one run because many browser and system tests wait while the others compute, and a run's last files leave
// a core idle.
const OTHER_TESTS = tests('web, integration, system, browser', {
  projects: ['web', 'int', 'system', 'e2e'],
  tools: BROWSER_TEST_TOOLS,
  ...DATABASE_TEST_OPTIONS,
  workers: 4, // three left two cores 20% idle
});

/** The table is always shown. @type {Stage} */
const CEILINGS = {
  title: 'ceilings',
  run: async ({ signal }) => {
    const { code } = await runCommand(process.execPath, ['scripts/ceilings.mjs'], { signal, cwd: ROOT, show: true });
    return { code };
  },
};

/** `npm run test:slow`: tests that take too long for every change. */
export const SLOW_STAGES = [
  BUILD,
  tests('slow', { projects: ['slow'], testSuffix: '.slow-spec.ts', tools: SLOW_TEST_TOOLS, ...DATABASE_TEST_OPTIONS }),
];

/** @type {Stage[]} */
const CHECKS = [
  pairStages('types, format, lint', [
    program('types, lint', packagePath('oxlint/bin/oxlint'), ['--deny-warnings']),
    program('import rules', 'scripts/check-imports.mjs'),
    program('format', packagePath('oxfmt/bin/oxfmt'), ['--check', '.']),
  ]),
  CEILINGS,
];

/**
 * `npm run check`: takes a minute or two, because it skips databases, the build, and tests that run programs for
 * seconds.
 */
export const FAST_STAGES = [...CHECKS, UNIT_AND_WEB];

/** `npm test`: everything. */
export const ALL_STAGES = [...CHECKS, BUILD, GENERATED_FILES, UNIT_AND_PROGRAMS, OTHER_TESTS];

/** Selects the stages for the files given on the command line. @param {string[]} args @returns {Stage[]} */
export function stagesFor(args) {
  if (args.some((arg) => arg.endsWith('.slow-spec.ts'))) return SLOW_STAGES;
  const suites = [UNIT, PROGRAM, WEB, INTEGRATION, SYSTEM, BROWSER];
  const selectedSuites = suites.filter(({ testSuffix = '' }) => args.some((arg) => arg.endsWith(testSuffix)));
  const chosen = selectedSuites.length > 0 ? selectedSuites : suites;
  return chosen.includes(SYSTEM) || chosen.includes(BROWSER) ? [BUILD, ...chosen] : chosen;
}
