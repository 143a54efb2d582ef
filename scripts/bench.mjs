// npm run bench: how fast the product is, each figure beside a yardstick that is measured in the same run.
// --only <section> runs one section (may be repeated); --full takes the large sizes, which need up to two hours and 35 GB.
import './lib/node-version.mjs';

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { compile, PRODUCT } from './lib/build.mjs';
import { installPackages } from './lib/packages.mjs';
import { DATA, ROOT } from './lib/paths.mjs';
import { spawnGroup } from './lib/process-groups.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { installTools, TEST_TOOLS } from './lib/system-tools.mjs';
import { PlainError, showError, step } from './lib/terminal.mjs';
import { startTestDatabases } from './lib/test-databases.mjs';

const RUNS = join(DATA, 'bench');

const signal = onStopRequest(() => process.exit(130));
const cleanUp = [];
try {
  const {
    values: { only = [], full = false },
  } = parseArgs({ options: { only: { type: 'string', multiple: true }, full: { type: 'boolean' } } });
  await step('packages', () => installPackages(signal));
  await step('system tools', () => installTools(TEST_TOOLS, signal));
  const folder = makeRunFolder();
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  // Away from dist/: what is measured does not change when another command builds meanwhile.
  await step('build', () => compile([...PRODUCT, 'bench'], join(folder, 'build'), signal));
  const databases = await step('databases', async () => startTestDatabases(signal, { throwaway: false }));
  cleanUp.push(() => databases.stop());
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = databases.env;
  const env = {
    ...process.env,
    BENCH_DATABASE_URL: TEST_DATABASE_URL,
    BENCH_REDIS_URL: TEST_REDIS_URL,
    BENCH_FOLDER: join(folder, 'recordings'),
  };
  await run([join(folder, 'build/bench/main.js'), full ? 'full' : 'usual', ...only], env);
} catch (error) {
  if (!signal.aborted) {
    showError(error);
    process.exitCode = 1;
  }
} finally {
  for (const undo of cleanUp.reverse()) await undo();
}
process.exit();

/** A folder of this run; those of runs that were killed are removed. */
function makeRunFolder() {
  mkdirSync(RUNS, { recursive: true });
  for (const name of readdirSync(RUNS))
    if (!isAlive(Number(name))) rmSync(join(RUNS, name), { recursive: true, force: true });
  const folder = join(RUNS, String(process.pid));
  mkdirSync(folder, { recursive: true });
  return folder;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM'; // somebody else's process, but a living one
  }
}

/** Its lines are shown as they come. */
async function run(args, env) {
  const child = spawnGroup(process.execPath, ['--enable-source-maps', ...args], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
    signal,
  });
  const code = await new Promise((done, failed) => child.once('error', failed).once('close', done));
  if (code !== 0) throw new PlainError(`The bench failed (exit code ${code}): see above.`);
}
