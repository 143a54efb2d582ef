// npm run test:faults [-- --long] [PATH …]: breaks everything the product depends on, under load, and checks that no
// call is lost and no message is sent twice. Takes about an hour, and longer with --long. `npm test` runs the fast
// tests at a smaller scale.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildIfChanged } from './lib/build.mjs';
import { startTestDatabases } from './lib/databases/test-databases.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { FAULT_TEST_TOOLS, installTools } from './lib/install/system-tools.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { runJest } from './lib/stages/jest.mjs';
import { formatDuration, print, printError, step } from './lib/terminal.mjs';

/** @typedef {import('../lab/faults/metrics.js').SavedMetric} Metric */

const startedAt = performance.now();
const signal = onStopRequest(() => process.exit(130));
const folder = mkdtempSync(join(tmpdir(), 'ringwell-faults-'));
const metricsFile = join(folder, 'metrics.jsonl');
const isLong = process.argv.includes('--long');
const args = process.argv.slice(2).filter((argument) => argument !== '--long');
/** @type {import('./lib/databases/test-databases.mjs').TestDatabases | undefined} */
let databases;
let failedCount = 1;
try {
  await step('packages', () => installPackages(signal));
  await step('system tools', () => installTools(FAULT_TEST_TOOLS, signal));
  await step('build', () => buildIfChanged(signal));
  databases = await step('test databases', () => startTestDatabases(signal));
  const env = { ...databases.env, FAULT_METRICS: metricsFile, ...(isLong && { FAULT_LONG: '1' }) };
  const { counts } = await runJest({ projects: ['faults'], args, workers: 1, env, show: true, signal });
  /** @type {Metric[]} */
  const metrics = existsSync(metricsFile)
    ? readFileSync(metricsFile, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  failedCount = Math.max(counts.failed, metrics.filter(({ passes }) => !passes).length);
  printTable(metrics);
  print(`\n${failedCount > 0 ? 'Failed' : 'All good'} after ${formatDuration(performance.now() - startedAt)}.`);
  print(`${counts.passed} passed, ${failedCount} failed`);
} catch (error) {
  if (!signal.aborted) printError(error);
} finally {
  await databases?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(signal.aborted ? 130 : failedCount > 0 ? 1 : 0);

/** @param {Metric[]} metrics */
function printTable(metrics) {
  const rows = metrics
    .sort((a, b) => a.row - b.row)
    .map(({ row, name, measured, limit, atLeast, unit, passes }) => [
      `${row}`,
      name,
      `${measured} ${unit}`.trim(),
      `${atLeast ? '>=' : '<='} ${limit} ${unit}`.trim(),
      passes ? 'yes' : 'NO',
    ]);
  const header = ['#', 'metric', 'measured', 'limit', 'pass'];
  const table = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  print('');
  for (const row of table)
    print(
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
