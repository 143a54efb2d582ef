// npm run models: lists the local models. npm run models -- install NAME | verify [NAME] | remove NAME | auto.
// MODELS_DIR replaces the .data/models folder, and MODELS_BASE_URL sets a mirror of the publishers' releases.
import { CATALOG } from './lib/models/catalog.mjs';
import { runModelsCommand } from './lib/models/command.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { loadEnvironment, getModelsFolder, getModelsMirror } from './lib/system/environment.mjs';
import { print, printError } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
loadEnvironment();
try {
  process.exitCode = await runModelsCommand(process.argv.slice(2), {
    catalog: CATALOG,
    folder: getModelsFolder(),
    mirror: getModelsMirror(),
    env: process.env,
    workingFolder: process.env.INIT_CWD ?? process.cwd(),
    signal,
  });
} catch (error) {
  if (signal.aborted) print('Stopped. Run the same command again to continue.');
  else printError(error);
  process.exitCode = signal.aborted ? 130 : 1;
}
