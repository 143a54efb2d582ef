// npm run after-restore: discards messages that were unsent when a restored backup was taken, because most have been
// sent since. Uses the database in DATABASE_URL, or that of the system running in this clone. Run it before starting a
// worker.
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
  const { code, output } = await runCommand(
    process.execPath,
    ['--enable-source-maps', join(DIST, 'libs/database/after-restore.js')],
    { cwd: ROOT, env, signal },
  );
  print(output.trim());
  process.exitCode = code;
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
}
