// Small JSON files that only their owner may read: state, secrets, locks.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { PlainError } from './terminal.mjs';

/** @param {string} path @returns {any} its content, or undefined when there is no such file */
export function readPrivateJson(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    if (error.code === 'EACCES')
      throw new PlainError(
        `${path} belongs to another user of this machine: run the command as that user, or in a clone of your own.`,
      );
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new PlainError(`${path} is damaged: restore it from a backup, or move it away to begin anew.`);
  }
}

/** Writes the file whole or not at all (mode 0600), and leaves nothing else behind. @param {string} path @param {unknown} content */
export function writePrivateJson(path, content) {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
