// Starts and stops a complete system on this machine, for `npm start` and `npm run dev`.
import { buildAllIfChanged } from '../build.mjs';
import { openDataFolder } from '../data-folder/data-folder.mjs';
import { updateState } from '../data-folder/state.mjs';
import { startDatabases } from '../databases/databases.mjs';
import { isSchemaCurrent } from '../databases/schema.mjs';
import { CliError } from '../errors.mjs';
import { makePrivateFolder } from '../folders.mjs';
import { installPackages } from '../install/packages.mjs';
import { getRequiredTools, installTools } from '../install/system-tools.mjs';
import { installInBackground } from '../models/first-models.mjs';
import { DATA } from '../paths.mjs';
import { freePort, findPortProblem } from '../processes/ports.mjs';
import { runProduct, runProductJson } from '../processes/product-command.mjs';
import { onStopRequest } from '../processes/stop-signal.mjs';
import { bold, dim, formatDuration, print, printError, showSpinner, step, yellow } from '../terminal.mjs';
import {
  getConfiguredPort,
  loadEnvironment,
  loadKeys,
  RECORDINGS_FOLDER,
  systemEnvironment,
  WORK_FOLDER,
  workerEnvironment,
} from './environment.mjs';
import { localUrl } from './local-url.mjs';
import { planModels } from './model-plan.mjs';
import { prepareProcessAccount } from './process-account.mjs';
import { waitForSystem } from './readiness.mjs';
import { createService } from './service.mjs';
import { printWelcome } from './welcome.mjs';

/** Delay before explaining what a stop is waiting for. */
const EXPLAIN_STOP_AFTER_MS = 2_000;

/** @typedef {(() => unknown)[]} Cleanups run in reverse order at the end */

/**
 * @typedef {object} RunningSystem
 * @property {import('../processes/supervisor.mjs').Supervisor[]} services
 * @property {string} url of the API
 * @property {(cleanUp: () => Promise<void>) => void} onStop registers a cleanup to run before the system
 *   stops
 */

/**
 * Starts the system, runs until Ctrl+C, then stops it. Exits with 0 after a stop, 1 after a failure.
 * @param {object} [options]
 * @param {(system: RunningSystem, signal: AbortSignal) => Promise<void>} [options.whileRunning] called once the system
 *   is ready
 * @param {boolean} [options.installsModels] whether to download local models once the system is ready, unless MODELS is
 *   off
 */
export async function runSystem({ whileRunning, installsModels = false } = {}) {
  const commandModels = process.env.MODELS;
  const signal = onStopRequest(() => process.exit(1));
  /** @type {Cleanups} */
  const cleanups = [];
  let hasFailed = false;
  print(bold('Ringwell'));
  try {
    const startedAt = performance.now();
    const { services, ready } = await startAll(signal, cleanups);
    const plan = installsModels ? planModels(commandModels) : undefined;
    const awaitsModels = plan !== undefined && plan.models.length > 0;
    printWelcome({ ...ready, awaitsModels }, formatDuration(performance.now() - startedAt));
    if (plan?.note) print(dim(plan.note));
    const installation = plan && installInBackground({ ...plan, signal });
    cleanups.push(() => installation);
    await whileRunning?.({ services, url: ready.url, onStop: (cleanUp) => cleanups.push(cleanUp) }, signal);
    await waitForAbort(signal);
  } catch (error) {
    if (!signal.aborted) {
      hasFailed = true;
      printError(error);
    }
  }
  const stoppedCleanly = await stopAll(cleanups, signal);
  process.exit(hasFailed || !stoppedCleanly ? 1 : 0);
}

/** @param {AbortSignal} signal @param {Cleanups} cleanups */
async function startAll(signal, cleanups) {
  loadEnvironment();
  const port = await lockFolderAndPort(cleanups);
  loadKeys(); // reports missing keys before the slow steps
  const toolsInstallation = installTools(getRequiredTools(process.env), signal);
  const settledInstallation = toolsInstallation.catch(() => undefined); // a later step reports the failure
  cleanups.push(() => settledInstallation); // Ctrl+C doesn't interrupt apt
  await step('packages', () => installPackages(signal));
  await step('system tools', () => toolsInstallation);
  const databases = await step('databases', async () => {
    const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;
    return startDatabases({ folder: DATA, throwaway: false, database: 'ringwell', databaseUrl, redisUrl, signal });
  });
  cleanups.push(() => databases.stop());
  const env = systemEnvironment({ ...databases, port });
  makePrivateFolder(RECORDINGS_FOLDER);
  await step('build', () => buildAllIfChanged(signal));
  await step('database schema', async () =>
    (await isSchemaCurrent(databases.databaseUrl))
      ? 'up to date'
      : runProduct('libs/database/migrate.js', [], {
          env,
          signal,
          showProgress: true,
          purpose: 'Migrating the database',
        }),
  );
  // Runs in parallel with api and worker, which don't need it. Ctrl+C doesn't stop it: the password would be lost.
  const adminCreation = runProductJson('api/src/users/create-first-admin.cli.js', [], {
    env,
    purpose: 'Creating the first administrator',
  });
  adminCreation.catch(() => undefined); // awaited below, once the processes have been started
  // The password is only shown once, so it must be shown even if a later step fails.
  cleanups.push(() => adminCreation.then(showPassword, () => undefined));
  const { account, problem } = await prepareProcessAccount({
    env,
    dataFolders: [RECORDINGS_FOLDER, WORK_FOLDER],
    port,
    signal,
  });
  if (problem) print(yellow(`api and worker run as root because ${problem}.`));
  const services = [
    createService('api', { env, account }),
    createService('worker', { env: workerEnvironment(env), account }),
  ];
  cleanups.push(() => Promise.all(services.map((service) => service.stop())));
  await Promise.all(services.map((service) => service.start(signal)));
  const administrator = await adminCreation; // its error explains an invalid setting in one sentence
  const url = localUrl(port, process.env.HOST);
  const health = await step('api and worker', () =>
    Promise.race([waitForSystem(url, signal), ...services.map((service) => service.failed)]),
  );
  for (const service of services) service.markReady();
  updateState(DATA, { url });
  return { services, ready: { url, health, administrator, databaseFolder: databases.databaseFolder } };
}

/** @param {import('./welcome.mjs').ReadySystem['administrator']} administrator */
function showPassword({ email, password, isShown }) {
  if (password && !isShown) print(`First administrator: ${email}, password ${password}`);
}

/** Locks the data folder, stops leftovers from a killed start, and checks the port. @param {Cleanups} cleanups */
async function lockFolderAndPort(cleanups) {
  const folder = await openDataFolder(DATA);
  if ('heldBy' in folder) {
    throw new CliError(
      'Ringwell is already running from this folder: press Ctrl+C in its terminal, ' +
        `or run "kill ${folder.heldBy}".`,
    );
  }
  cleanups.push(() => folder.release());
  if (folder.stopped.length > 0) print(dim(`Stopped processes from an earlier start: ${folder.stopped.join(', ')}.`));
  const port = getConfiguredPort();
  if (port === 0) return freePort();
  const problem = await findPortProblem(port);
  if (!problem) return port;
  throw new CliError(
    `Port ${port} ${problem}: choose another port, such as ` +
      `"PORT=${port < 1024 ? 3000 : (port % 65_535) + 1} npm start".`,
  );
}

/**
 * Runs every cleanup, even if one fails.
 * @param {Cleanups} cleanups @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether all succeeded
 */
async function stopAll(cleanups, signal) {
  if (cleanups.length === 0) return true;
  let hasFailed = false;
  const startedAt = performance.now();
  const stopSpinner = showSpinner(() => 'Stopping');
  const explanation = setTimeout(
    () => print('Waiting for work in progress to finish. Press Ctrl+C again to stop immediately.'),
    EXPLAIN_STOP_AFTER_MS,
  );
  for (const cleanUp of cleanups.reverse()) {
    try {
      await cleanUp();
    } catch (error) {
      hasFailed = true;
      printError(error);
    }
  }
  clearTimeout(explanation);
  stopSpinner();
  if (signal.aborted) print(`Stopped after ${formatDuration(performance.now() - startedAt)}.`);
  return !hasFailed;
}

/**
 * Resolves on abort, and keeps Node.js alive until then (a signal handler alone doesn't).
 * @param {AbortSignal} signal
 */
function waitForAbort(signal) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const keepAlive = setInterval(() => undefined, 60_000);
      signal.addEventListener('abort', () => {
        clearInterval(keepAlive);
        resolve();
      });
    })
  );
}
