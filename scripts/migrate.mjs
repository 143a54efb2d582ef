// npm run migrate: updates the schema of the database in DATABASE_URL, or that of the system running in this clone. npm
// run migrate -- --undo reverts the last migration.
import { buildIfChanged } from './lib/build.mjs';
import { runProduct } from './lib/processes/product-command.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';
import { getRunningSystem } from './lib/system/running-system.mjs';
import { print, step } from './lib/terminal.mjs';

await runScript(async (signal) => {
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
});
