// npm run rotate-secrets: re-encrypts every stored secret with the newest SECRETS_KEY. Uses the database in
// DATABASE_URL, or that of the system running in this clone. First set SECRETS_KEY to the new key and
// SECRETS_KEY_PREVIOUS to the old one.
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
    ['--enable-source-maps', join(DIST, 'libs/database/rotate-secrets.js'), ...process.argv.slice(2)],
    { cwd: ROOT, env, signal },
  );
  print(output.trim());
  process.exitCode = code;
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
}
