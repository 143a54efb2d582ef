import { parseArgs } from 'node:util';

import { CliError } from './errors.mjs';

/**
 * Reads a command's arguments.
 * @template {import('node:util').ParseArgsConfig} T
 * @param {T} config @param {string} usage
 * @returns {ReturnType<typeof parseArgs<T>>}
 * @throws {CliError} with the usage, for example because of an unknown option
 */
export function readArguments(config, usage) {
  try {
    return parseArgs(config);
  } catch {
    throw new CliError(usage);
  }
}
