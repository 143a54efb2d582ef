// Small JSON files that only their owner can read: state, secrets, locks.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { CliError, errorCode } from '../errors.mjs';

/** @param {string} path @returns {any} its contents; undefined if the file doesn't exist */
export function readPrivateJson(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw toAccessError(path, error);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`${path} is damaged: restore it from a backup, or move it elsewhere to start over.`);
  }
}

/** Writes a file atomically, with mode 0600. @param {string} path @param {unknown} content */
export function writePrivateJson(path, content) {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw toAccessError(path, error);
  }
}

/** @param {string} path @param {unknown} error */
function toAccessError(path, error) {
  return errorCode(error) === 'EACCES'
    ? new CliError(
        `${dirname(path)} belongs to another user on this machine: run the command as that user, or use your own clone.`,
      )
    : error;
}
