// npm run openapi: generates the web app's types for API responses. With --check, only verifies that they're up to
// date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildIfChanged } from './lib/build.mjs';
import { CliError } from './lib/errors.mjs';
import { DIST, ROOT } from './lib/paths.mjs';
import { runCommand } from './lib/processes/command.mjs';
import { onStopRequest } from './lib/processes/stop-signal.mjs';
import { printError } from './lib/terminal.mjs';

const TYPES = join(ROOT, 'web/src/api/schema.d.ts');
// Routes used by other programs.
const FOR_OTHERS = /^\/api\/(n8n|mcp|health|metrics|webhooks)\b/;
const HEADER = '// Made by `npm run openapi` from the routes of the API.\n\n';

const signal = onStopRequest(() => process.exit(130));
try {
  await buildIfChanged(signal);
  const types = await generateTypes();
  if (!process.argv.includes('--check')) writeFileSync(TYPES, types);
  else if (readFileSync(TYPES, 'utf8') !== types)
    throw new CliError('web/src/api/schema.d.ts is out of date: run "npm run openapi".');
} catch (error) {
  if (!signal.aborted) printError(error);
  process.exitCode = 1;
}

async function generateTypes() {
  const { code, output, stdout } = await runCommand(
    process.execPath,
    [join(DIST, 'api/src/openapi/print-openapi.cli.js')],
    { signal, cwd: ROOT },
  );
  if (code !== 0) throw new CliError('Failed to generate the OpenAPI document: see above.', output);
  // the packages may have been missing at the start
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  return HEADER + astToString(await openapiTS(withoutUnused(JSON.parse(stdout))));
}

/**
 * Removes what the web app doesn't read: errors, which the client throws; headers, which all requests share; pages,
 * forms and files, which the browser loads; and examples, which are shown at `/docs`.
 * @param {any} document
 */
function withoutUnused(document) {
  delete document.components.responses; // errors
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      operation.parameters = operation.parameters?.filter((/** @type {any} */ { in: place }) => place !== 'header');
      operation.responses = Object.fromEntries(
        Object.entries(operation.responses).filter(([status]) => status < '400'),
      );
      if (FOR_OTHERS.test(path) || isPageOrFile(operation)) delete operations[method];
    }
    if (Object.keys(operations).length === 0) delete document.paths[path];
  }
  keepUsedSchemas(document);
  return JSON.parse(JSON.stringify(document), (key, value) => (key === 'example' ? undefined : value));
}

/** @param {any} operation */
function isPageOrFile({ requestBody, responses }) {
  if (requestBody?.content['application/x-www-form-urlencoded']) return true;
  const contents = Object.values(responses).map((response) => response.content ?? {});
  const isJson = contents.some((content) => 'application/json' in content);
  return !isJson && (contents.some((content) => Object.keys(content).length > 0) || '302' in responses);
}

/** @param {any} document */
function keepUsedSchemas({ components, paths }) {
  const used = new Set();
  const visit = (/** @type {unknown} */ value) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(components.schemas[name]);
    }
  };
  visit(paths);
  for (const name of Object.keys(components.schemas)) if (!used.has(name)) delete components.schemas[name];
}
