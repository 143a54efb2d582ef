// npm run test:chaos [-- --seed N] [--minutes M]: injects random faults, many at a time, into a fleet under load, then
// checks that no call, message or minute was lost or counted twice. The same seed produces the same faults. Takes three
// minutes longer than --minutes (10 by default).
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readArguments } from './lib/arguments.mjs';
import { buildIfChanged } from './lib/build.mjs';
import { startTestDatabases } from './lib/databases/test-databases.mjs';
import { CliError } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { CHAOS_TEST_TOOLS, installTools } from './lib/install/system-tools.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { runJest } from './lib/stages/jest.mjs';
import { formatDuration, print, printError, step } from './lib/terminal.mjs';

/** @type {ReturnType<typeof readSettings>} */
let settings;
try {
  settings = readSettings();
} catch (error) {
  printError(error);
  process.exit(1);
}
const { seed, minutes } = settings;
print(`Seed ${seed}. To repeat: npm run test:chaos -- --seed ${seed} --minutes ${minutes}`);

const startedAt = performance.now();
const signal = onStopRequest(() => process.exit(130));
const folder = mkdtempSync(join(tmpdir(), `ringwell-chaos-${seed}-`));
chmodSync(folder, 0o755); // media tools run as another user
const logsFolder = join(folder, 'logs');
const workFolder = join(folder, 'work'); // disks are mounted here
mkdirSync(logsFolder);
mkdirSync(workFolder);
/** @type {import('./lib/databases/test-databases.mjs').TestDatabases | undefined} */
let databases;
let failedCount = 1;
try {
  await step('packages', () => installPackages(signal));
  await step('system tools', () => installTools(CHAOS_TEST_TOOLS, signal));
  await step('build', () => buildIfChanged(signal));
  databases = await step('test databases', () => startTestDatabases(signal));
  const env = {
    ...databases.env,
    CHAOS_SEED: String(seed),
    CHAOS_MINUTES: String(minutes),
    CHAOS_FOLDER: workFolder,
    CHAOS_LOGS: logsFolder,
  };
  const { counts } = await runJest({ projects: ['chaos'], args: ['--forceExit'], workers: 1, env, show: true, signal });
  failedCount = counts.failed + (counts.passed === 0 ? 1 : 0);
  print(`\n${failedCount > 0 ? 'Failed' : 'All good'} after ${formatDuration(performance.now() - startedAt)}.`);
} catch (error) {
  if (!signal.aborted) printError(error);
} finally {
  await databases?.stop();
  unmountBelow(workFolder);
  rmSync(failedCount > 0 ? workFolder : folder, { recursive: true, force: true });
  if (failedCount > 0) print(`Seed ${seed}. The timeline and the logs of all processes are in ${logsFolder}`);
}
process.exit(signal.aborted ? 130 : failedCount > 0 ? 1 : 0);

function readSettings() {
  const message = 'The seed must be a whole number, and the minutes more than 0';
  const usage = `${message}: npm run test:chaos -- [--seed 42] [--minutes 10]`;
  const { values } = readArguments({ options: { seed: { type: 'string' }, minutes: { type: 'string' } } }, usage);
  const seed = Number(values.seed ?? randomInt(1_000_000));
  const minutes = Number(values.minutes ?? 10);
  if (!Number.isInteger(seed) || !(minutes > 0)) throw new CliError(usage);
  return { seed, minutes };
}

/** An interrupted run leaves its disks mounted. @param {string} parent */
function unmountBelow(parent) {
  if (!existsSync('/proc/mounts')) return;
  const mountPoints = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${parent}/`));
  for (const path of mountPoints) execFileSync('umount', ['-l', path]);
}
