// Runs one of the built product's CLI programs (migrations, first administrator, tokens).
import { resolve } from 'node:path';

import { CliError } from '../errors.mjs';
import { DIST, ROOT } from '../paths.mjs';
import { print } from '../terminal.mjs';
import { runCommand } from './command.mjs';

/**
 * @typedef {object} ProductCommandOptions
 * @property {NodeJS.ProcessEnv} env
 * @property {AbortSignal} [signal]
 * @property {boolean} [showProgress] copies stderr to the terminal
 * @property {string} [purpose] start of the error message, such as `Setting up Stripe`, above which the output is shown;
 *   without it, the output is the message
 */

/**
 * @param {string} script absolute, or relative to dist/
 * @param {readonly string[]} args
 * @param {ProductCommandOptions} options
 * @returns {Promise<string>} its stdout
 * @throws {CliError} with its output if it fails
 */
export async function runProduct(script, args, { env, signal, showProgress, purpose }) {
  const { code, output, stdout } = await runCommand(
    process.execPath,
    ['--enable-source-maps', resolve(DIST, script), ...args],
    { cwd: ROOT, env, signal, ...(showProgress && { show: 'stderr' }) },
  );
  if (code !== 0 && !purpose) throw new CliError(output.trim());
  if (code !== 0)
    throw new CliError(`${purpose} failed (exit code ${code}): see above.`, showProgress ? stdout : output);
  return stdout;
}

/**
 * Runs a program that prints one line of JSON.
 * @param {string} script
 * @param {readonly string[]} args
 * @param {ProductCommandOptions} options
 * @returns {Promise<any>}
 */
export async function runProductJson(script, args, options) {
  const lines = (await runProduct(script, args, options)).trim().split('\n');
  return JSON.parse(lines.at(-1) ?? '');
}

/**
 * Runs a program with this command's arguments, prints its output and passes on its exit code.
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 */
export async function passThrough(script, env, signal) {
  const args = ['--enable-source-maps', resolve(DIST, script), ...process.argv.slice(2)];
  const { code, output } = await runCommand(process.execPath, args, { cwd: ROOT, env, signal });
  print(output.trim());
  process.exitCode = code;
}
