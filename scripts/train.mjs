// npm run train: trains the built-in analyst, the speaker model and the topic model on the calls in lab/analyst/data,
// prints their scores on unseen calls, measures the confidence that reliable labels need, and writes the files below.
// The result is deterministic. npm run train -- topics trains only that model.
import { join } from 'node:path';

import { buildToolsIfChanged } from './lib/build.mjs';
import { CliError } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { ROOT, TOOLS_DIST } from './lib/paths.mjs';
import { runInTerminal } from './lib/processes/command.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { step } from './lib/terminal.mjs';

const TRAININGS = [
  { name: 'labels', script: 'train.js', model: 'worker/src/analysis/engines/local/model.json' },
  { name: 'calibration', script: 'train-calibration.js', model: 'libs/domain/calls/label-calibration.json' },
  { name: 'speakers', script: 'train-speakers.js', model: 'worker/src/speakers/model.json' },
  { name: 'topics', script: 'train-topics.js', model: 'worker/src/analysis/engines/local/topic-model.json' },
];
await runScript(async (signal) => {
  const trainings = selectTrainings();
  await step('packages', () => installPackages(signal));
  await step('build', () => buildToolsIfChanged(signal));
  for (const { script, model } of trainings) {
    const args = [join(TOOLS_DIST, 'lab/analyst', script), join(ROOT, model)];
    await runInTerminal('training', args, { cwd: ROOT, signal });
  }
});

/** @returns {typeof TRAININGS} the named one, or all */
function selectTrainings() {
  const [name] = process.argv.slice(2);
  const selectedTrainings = TRAININGS.filter((training) => name === undefined || training.name === name);
  if (selectedTrainings.length > 0) return selectedTrainings;
  throw new CliError(`Specify one of ${TRAININGS.map((training) => training.name).join(', ')}, or none to train all.`);
}
