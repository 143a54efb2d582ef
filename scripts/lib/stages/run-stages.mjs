// Runs stages, stops at the first failure, and ends with the line `N passed, N failed`.
import { cpus } from 'node:os';

import { startTestDatabases } from '../databases/test-databases.mjs';
import { CliError } from '../errors.mjs';
import { installPackages } from '../install/packages.mjs';
import { installTools } from '../install/system-tools.mjs';
import { onStopRequest } from '../processes/stop-signal.mjs';
import { formatDuration, print, printError, step } from '../terminal.mjs';

const SLOWEST_FILES = 20;

/**
 * Never returns: exits with 0 if everything passed, 1 if something failed, or 130 if it was stopped.
 * @param {import('./stages.mjs').Stage[]} stages
 * @param {string[]} [jestArgs] paths and options that select tests
 * @param {boolean} [showSlowest] print the slowest files at the end
 */
export async function runStages(stages, jestArgs = [], showSlowest = false) {
  const startedAt = performance.now();
  const signal = onStopRequest(() => process.exit(130));
  const totals = { passed: 0, failed: 0, skipped: 0 };
  /** @type {import('./jest.mjs').FileTime[]} */
  const times = [];
  /** @type {import('../databases/test-databases.mjs').TestDatabases | undefined} */
  let databases;
  try {
    const tools = [...new Set(stages.flatMap((stage) => stage.tools ?? []))];
    await step('packages, system tools', () => installDependencies(tools, signal));
    for (const stage of stages) {
      if (stage.databases) databases ??= await step('test databases', () => startTestDatabases(signal));
      const context = { signal, jestArgs, env: databases?.env ?? {} };
      await step(stage.title, () => runStage(stage, context, totals, times));
    }
  } catch (error) {
    if (!signal.aborted) {
      printError(error);
      totals.failed ||= 1; // the last line must report the failure even if the stage has no tests
    }
  } finally {
    await databases?.stop();
  }
  if (signal.aborted) process.exit(130);
  if (showSlowest) printSlowest(times);
  print(`\n${totals.failed > 0 ? 'Failed' : 'All good'} after ${formatDuration(performance.now() - startedAt)}.`);
  print(`${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`);
  process.exit(totals.failed > 0 ? 1 : 0);
}

/**
 * Installs both in parallel, because packages are mostly CPU-bound and system tools mostly I/O-bound.
 * @param {import('../install/system-tools.mjs').Tool[]} tools
 * @param {AbortSignal} signal
 * @returns {Promise<string>} a note for the terminal
 */
async function installDependencies(tools, signal) {
  const installations = [installPackages(signal), installTools(tools, signal)];
  await Promise.allSettled(installations); // neither may outlive this process
  return (await Promise.all(installations)).join('; ');
}

/**
 * @param {import('./stages.mjs').Stage} stage
 * @param {import('./stages.mjs').StageContext} context
 * @param {import('./jest.mjs').Counts} totals updated
 * @param {import('./jest.mjs').FileTime[]} allTimes extended
 * @returns {Promise<string>} a note about a stage that passed; throws if it failed
 */
async function runStage(stage, context, totals, allTimes) {
  const before = sumCoreTimes();
  const { code, output, counts, times = [] } = await stage.run(context);
  const after = sumCoreTimes();
  allTimes.push(...times);
  totals.passed += counts?.passed ?? 0;
  totals.failed += counts?.failed ?? 0;
  totals.skipped += counts?.skipped ?? 0;
  if (code !== 0) throw new CliError(`The stage "${stage.title}" failed.`, context.jestArgs.length > 0 ? '' : output);
  if (!counts) return '';
  const idle = Math.round((100 * (after.idle - before.idle)) / (after.all - before.all));
  return `${counts.passed} passed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}; cores ${idle}% idle`;
}

/** Sums the times of all cores, including those used by other processes. */
function sumCoreTimes() {
  const times = cpus().map((core) => core.times);
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((total, number) => total + number, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((coreTimes) => Object.values(coreTimes))) };
}

/** @param {import('./jest.mjs').FileTime[]} times */
function printSlowest(times) {
  const formatSeconds = (/** @type {number} */ ms) => (ms / 1000).toFixed(1).padStart(7);
  print('\nThe slowest files: total seconds, seconds in tests, number of tests');
  for (const { file, ms, testsMs, tests } of times.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST_FILES))
    print(`${formatSeconds(ms)} ${formatSeconds(testsMs)} ${String(tests).padStart(5)}  ${file}`);
}
