// Runs stages, stops at the first that fails, and ends with the line `N passed, N failed`.
import { installPackages } from './packages.mjs';
import { onStopRequest } from './stop-signal.mjs';
import { installTools } from './system-tools.mjs';
import { duration, PlainError, say, showError, step } from './terminal.mjs';
import { startTestDatabases } from './test-databases.mjs';

/**
 * Never returns: the process ends with 0 when all passed, 1 when something failed, 130 when it was stopped.
 * @param {import('./stages.mjs').Stage[]} stages
 * @param {string[]} jestArgs what narrows the tests
 */
export async function runStages(stages, jestArgs = []) {
  const startedAt = performance.now();
  const signal = onStopRequest(() => process.exit(130));
  const totals = { passed: 0, failed: 0, skipped: 0 };
  let databases;
  try {
    await step('packages', () => installPackages(signal));
    const tools = [...new Set(stages.flatMap((stage) => stage.tools ?? []))];
    if (tools.length > 0) await step('system tools', () => installTools(tools, signal));
    for (const stage of stages) {
      if (stage.databases && !databases)
        await step('test databases', async () => void (databases = await startTestDatabases(signal)));
      await step(stage.title, () => runStage(stage, { signal, jestArgs, env: databases?.env ?? {} }, totals));
    }
  } catch (error) {
    if (!signal.aborted) {
      showError(error);
      totals.failed ||= 1; // a stage without tests of its own failed: the last line must not say otherwise
    }
  } finally {
    await databases?.stop();
  }
  if (signal.aborted) process.exit(130);
  say(`\n${totals.failed > 0 ? 'Failed' : 'All good'} after ${duration(performance.now() - startedAt)}.`);
  say(`${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`);
  process.exit(totals.failed > 0 ? 1 : 0);
}

/** @returns {Promise<string>} a remark on a stage that passed; one that did not throws */
async function runStage(stage, context, totals) {
  const { code, output, counts } = await stage.run(context);
  for (const key of Object.keys(totals)) totals[key] += counts?.[key] ?? 0;
  if (code !== 0) throw new PlainError(`The stage "${stage.title}" failed.`, context.jestArgs.length > 0 ? '' : output);
  return counts ? `${counts.passed} passed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}` : '';
}
