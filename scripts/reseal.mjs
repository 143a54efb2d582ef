// npm run reseal: seals every stored secret with the newest SECRETS_KEY, in the database that DATABASE_URL names or of the system
// running in this clone. Set SECRETS_KEY to the new key and SECRETS_KEY_PREVIOUS to the earlier one first.
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
  const { code, output } = await runCommand(
    process.execPath,
    ['--enable-source-maps', join(DIST, 'libs/database/rotate-secrets.js')],
    { cwd: ROOT, env, signal },
  );
  say(output.trim());
  process.exitCode = code;
} catch (error) {
  if (!signal.aborted) showError(error);
  process.exitCode = 1;
}
