// npm run train: learns the built-in analyst's model anew from the calls in tools/analyst/data, prints how it
// does on calls that it has not seen, and writes worker/src/analysis/engines/local/model.json. The same data give the same model.
import './lib/node-version.mjs';

import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { buildToolsIfChanged } from './lib/build.mjs';
import { installPackages } from './lib/packages.mjs';
import { ROOT, TOOLS_DIST } from './lib/paths.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { PlainError, showError, step } from './lib/terminal.mjs';

const MODEL = join(ROOT, 'worker/src/analysis/engines/local/model.json');
const signal = onStopRequest(() => process.exit(130));
try {
  await step('packages', () => installPackages(signal));
  await step('build', () => buildToolsIfChanged(signal));
  await train();
} catch (error) {
  if (!signal.aborted) showError(error);
  process.exitCode = 1;
}

/** Its figures are shown as they come: the training takes a minute or two. */
async function train() {
  const child = spawn(process.execPath, [join(TOOLS_DIST, 'tools/analyst/train.js'), MODEL], {
    cwd: ROOT,
    stdio: 'inherit',
    signal,
  });
  const code = await new Promise((done, failed) => child.once('error', failed).once('close', done));
  if (code !== 0) throw new PlainError(`The training failed (exit code ${code}): see above.`);
}
