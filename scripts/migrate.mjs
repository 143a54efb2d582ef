// npm run migrate: brings the schema up to date, of the database that DATABASE_URL names or of the system running in this clone.
// npm run migrate -- --undo takes the last migration back.
import './lib/node-version.mjs';

import { buildIfChanged } from './lib/build.mjs';
import { loadEnvironment } from './lib/environment.mjs';
import { runProduct } from './lib/product-command.mjs';
import { runningSystem } from './lib/running-system.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { say, showError, step } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  loadEnvironment();
  const env = process.env.DATABASE_URL ? process.env : runningSystem().env;
  await step('build', () => buildIfChanged(signal));
  if (process.argv.includes('--undo'))
    say(
      (
        await runProduct('libs/database/migrate.js', ['--undo'], {
          env,
          signal,
          doing: 'Taking the last migration back',
        })
      ).trim(),
    );
  else
    await step('database schema', () =>
      runProduct('libs/database/migrate.js', [], { env, signal, doing: 'Bringing the database up to date' }),
    );
} catch (error) {
  if (!signal.aborted) showError(error);
  process.exitCode = 1;
}
