// Runs one command to its end and keeps what it wrote.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { killGroup, spawnGroup } from './process-groups.mjs';

/**
 * @typedef {object} CommandResult
 * @property {number} code exit code; 127 when the program could not be started, 128 when a signal ended it
 * @property {string} output what it wrote to stdout and stderr, in order
 * @property {string} stdout what it wrote to stdout alone
 *
 * Runs a command in a process group of its own, so that an interrupt at the terminal reaches us first and an abort ends
 * everything the command had started.
 * @param {string} program
 * @param {string[]} args
 * @param {{ signal?: AbortSignal, cwd?: string, env?: NodeJS.ProcessEnv, uid?: number, gid?: number, show?: boolean }} [options]
 *   `show`: write the output to the console as it comes, too
 * @returns {Promise<CommandResult>}
 */
export function runCommand(program, args, { signal, show = false, ...options } = {}) {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawnGroup(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      stdout += chunk;
      if (show) process.stdout.write(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      if (show) process.stderr.write(chunk);
    });
    const abort = () => killGroup(child.pid);
    signal?.addEventListener('abort', abort, { once: true });
    child.on('error', (error) => {
      signal?.removeEventListener('abort', abort);
      resolve({ code: 127, output: error.message, stdout });
    });
    child.on('close', (code) => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason);
      else resolve({ code: code ?? 128, output, stdout });
    });
  });
}

/** @param {string} program @returns {string | undefined} where PATH has it */
export function findProgram(program) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, program))
    .find((path) => isExecutableFile(path));
}

function isExecutableFile(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // not there, or not ours to run: the next folder of PATH may have it
  }
}

/** @param {string} file @returns {string} its last lines; nothing when it cannot be read */
export function lastLinesOf(file) {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-25).join('\n');
  } catch {
    return ''; // the error that these lines were to explain is more important
  }
}

/** What a tool said, for an error message: the cause comes first with some and last with others. @param {string} output */
export function excerpt(output) {
  const lines = output.trimEnd().split('\n');
  return lines.length <= 40 ? lines.join('\n') : [...lines.slice(0, 15), '…', ...lines.slice(-20)].join('\n');
}
