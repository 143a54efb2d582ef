// npm run test:image: builds the Docker images for this clone and the previous commit, then runs, upgrades and rolls
// back the product in them. Takes about ten minutes.
import { startTestDatabases } from './lib/databases/test-databases.mjs';
import { ensureBaseImage } from './lib/image/base.mjs';
import { buildImage, buildPreviousImage } from './lib/image/build.mjs';
import { checkComposeFile } from './lib/image/compose-file.mjs';
import { chooseEngine } from './lib/image/engine.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { CONTAINER_TOOLS, installTools, TEST_TOOLS } from './lib/install/system-tools.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { runJest } from './lib/stages/jest.mjs';
import { print, printError, step } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
/** @type {import('./lib/databases/test-databases.mjs').TestDatabases | undefined} */
let databases;
let failedCount = 1;
try {
  await step('packages', () => installPackages(signal));
  const engine = await chooseEngine(signal);
  await step('system tools', () =>
    installTools([...TEST_TOOLS, ...(engine.name === 'Docker' ? [] : CONTAINER_TOOLS)], signal),
  );
  await step('compose file', () => checkComposeFile(signal));
  let base = '';
  await step('base image', async () => (base = await ensureBaseImage(engine, signal)));
  await step('image', () => buildImage(engine, base, signal));
  await step("previous commit's image", () => buildPreviousImage(engine, base, signal));
  databases = await step('test databases', () => startTestDatabases(signal));
  const env = { ...databases.env, CONTAINER_COMMAND: JSON.stringify(engine.command) };
  const args = process.argv.slice(2);
  const { counts } = await runJest({ projects: ['image'], args, workers: 1, env, show: true, signal });
  failedCount = counts.failed;
  print(`${counts.passed} passed, ${failedCount} failed`);
} catch (error) {
  if (!signal.aborted) printError(error);
} finally {
  await databases?.stop();
}
process.exit(signal.aborted ? 130 : failedCount > 0 ? 1 : 0);
