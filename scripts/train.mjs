// npm run train: trains the built-in analyst and the model that tells agent and customer apart with the calls in
// tools/analyst/data, prints their scores on unseen calls, and writes worker/src/analysis/engines/local/model.json and
// worker/src/speakers/model.json. The result is deterministic.
import './lib/install/node-version.mjs';

import { join } from 'node:path';

import { buildToolsIfChanged } from './lib/build.mjs';
import { CliError } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { ROOT, TOOLS_DIST } from './lib/paths.mjs';
import { runInTerminal } from './lib/processes/command.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { printError, step } from './lib/terminal.mjs';

const TRAININGS = [
  { script: 'train.js', model: 'worker/src/analysis/engines/local/model.json' },
  { script: 'train-speakers.js', model: 'worker/src/speakers/model.json' },
];
const signal = onStopRequest(() => process.exit(130));
try {
  await step('packages', () => installPackages(signal));
  await step('build', () => buildToolsIfChanged(signal));
  for (const { script, model } of TRAININGS) {
    const args = [join(TOOLS_DIST, 'tools/analyst', script), join(ROOT, model)];
    const code = await runInTerminal(process.execPath, args, { cwd: ROOT, signal });
    if (code !== 0) throw new CliError(`The training failed (exit code ${code}): see above.`);
  }
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
}
