// Runs stages, stops at the first that fails, and ends with the line `N passed, N failed`.
import { startTestDatabases } from '../databases/test-databases.mjs';
import { CliError } from '../errors.mjs';
import { installPackages } from '../install/packages.mjs';
import { installTools } from '../install/system-tools.mjs';
import { onStopRequest } from '../processes/stop-signal.mjs';
import { formatDuration, print, printError, step } from '../terminal.mjs';

/**
 * Never returns: exits with 0 if everything passed, 1 if something failed, 130 if it was stopped.
 * @param {import('./stages.mjs').Stage[]} stages
 * @param {string[]} [jestArgs] paths and options that select tests
 */
export async function runStages(stages, jestArgs = []) {
  const startedAt = performance.now();
  const signal = onStopRequest(() => process.exit(130));
  const totals = { passed: 0, failed: 0, skipped: 0 };
  /** @type {import('../databases/test-databases.mjs').TestDatabases | undefined} */
  let databases;
  try {
    await step('packages', () => installPackages(signal));
    const tools = [...new Set(stages.flatMap((stage) => stage.tools ?? []))];
    if (tools.length > 0) await step('system tools', () => installTools(tools, signal));
    for (const stage of stages) {
      if (stage.databases) databases ??= await step('test databases', () => startTestDatabases(signal));
      const context = { signal, jestArgs, env: databases?.env ?? {} };
      await step(stage.title, () => runStage(stage, context, totals));
    }
  } catch (error) {
    if (!signal.aborted) {
      printError(error);
      totals.failed ||= 1; // the last line must report the failure of a stage that has no tests
    }
  } finally {
    await databases?.stop();
  }
  if (signal.aborted) process.exit(130);
  print(`\n${totals.failed > 0 ? 'Failed' : 'All good'} after ${formatDuration(performance.now() - startedAt)}.`);
  print(`${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`);
  process.exit(totals.failed > 0 ? 1 : 0);
}

/**
 * @param {import('./stages.mjs').Stage} stage
 * @param {import('./stages.mjs').StageContext} context
 * @param {import('./jest.mjs').Counts} totals updated
 * @returns {Promise<string>} a remark on a stage that passed; throws if it failed
 */
async function runStage(stage, context, totals) {
  const { code, output, counts } = await stage.run(context);
  totals.passed += counts?.passed ?? 0;
  totals.failed += counts?.failed ?? 0;
  totals.skipped += counts?.skipped ?? 0;
  if (code !== 0) throw new CliError(`The stage "${stage.title}" failed.`, context.jestArgs.length > 0 ? '' : output);
  return counts ? `${counts.passed} passed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}` : '';
}
