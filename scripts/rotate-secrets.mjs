// npm run rotate-secrets: re-encrypts every stored secret with the newest SECRETS_KEY. Uses the database in
// DATABASE_URL, or that of the system running in this clone. First set SECRETS_KEY to the new key and
// SECRETS_KEY_PREVIOUS to the old one.
import { buildIfChanged } from './lib/build.mjs';
import { passThrough } from './lib/processes/product-command.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';
import { getRunningSystem } from './lib/system/running-system.mjs';
import { step } from './lib/terminal.mjs';

await runScript(async (signal) => {
  loadEnvironment();
  const env = process.env.DATABASE_URL ? process.env : getRunningSystem().env;
  await step('build', () => buildIfChanged(signal));
  await passThrough('libs/database/rotate-secrets.js', env, signal);
});
