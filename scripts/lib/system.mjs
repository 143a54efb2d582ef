// A whole system on this machine, from nothing to ready, and its end: what `npm start` and `npm run dev` share.
import { buildAllIfChanged } from './build.mjs';
import { openDataFolder } from './data-folder.mjs';
import { startDatabases } from './databases.mjs';
import { keys, loadEnvironment, RECORDINGS, systemEnvironment, wantedPort } from './environment.mjs';
import { freePort, portProblem } from './free-port.mjs';
import { installPackages } from './packages.mjs';
import { DATA } from './paths.mjs';
import { askProduct, runProduct } from './product-command.mjs';
import { untilReady } from './readiness.mjs';
import { makePrivateFolder } from './service-account.mjs';
import { createService } from './service.mjs';
import { updateState } from './state.mjs';
import { onStopRequest } from './stop-signal.mjs';
import { installTools, toolsFor } from './system-tools.mjs';
import { bold, dim, duration, liveLine, PlainError, say, showError, step } from './terminal.mjs';
import { showWelcome } from './welcome.mjs';

/** A stop that takes longer than this says what it waits for. */
const EXPLAIN_STOP_AFTER_MS = 2_000;

/**
 * Starts the system, runs until Ctrl+C, stops it. Ends the process: 0 after a stop, 1 after a failure.
 * @param {{ whileRunning?: (system: RunningSystem, signal: AbortSignal) => Promise<void> }} [options] what else goes on once it is ready
 *
 * @typedef {object} RunningSystem
 * @property {import('./supervisor.mjs').Supervisor[]} services
 * @property {string} url of the API
 * @property {(undo: () => Promise<void>) => void} onStop what else is undone at the end, before the rest
 */
export async function runSystem({ whileRunning } = {}) {
  const signal = onStopRequest(() => process.exit(1));
  const cleanUp = []; // undone in reverse order
  let failed = false;
  say(bold('Ringwell'));
  try {
    const startedAt = performance.now();
    const { services, ready } = await start(signal, cleanUp);
    showWelcome(ready, duration(performance.now() - startedAt));
    await whileRunning?.({ services, url: ready.url, onStop: (undo) => cleanUp.push(undo) }, signal);
    await aborted(signal);
  } catch (error) {
    if (!signal.aborted) {
      failed = true;
      showError(error);
    }
  }
  const stoppedCleanly = await stop(cleanUp, signal);
  process.exit(failed || !stoppedCleanly ? 1 : 0);
}

async function start(signal, cleanUp) {
  loadEnvironment();
  const port = await takeFolderAndPort(cleanUp);
  keys(); // says at once what production lacks
  await step('packages', () => installPackages(signal));
  await step('system tools', () => installTools(toolsFor(process.env), signal));
  const databases = await step('databases', async () => {
    const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;
    return startDatabases({ folder: DATA, throwaway: false, databaseUrl, redisUrl, signal });
  });
  cleanUp.push(() => databases.stop());
  const env = systemEnvironment({ ...databases, port });
  makePrivateFolder(RECORDINGS);
  await step('build', () => buildAllIfChanged(signal));
  await step('database schema', () =>
    runProduct('libs/database/migrate.js', [], { env, signal, doing: 'Bringing the database up to date' }),
  );
  const administrator = await askProduct('api/src/users/create-first-admin.cli.js', [], {
    env,
    signal,
    doing: 'Making the first administrator',
  });
  // Shown exactly once, so it must be shown even when the next step fails.
  if (administrator.password)
    cleanUp.push(
      () =>
        administrator.shown || say(`First administrator: ${administrator.email}, password ${administrator.password}`),
    );
  const services = ['api', 'worker'].map((name) => createService(name, env));
  cleanUp.push(() => Promise.all(services.map((service) => service.stop())));
  await Promise.all(services.map((service) => service.start(signal)));
  const url = `http://localhost:${port}`;
  const health = await step('api and worker', () =>
    Promise.race([untilReady(url, signal), ...services.map((service) => service.failed)]),
  );
  for (const service of services) service.settle();
  updateState(DATA, { url });
  return { services, ready: { url, health, administrator, place: databases.place } };
}

/** Takes the data folder for this command, ends what a killed one left, and makes sure that the port can be used. */
async function takeFolderAndPort(cleanUp) {
  const folder = await openDataFolder(DATA);
  if ('heldBy' in folder) {
    throw new PlainError(
      `Ringwell is already running from this folder: stop it with Ctrl+C where it was started, or with "kill ${folder.heldBy}".`,
    );
  }
  cleanUp.push(() => folder.release());
  if (folder.stopped.length > 0)
    say(dim(`Stopped what an earlier start had left behind: ${folder.stopped.join(', ')}.`));
  const wanted = wantedPort();
  if (wanted === 0) return freePort();
  const problem = await portProblem(wanted);
  if (!problem) return wanted;
  throw new PlainError(
    `Port ${wanted} ${problem}: choose another one, such as "PORT=${wanted < 1024 ? 3000 : (wanted % 65_535) + 1} npm start".`,
  );
}

/** Undoes all of it, whatever fails. @returns {Promise<boolean>} whether nothing failed */
async function stop(cleanUp, signal) {
  if (cleanUp.length === 0) return true;
  let failed = false;
  const startedAt = performance.now();
  const endLine = liveLine(() => 'Stopping');
  const explanation = setTimeout(
    () => say('Waiting for the calls that are being worked on; Ctrl+C again stops at once.'),
    EXPLAIN_STOP_AFTER_MS,
  );
  for (const undo of cleanUp.reverse()) {
    try {
      await undo();
    } catch (error) {
      failed = true;
      showError(error);
    }
  }
  clearTimeout(explanation);
  endLine();
  if (signal.aborted) say(`Stopped after ${duration(performance.now() - startedAt)}.`);
  return !failed;
}

/** Resolves when the person asks to stop; keeps Node alive until then, which a signal handler alone does not. */
function aborted(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const keepAlive = setInterval(() => undefined, 60_000);
    signal.addEventListener('abort', () => {
      clearInterval(keepAlive);
      resolve();
    });
  });
}
