// npm run recognize-speech -- FILE.jsonl [--recordings FOLDER] [--minutes 60]: reads calls from lab/analyst/data aloud
// with synthetic voices (flite, espeak-ng), simulates phone lines (sox), transcribes the calls with the built-in
// recognizer, and appends one line per call to the file. Continues where an earlier run left off. With --calibrate:
// compares the quality of the transcripts in the file with their actual word error rates and labels.
import { join, resolve } from 'node:path';

import { buildToolsIfChanged } from './lib/build.mjs';
import { CliError } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { ROOT, TOOLS_DIST } from './lib/paths.mjs';
import { runInTerminal } from './lib/processes/command.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { step } from './lib/terminal.mjs';

await runScript(async (signal) => {
  await step('packages', () => installPackages(signal));
  await step('build', () => buildToolsIfChanged(signal));
  const [file, ...options] = process.argv.slice(2);
  if (file === undefined) throw new CliError('Specify the output file: npm run recognize-speech -- FILE.jsonl');
  const output = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  const args = [join(TOOLS_DIST, 'lab/analyst/audio/recognize-speech.js'), output, ...options];
  await runInTerminal('recognition', args, { cwd: ROOT, signal });
});
