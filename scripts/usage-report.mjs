// npm run usage-report [-- --month 2026-11]: for each account, compares the minutes recorded in a month (UTC, the
// current one by default), those reported to Stripe, and Stripe's meter total, using the database in DATABASE_URL or
// that of the system running in this clone. Exits with 1 if they differ.
import { join } from 'node:path';

import { buildIfChanged } from './lib/build.mjs';
import { DIST, ROOT } from './lib/paths.mjs';
import { runCommand } from './lib/processes/command.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';
import { getRunningSystem } from './lib/system/running-system.mjs';
import { print, printError, step } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  loadEnvironment();
  const env = process.env.DATABASE_URL ? process.env : getRunningSystem().env;
  await step('build', () => buildIfChanged(signal));
  const program = join(DIST, 'worker/src/billing/metering/usage-report.cli.js');
  const { code, output } = await runCommand(
    process.execPath,
    ['--enable-source-maps', program, ...process.argv.slice(2)],
    { cwd: ROOT, env, signal },
  );
  print(output.trim());
  process.exitCode = code;
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
}
