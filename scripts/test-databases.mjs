// node scripts/test-databases.mjs: runs test databases until Ctrl+C and prints `export` commands for manual Jest runs.
import { once } from 'node:events';

import { startTestDatabases } from './lib/databases/test-databases.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { installTools, TEST_TOOLS } from './lib/install/system-tools.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { print } from './lib/terminal.mjs';

await runScript(async (signal) => {
  await installPackages(signal);
  await installTools(TEST_TOOLS, signal);
  const { env, stop } = await startTestDatabases(signal);
  for (const [name, value] of Object.entries(env)) print(`export ${name}='${value}'`);
  const keepAlive = setInterval(() => undefined, 60_000); // a signal handler alone doesn't keep Node.js alive
  await once(signal, 'abort');
  clearInterval(keepAlive);
  await stop();
});
