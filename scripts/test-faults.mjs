// npm run test:faults [-- --long] [PATH …]: takes away what the product needs, in every way we know, and shows that no call is lost and
// no message doubled. It takes about half an hour, with --long nearly an hour; the quick half of it is a part of `npm test`, in smaller sizes.
import './lib/node-version.mjs';

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildIfChanged } from './lib/build.mjs';
import { runJest } from './lib/jest.mjs';
import { installPackages } from './lib/packages.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { installTools, TEST_TOOLS } from './lib/system-tools.mjs';
import { duration, say, showError, step } from './lib/terminal.mjs';
import { startTestDatabases } from './lib/test-databases.mjs';

const startedAt = performance.now();
const signal = onStopRequest(() => process.exit(130));
const folder = mkdtempSync(join(tmpdir(), 'ringwell-faults-'));
const figures = join(folder, 'figures.jsonl');
const isLong = process.argv.includes('--long');
const args = process.argv.slice(2).filter((argument) => argument !== '--long');
let databases;
let failed = 1;
try {
  await step('packages', () => installPackages(signal));
  await step('system tools', () => installTools(TEST_TOOLS, signal));
  await step('build', () => buildIfChanged(signal));
  await step('test databases', async () => void (databases = await startTestDatabases(signal)));
  const env = { ...databases.env, FAULT_FIGURES: figures, ...(isLong && { FAULT_LONG: '1' }) };
  const { counts } = await runJest({ project: 'faults', args, workers: 1, env, show: true, signal });
  const lines = existsSync(figures)
    ? readFileSync(figures, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  failed = Math.max(counts.failed, lines.filter(({ passes }) => !passes).length);
  showTable(lines);
  say(
    `\n${failed > 0 ? 'Failed' : 'All good'} after ${duration(performance.now() - startedAt)}.\n${counts.passed} passed, ${failed} failed`,
  );
} catch (error) {
  if (!signal.aborted) showError(error);
} finally {
  await databases?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(signal.aborted ? 130 : failed > 0 ? 1 : 0);

/** Test, figure, limit, pass. */
function showTable(lines) {
  const cells = lines
    .sort((a, b) => a.row - b.row)
    .map(({ row, what, measured, limit, atLeast, unit, passes }) => [
      `${row}`,
      what,
      `${measured} ${unit}`.trim(),
      `${atLeast ? '>=' : '<='} ${limit} ${unit}`.trim(),
      passes ? 'yes' : 'NO',
    ]);
  const table = [['#', 'test', 'figure', 'limit', 'pass'], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((cell) => cell[column].length)));
  say('');
  for (const cell of table)
    say(
      cell
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}
