// A log file that cannot fill the disk: when it is full it becomes <name>.1, and the older <name>.1 goes.
import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

const LIMIT_BYTES = 5_000_000;

/** Moves a full log file aside. @param {string} path @returns {string} the same path */
export function rotated(path) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LIMIT_BYTES) renameSync(path, `${path}.1`);
  return path;
}

/** Lines of one child, appended to a file that is rotated while it grows. */
export class BoundedLog {
  #path;
  #file;
  #bytes;

  /** @param {string} path */
  constructor(path) {
    this.#path = path;
    this.#open();
  }

  /** @param {string} line */
  write(line) {
    this.#bytes += writeSync(this.#file, `${line}\n`);
    if (this.#bytes <= LIMIT_BYTES) return;
    closeSync(this.#file);
    this.#open();
  }

  #open() {
    this.#file = openSync(rotated(this.#path), 'a', 0o600);
    this.#bytes = statSync(this.#path).size;
  }
}
