// npm run usage-report [-- --month 2026-11]: for each account, compares the minutes recorded in a month (UTC, the
// current one by default), those reported to Stripe, and Stripe's meter total, using the database in DATABASE_URL or
// that of the system running in this clone. Exits with 1 if they differ.
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
  await passThrough('worker/src/billing/metering/usage-report.cli.js', env, signal);
});
