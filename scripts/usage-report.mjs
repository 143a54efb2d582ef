// npm run usage-report [-- --month 2026-11]: compares, account by account, the minutes that were recorded in a month (UTC; this one
// unless another is given), those reported to Stripe, and those that Stripe's meter has added up, in the database that DATABASE_URL
// names or of the system running in this clone. Exit code 1 when they differ.
import { join } from 'node:path';

import './lib/node-version.mjs';

import { buildIfChanged } from './lib/build.mjs';
import { runCommand } from './lib/command.mjs';
import { loadEnvironment } from './lib/environment.mjs';
import { DIST, ROOT } from './lib/paths.mjs';
import { runningSystem } from './lib/running-system.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { say, showError, step } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  loadEnvironment();
  const env = process.env.DATABASE_URL ? process.env : runningSystem().env;
  await step('build', () => buildIfChanged(signal));
  const program = join(DIST, 'worker/src/billing/metering/usage-report.cli.js');
  const { code, output } = await runCommand(
    process.execPath,
    ['--enable-source-maps', program, ...process.argv.slice(2)],
    { cwd: ROOT, env, signal },
  );
  say(output.trim());
  process.exitCode = code;
} catch (error) {
  if (!signal.aborted) showError(error);
  process.exitCode = 1;
}
