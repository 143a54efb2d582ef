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
 * @property {Record<string, string>} env locations of the test databases
 *
 * @typedef {object} Stage
 * @property {string} title
 * @property {import('../install/system-tools.mjs').Tool[]} [tools] programs that it needs but npm doesn't install
 * @property {boolean} [databases] needs PostgreSQL and Redis
 * @property {string} [testSuffix] suffix of its test files
 * @property {(context: StageContext) => Promise<StageResult>} run
 */

/** @param {string} title @param {string} script @param {string[]} [args] @returns {Stage} runs one program */
function programStage(title, script, args = []) {
  return { title, run: ({ signal }) => runCommand(process.execPath, [script, ...args], { signal, cwd: ROOT }) };
}

/**
 * @param {string} title
 * @param {Stage[]} programs slowest first
 * @returns {Stage} runs two programs at a time; fails with the output of those that failed, without starting the rest
 */
function parallelStage(title, programs) {
  return {
    title,
    run: async (context) => {
      const queue = [...programs];
      /** @type {string[]} */
      const failures = [];
      const runQueue = async () => {
        for (let stage = queue.shift(); stage && failures.length === 0; stage = queue.shift()) {
          const { code, output = '' } = await stage.run(context);
          if (code !== 0) failures.push(`${stage.title}:\n${output}`);
        }
      };
      await Promise.all([runQueue(), runQueue()]);
      return { code: failures.length === 0 ? 0 : 1, output: failures.join('\n') };
    },
  };
}

/**
 * @param {string} title
 * @param {object} options
 * @param {string[]} options.projects names in jest.config.cjs
 * @param {string} [options.testSuffix]
 * @param {number} options.workers
 * @param {boolean} [options.databases]
 * @param {import('../install/system-tools.mjs').Tool[]} [options.tools]
 * @returns {Stage}
 */
function testStage(title, { projects, testSuffix, workers, databases = false, tools = TEST_TOOLS }) {
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

const GENERATED_FILES = parallelStage('generated files, web sizes', [
  programStage('api types', 'scripts/openapi.mjs', ['--check']),
  programStage('settings file', 'dist/libs/platform/config/env-example.js', ['--check']),
  programStage('web sizes', 'scripts/web-sizes.mjs'),
]);

// Three workers on two cores, because most tests wait for timeouts, databases or processes.
const UNIT = testStage('unit', { projects: ['unit'], testSuffix: '.spec.ts', workers: 3 });
const PROGRAM = testStage('programs', { projects: ['program'], testSuffix: '.program-spec.ts', workers: 3 });
const WEB = testStage('web', { projects: ['web'], testSuffix: '.test.tsx', workers: 3, tools: [] });
const DATABASE_TEST_OPTIONS = { workers: 3, databases: true };
const INTEGRATION = testStage('integration', {
  projects: ['int'],
  testSuffix: '.int-spec.ts',
  ...DATABASE_TEST_OPTIONS,
});
const SYSTEM = testStage('system', { projects: ['system'], testSuffix: '.system-spec.ts', ...DATABASE_TEST_OPTIONS });
const BROWSER = testStage('browser', {
  projects: ['e2e'],
  testSuffix: '.e2e-spec.ts',
  tools: BROWSER_TEST_TOOLS,
  ...DATABASE_TEST_OPTIONS,
});
const UNIT_AND_PROGRAMS = testStage('unit, programs', { projects: ['unit', 'program'], workers: 4 });
const UNIT_AND_WEB = testStage('unit, web', { projects: ['unit', 'web'], workers: 5 }); // three left two cores 24% idle; five leave 7%
// These share one run because many browser and system tests wait while the others compute, and a run's last files leave
// a core idle.
const OTHER_TESTS = testStage('web, integration, system, browser', {
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

/** `npm run test:slow`: tests that are too slow to run on every change. */
export const SLOW_STAGES = [
  BUILD,
  testStage('slow', {
    projects: ['slow'],
    testSuffix: '.slow-spec.ts',
    tools: SLOW_TEST_TOOLS,
    ...DATABASE_TEST_OPTIONS,
  }),
];

/** @type {Stage[]} */
const CHECKS = [
  parallelStage('types, format, lint', [
    programStage('types, lint', packagePath('oxlint/bin/oxlint'), ['--deny-warnings']),
    programStage('import rules', 'scripts/check-imports.mjs'),
    programStage('format', packagePath('oxfmt/bin/oxfmt'), ['--check', '.']),
  ]),
  CEILINGS,
];

/**
 * `npm run check`: takes a minute or two, because it skips the build and the tests that need databases or run programs.
 */
export const FAST_STAGES = [...CHECKS, UNIT_AND_WEB];

/** `npm test`: everything. */
export const ALL_STAGES = [...CHECKS, BUILD, GENERATED_FILES, UNIT_AND_PROGRAMS, OTHER_TESTS];

/** Selects the stages for the files given on the command line. @param {string[]} args @returns {Stage[]} */
export function selectStages(args) {
  if (args.some((arg) => arg.endsWith('.slow-spec.ts'))) return SLOW_STAGES;
  const suites = [UNIT, PROGRAM, WEB, INTEGRATION, SYSTEM, BROWSER];
  const selectedSuites = suites.filter(({ testSuffix = '' }) => args.some((arg) => arg.endsWith(testSuffix)));
  const selectedStages = selectedSuites.length > 0 ? selectedSuites : suites;
  return selectedStages.includes(SYSTEM) || selectedStages.includes(BROWSER)
    ? [BUILD, ...selectedStages]
    : selectedStages;
}
