// node scripts/test-databases.mjs: runs test databases until Ctrl+C and prints `export` commands for manual Jest runs.
import { once } from 'node:events';

import { startTestDatabases } from './lib/databases/test-databases.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { installTools, TEST_TOOLS } from './lib/install/system-tools.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { print, printError } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  await installPackages(signal);
  await installTools(TEST_TOOLS, signal);
  const { env, stop } = await startTestDatabases(signal);
  for (const [name, value] of Object.entries(env)) print(`export ${name}='${value}'`);
  const keepAlive = setInterval(() => undefined, 60_000); // a signal handler alone doesn't keep Node.js alive
  await once(signal, 'abort');
  clearInterval(keepAlive);
  await stop();
} catch (error) {
  if (!signal.aborted) {
    printError(error);
    process.exitCode = 1;
  }
}
