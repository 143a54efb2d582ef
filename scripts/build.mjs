// npm run build: builds api, worker and libs into dist/ and the web app into web/dist/, unless the sources are
// unchanged.
import { buildAllIfChanged } from './lib/build.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { printError, step } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  await step('build', () => buildAllIfChanged(signal));
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
}
