// npm run evaluate -- FILE.jsonl: scores the built-in analyst on a file of labeled calls. Prints exactly one JSON
// object to stdout; messages go to stderr.
import './lib/install/node-version.mjs';

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { buildToolsIfChanged } from './lib/build.mjs';
import { CliError } from './lib/errors.mjs';
import { installPackages } from './lib/install/packages.mjs';
import { TOOLS_DIST } from './lib/paths.mjs';
import { runProduct } from './lib/processes/product-command.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { printError } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  const file = readFileArgument();
  await installPackages(signal);
  await buildToolsIfChanged(signal);
  process.stdout.write(
    await runProduct(join(TOOLS_DIST, 'tools/analyst/evaluate.js'), [file], {
      env: process.env,
      signal,
      purpose: 'The evaluation',
    }),
  );
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
}

/** @returns {string} absolute path of the file to score */
function readFileArgument() {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0)
    throw new CliError('Name one file of labeled calls: npm run evaluate -- FILE.jsonl');
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  if (!existsSync(path) || !statSync(path).isFile())
    throw new CliError(`File not found: ${path}. Name a file of labeled calls.`);
  return path;
}
