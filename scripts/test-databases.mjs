// node scripts/test-databases.mjs: keeps test databases up until Ctrl+C and prints where they are, for running Jest by hand.
import './lib/node-version.mjs';

import { once } from 'node:events';

import { installPackages } from './lib/packages.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { installTools, TEST_TOOLS } from './lib/system-tools.mjs';
import { say, showError } from './lib/terminal.mjs';
import { startTestDatabases } from './lib/test-databases.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  await installPackages(signal);
  await installTools(TEST_TOOLS, signal);
  const { env, stop } = await startTestDatabases(signal);
  for (const [name, value] of Object.entries(env)) say(`export ${name}='${value}'`);
  const waiting = setInterval(() => undefined, 60_000); // a signal handler alone does not keep Node alive
  await once(signal, 'abort');
  clearInterval(waiting);
  await stop();
} catch (error) {
  if (!signal.aborted) {
    showError(error);
    process.exitCode = 1;
  }
}
