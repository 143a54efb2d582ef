// npm run build: builds api, worker and libs into dist/ and the web app into web/dist/, unless their source
// files are unchanged.
import { buildAllIfChanged } from './lib/build.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { step } from './lib/terminal.mjs';

await runScript(async (signal) => {
  await step('build', () => buildAllIfChanged(signal));
});
