// npm run bench: measures the product and prints each metric with a baseline from the same run. See
// docs/develop/benchmarks.md. --only <section> runs one section (repeatable); --full uses the large sizes, which take
// up to two hours and 35 GB of disk.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { readArguments } from './lib/arguments.mjs';
import { compile, PRODUCT } from './lib/build.mjs';
import { startTestDatabases } from './lib/databases/test-databases.mjs';
import { errorCode } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { installTools, TEST_TOOLS } from './lib/install/system-tools.mjs';
import { DATA, ROOT } from './lib/paths.mjs';
import { runInTerminal } from './lib/processes/command.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { step } from './lib/terminal.mjs';

const RUNS_FOLDER = join(DATA, 'bench');

await runScript(async (signal, cleanups) => {
  const { only = [], full = false } = readArguments(
    { options: { only: { type: 'string', multiple: true }, full: { type: 'boolean' } } },
    'Usage: npm run bench -- [--only SECTION] [--full]',
  ).values;
  await step('packages', () => installPackages(signal));
  await step('system tools', () => installTools(TEST_TOOLS, signal));
  const folder = makeRunFolder();
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  // Outside dist/, so that a parallel build can't change the measured code.
  await step('build', () => compile([...PRODUCT, 'bench'], join(folder, 'build'), signal));
  const databases = await step('databases', async () => startTestDatabases(signal, { throwaway: false }));
  cleanups.push(() => databases.stop());
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = databases.env;
  const env = {
    ...process.env,
    BENCH_DATABASE_URL: TEST_DATABASE_URL,
    BENCH_REDIS_URL: TEST_REDIS_URL,
    BENCH_FOLDER: join(folder, 'recordings'),
  };
  const args = ['--enable-source-maps', join(folder, 'build/lab/bench/main.js'), full ? 'full' : 'usual', ...only];
  await runInTerminal('benchmark', args, { cwd: ROOT, env, signal });
});
process.exit();

/** Creates a folder for this run and removes folders left by killed runs. */
function makeRunFolder() {
  mkdirSync(RUNS_FOLDER, { recursive: true });
  for (const name of readdirSync(RUNS_FOLDER))
    if (!isAlive(Number(name))) rmSync(join(RUNS_FOLDER, name), { recursive: true, force: true });
  const folder = join(RUNS_FOLDER, String(process.pid));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM'; // another user's running process
  }
}
