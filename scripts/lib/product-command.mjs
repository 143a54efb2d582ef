// Runs a command-line program of the built product (migrations, first administrator, tokens).
import { resolve } from 'node:path';

import { runCommand } from './command.mjs';
import { DIST, ROOT } from './paths.mjs';
import { PlainError } from './terminal.mjs';

/**
 * @param {string} script absolute, or below dist/
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, signal?: AbortSignal, doing: string }} options `doing` names the purpose in an error message
 * @returns {Promise<string>} what it wrote to stdout
 * @throws PlainError with its output when it fails
 */
export async function runProduct(script, args, { env, signal, doing }) {
  const { code, output, stdout } = await runCommand(
    process.execPath,
    ['--enable-source-maps', resolve(DIST, script), ...args],
    { cwd: ROOT, env, signal },
  );
  if (code !== 0) throw new PlainError(`${doing} failed (exit code ${code}): see above.`, output);
  return stdout;
}

/** The same for a program that answers with one line of JSON. @returns {Promise<any>} */
export async function askProduct(script, args, options) {
  const lines = (await runProduct(script, args, options)).trim().split('\n');
  return JSON.parse(lines.at(-1));
}
