// npm run evaluate -- followed by one of these:
//   FILE.jsonl: scores the built-in analyst on a file of labeled calls
//   --labels FILE.jsonl: scores the configured language model's labels, and counts the calls that need a listen
//   --notes FILE.jsonl: scores the configured language model's notes
//   --flags PATH: scores the built-in phrases for danger and legal action on a file or folder of made-up calls
//   --audio FOLDER: scores every configured recognizer on recordings with reference transcripts
// Prints exactly one JSON object to stdout; messages go to stderr.
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { buildToolsIfChanged } from './lib/build.mjs';
import { CliError } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { ROOT, TOOLS_DIST } from './lib/paths.mjs';
import { runInTerminal } from './lib/processes/command.mjs';
import { runScript } from './lib/processes/run-script.mjs';
import { loadEnvironment } from './lib/system/environment.mjs';

await runScript(async (signal) => {
  loadEnvironment();
  const args = readArguments();
  await installPackages(signal);
  await buildToolsIfChanged(signal);
  const program = ['--enable-source-maps', join(TOOLS_DIST, 'lab/analyst/evaluate.js'), ...args];
  await runInTerminal('evaluation', program, { cwd: ROOT, signal });
});

/** @returns {string[]} arguments for the evaluation: the option, if any, and the absolute path */
function readArguments() {
  const args = process.argv.slice(2);
  const isAudio = args[0] === '--audio';
  const options = ['--audio', '--flags', '--labels', '--notes'].includes(args[0] ?? '') ? args.slice(0, 1) : [];
  const [name, ...extraArgs] = args.slice(options.length);
  if (name === undefined || name.startsWith('-') || extraArgs.length > 0)
    throw new CliError(
      'Specify a file of labeled calls: npm run evaluate -- [--labels | --notes] FILE.jsonl,\n' +
        'or a file or folder of calls for the flags: npm run evaluate -- --flags PATH,\n' +
        'or a folder of recordings with reference transcripts: npm run evaluate -- --audio samples',
    );
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), name);
  if (isAudio && !(existsSync(path) && statSync(path).isDirectory()))
    throw new CliError(`Folder not found: ${path}. Specify a folder of recordings, such as samples.`);
  if (args[0] === '--flags' && existsSync(path)) return [...options, path];
  if (!isAudio && !(existsSync(path) && statSync(path).isFile()))
    throw new CliError(`File not found: ${path}. Specify a file of labeled calls.`);
  return [...options, path];
}
