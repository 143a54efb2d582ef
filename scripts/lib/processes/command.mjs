// Runs one command until it exits.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { CliError } from '../errors.mjs';
import { killGroup, spawnGroup } from './process-groups.mjs';

/**
 * @typedef {object} CommandResult
 * @property {number} code exit code; 127 if the program couldn't be started, 128 if a signal ended it
 * @property {string} output stdout and stderr, interleaved
 * @property {string} stdout
 */

/**
 * @typedef {object} CommandOptions
 * @property {AbortSignal} [signal] kills the command and everything it started; the promise then rejects with the
 * reason
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [uid]
 * @property {number} [gid]
 */

/**
 * Runs a command in its own process group and collects its output.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {CommandOptions & { show?: boolean | 'stderr' }} [options] `show` also copies the output to the terminal,
 * or only stderr
 * @returns {Promise<CommandResult>}
 */
export function runCommand(program, args, { signal, show = false, ...options } = {}) {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawnGroup(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      stdout += chunk;
      if (show === true) process.stdout.write(chunk);
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk) => {
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

/**
 * @param {string[]} command @param {CommandOptions} options
 * @returns {Promise<string>} its stdout
 * @throws {CliError} with an excerpt of its output if it fails
 */
export async function runOrFail(command, options) {
  const [program = '', ...args] = command;
  const { code, output, stdout } = await runCommand(program, args, options);
  if (code !== 0)
    throw new CliError(`"${command.join(' ').split('\n')[0]}" failed with exit code ${code}:\n${excerpt(output)}`);
  return stdout.trim();
}

/**
 * Runs a Node.js program in its own process group, with its output going directly to the terminal.
 * @param {string} purpose for the error message, such as `training`
 * @param {readonly string[]} args @param {CommandOptions} options
 * @throws {CliError} if it fails
 */
export async function runInTerminal(purpose, args, options) {
  const child = spawnGroup(process.execPath, args, { ...options, stdio: 'inherit' });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) throw new CliError(`The ${purpose} failed (exit code ${code}): see the output above.`);
}

/** @param {string} program @returns {string | undefined} its location on the PATH */
export function findProgram(program) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, program))
    .find(isExecutableFile);
}

/** @param {string} path */
function isExecutableFile(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @param {string} file @returns {string} its last lines; empty if it can't be read */
export function readLastLines(file) {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-25).join('\n');
  } catch {
    return ''; // these lines only add context to another error, which must not be lost
  }
}

/**
 * Keeps the start and end of a tool's output for an error message, because tools print the cause either first or last.
 * @param {string} output
 */
export function excerpt(output) {
  const lines = output.trimEnd().split('\n');
  return lines.length <= 40 ? lines.join('\n') : [...lines.slice(0, 15), '…', ...lines.slice(-20)].join('\n');
}
