// Watches the sources, compiles what changed and restarts the services on it.
import { watch } from 'node:fs';
import { join } from 'node:path';

import { buildIfChanged, SOURCE_FOLDERS } from './build.mjs';
import { ROOT } from './paths.mjs';
import { showError, step } from './terminal.mjs';

/** Editors save in several steps, and a checkout changes many files. */
const QUIET_MS = 200;

/**
 * @param {import('./supervisor.mjs').Supervisor[]} services
 * @param {AbortSignal} signal ends the watching
 */
export function restartOnChange(services, signal) {
  let timer;
  let work = Promise.resolve();
  const rebuild = async () => {
    try {
      if ((await buildIfChanged(signal)) === 'up to date') return;
      await step('restart', () => Promise.all(services.map((service) => service.restart())));
    } catch (error) {
      if (!signal.aborted) showError(error); // the sources do not compile: the old processes run on until they do
    }
  };
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (work = work.then(rebuild)), QUIET_MS);
  };
  for (const folder of SOURCE_FOLDERS)
    watch(join(ROOT, folder), { recursive: true, signal }, changed).on('error', showError);
}
