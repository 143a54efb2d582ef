// npm run evaluate -- FILE.jsonl: scores the built-in analyst on a file of labelled calls. Standard output is one JSON
// object and nothing else; what the preparation says goes to standard error.
import './lib/node-version.mjs';

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { buildToolsIfChanged } from './lib/build.mjs';
import { installPackages } from './lib/packages.mjs';
import { TOOLS_DIST } from './lib/paths.mjs';
import { runProduct } from './lib/product-command.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { PlainError, showError } from './lib/terminal.mjs';

const signal = onStopRequest(() => process.exit(130));
try {
  const file = calledFor();
  await installPackages(signal);
  await buildToolsIfChanged(signal);
  process.stdout.write(
    await runProduct(join(TOOLS_DIST, 'tools/analyst/evaluate.js'), [file], {
      env: process.env,
      signal,
      doing: 'The evaluation',
    }),
  );
} catch (error) {
  if (!signal.aborted) showError(error);
  process.exitCode = 1;
}

/** @returns {string} the file to score, absolute */
function calledFor() {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0)
    throw new PlainError('Name one file of labelled calls: npm run evaluate -- FILE.jsonl');
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  if (!existsSync(path) || !statSync(path).isFile()) throw new PlainError(`There is no file ${path}.`);
  return path;
}
