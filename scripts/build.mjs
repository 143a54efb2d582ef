// npm run build: builds api, worker and libs into dist/ and the web app into web/dist/, each unless it already holds exactly
// these sources.
import './lib/node-version.mjs';

import { buildAllIfChanged } from './lib/build.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { showError, step } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  await step('build', () => buildAllIfChanged(signal));
} catch (error) {
  if (!signal.aborted) showError(error);
  process.exitCode = 1;
}
