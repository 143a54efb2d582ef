// Watches the source files, compiles changes and restarts the services.
import { watch } from 'node:fs';
import { join } from 'node:path';

import { buildIfChanged, SOURCE_FOLDERS } from '../build.mjs';
import { ROOT } from '../paths.mjs';
import { printError, step } from '../terminal.mjs';

/** Editors save in several steps, and a checkout changes many files. */
const DEBOUNCE_MS = 200;

/**
 * @param {import('../processes/supervisor.mjs').Supervisor[]} services
 * @param {AbortSignal} signal stops watching
 */
export function restartOnChange(services, signal) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<void>} */
  let pendingBuild = Promise.resolve();
  const rebuild = async () => {
    try {
      if ((await buildIfChanged(signal)) === 'up to date') return;
      await step('restart', () => Promise.all(services.map((service) => service.restart())));
    } catch (error) {
      if (!signal.aborted) printError(error); // the running processes continue until the code compiles again
    }
  };
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (pendingBuild = pendingBuild.then(rebuild)), DEBOUNCE_MS);
  };
  for (const folder of SOURCE_FOLDERS)
    watch(join(ROOT, folder), { recursive: true, signal }, onChange).on('error', printError);
}
