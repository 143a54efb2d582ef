// npm run build: compiles api, worker and libs into dist/ unless dist/ already holds exactly these sources.
import './lib/node-version.mjs';
import { buildIfChanged } from './lib/build.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { showError, step } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  await step('build', () => buildIfChanged(signal));
} catch (error) {
  if (!signal.aborted) showError(error);
  process.exitCode = 1;
}
