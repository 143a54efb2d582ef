import { parseArgs } from 'node:util';

import { CliError } from './errors.mjs';

/**
 * @template {import('node:util').ParseArgsConfig} T
 * @param {T} config @param {string} usage
 * @returns {ReturnType<typeof parseArgs<T>>}
 * @throws {CliError} with the usage, for example if an option is unknown
 */
export function readArguments(config, usage) {
  try {
    return parseArgs(config);
  } catch {
    throw new CliError(usage);
  }
}
