// npm run migrate: updates the schema of the database in DATABASE_URL, or that of the system running in this clone. npm
// run migrate -- --undo reverts the last migration.
import { buildIfChanged } from './lib/build.mjs';
import { runProduct } from './lib/processes/product-command.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';
import { getRunningSystem } from './lib/system/running-system.mjs';
import { print, printError, step } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  loadEnvironment();
  const env = process.env.DATABASE_URL ? process.env : getRunningSystem().env;
  await step('build', () => buildIfChanged(signal));
  const args = process.argv.slice(2);
  if (args.includes('--undo')) {
    const purpose = 'Reverting the last migration';
    print((await runProduct('libs/database/migrate.js', args, { env, signal, purpose })).trim());
  } else {
    const options = { env, signal, showProgress: true, purpose: 'Migrating the database' };
    await step('database schema', () => runProduct('libs/database/migrate.js', args, options));
  }
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
}
