// npm run train: trains the built-in analyst's model with the calls in tools/analyst/data, prints its scores on unseen
// calls, and writes worker/src/analysis/engines/local/model.json. The result is deterministic.
import './lib/install/node-version.mjs';

import { join } from 'node:path';

import { buildToolsIfChanged } from './lib/build.mjs';
import { CliError } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { ROOT, TOOLS_DIST } from './lib/paths.mjs';
import { runInTerminal } from './lib/processes/command.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { printError, step } from './lib/terminal.mjs';

const MODEL = join(ROOT, 'worker/src/analysis/engines/local/model.json');
const signal = onStopRequest(() => process.exit(130));
try {
  await step('packages', () => installPackages(signal));
  await step('build', () => buildToolsIfChanged(signal));
  const args = [join(TOOLS_DIST, 'tools/analyst/train.js'), MODEL];
  const code = await runInTerminal(process.execPath, args, { cwd: ROOT, signal });
  if (code !== 0) throw new CliError(`The training failed (exit code ${code}): see above.`);
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
}
