// npm run train: trains the built-in analyst, the speaker model and the topic model on the calls in lab/analyst/data,
// prints their scores on unseen calls, measures the confidence that reliable labels need, and writes the files below.
// The result is deterministic. npm run train -- topics trains only that model.
import { join } from 'node:path';

import { buildToolsIfChanged } from './lib/build.mjs';
import { CliError } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { ROOT, TOOLS_DIST } from './lib/paths.mjs';
import { runInTerminal } from './lib/processes/command.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { printError, step } from './lib/terminal.mjs';

const TRAININGS = [
  { name: 'labels', script: 'train.js', model: 'worker/src/analysis/engines/local/model.json' },
  { name: 'calibration', script: 'train-calibration.js', model: 'libs/domain/calls/label-calibration.json' },
  { name: 'speakers', script: 'train-speakers.js', model: 'worker/src/speakers/model.json' },
  { name: 'topics', script: 'train-topics.js', model: 'worker/src/analysis/engines/local/topic-model.json' },
];
const signal = onStopRequest(() => process.exit(130));
try {
  const trainings = selectTrainings();
  await step('packages', () => installPackages(signal));
  await step('build', () => buildToolsIfChanged(signal));
  for (const { script, model } of trainings) {
    const args = [join(TOOLS_DIST, 'lab/analyst', script), join(ROOT, model)];
    const code = await runInTerminal(process.execPath, args, { cwd: ROOT, signal });
    if (code !== 0) throw new CliError(`The training failed (exit code ${code}): see the output above.`);
  }
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
}

/** @returns {typeof TRAININGS} the named one, or all */
function selectTrainings() {
  const [name] = process.argv.slice(2);
  const selectedTrainings = TRAININGS.filter((training) => name === undefined || training.name === name);
  if (selectedTrainings.length > 0) return selectedTrainings;
  throw new CliError(`Specify one of ${TRAININGS.map((training) => training.name).join(', ')}, or none to train all.`);
}
