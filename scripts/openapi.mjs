// npm run openapi: writes the types of the API's answers for the web app; with --check it only says whether they are current.
import './lib/node-version.mjs';

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildIfChanged } from './lib/build.mjs';
import { runCommand } from './lib/command.mjs';
import { DIST, ROOT } from './lib/paths.mjs';
import { onStopRequest } from './lib/stop-signal.mjs';
import { PlainError, showError } from './lib/terminal.mjs';

const TYPES = join(ROOT, 'web/src/api/schema.d.ts');
const HEAD = '// Made by `npm run openapi` from the routes of the API.\n\n';

const signal = onStopRequest(() => process.exit(130));
try {
  await buildIfChanged(signal);
  const types = await makeTypes();
  if (!process.argv.includes('--check')) writeFileSync(TYPES, types);
  else if (readFileSync(TYPES, 'utf8') !== types)
    throw new PlainError('web/src/api/schema.d.ts is not current. Run: npm run openapi');
} catch (error) {
  if (!signal.aborted) showError(error);
  process.exitCode = 1;
}

async function makeTypes() {
  const { code, output, stdout } = await runCommand(
    process.execPath,
    [join(DIST, 'api/src/openapi/print-openapi.cli.js')],
    { signal, cwd: ROOT },
  );
  if (code !== 0) throw new PlainError('The API cannot be described.', output);
  const { default: openapiTS, astToString } = await import('openapi-typescript'); // only there once the packages are installed
  return HEAD + astToString(await openapiTS(JSON.parse(stdout)));
}
