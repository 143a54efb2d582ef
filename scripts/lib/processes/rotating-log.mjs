// A size-limited log file: when full, it's renamed to <name>.1, replacing the previous <name>.1.
import { closeSync, fstatSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

import { errorMessage } from '../errors.mjs';
import { displayPath } from '../paths.mjs';
import { print, yellow } from '../terminal.mjs';

const LIMIT_BYTES = 5_000_000;
/** Writing counts as recovered only after this long, because a nearly full disk still accepts some lines. */
const RECOVERED_AFTER_MS = 2_000;

/** Renames a full log file. @param {string} path @returns {string} the same path */
export function rotateIfFull(path) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LIMIT_BYTES) renameSync(path, `${path}.1`);
  return path;
}

/**
 * Appends lines to a rotating file. Lines that can't be written (full disk) are dropped. The terminal shows one warning
 * when lines start being dropped, and one when writing works again.
 */
export class RotatingLog {
  #path;
  /** @type {number | undefined} */
  #file;
  #bytes = 0;
  /** Whether the last line was cut off, so the next write must start a new line. */
  #isLineIncomplete = false;
  #droppedCount = 0;
  #failedAt = 0;

  /** @param {string} path */
  constructor(path) {
    this.#path = path;
  }

  /** Never throws. @param {string} line */
  write(line) {
    try {
      this.#append(line);
    } catch (error) {
      this.#drop(error);
      return;
    }
    if (this.#droppedCount === 0 || performance.now() - this.#failedAt < RECOVERED_AFTER_MS) return;
    print(yellow(`${displayPath(this.#path)} can be written again. Lines lost: ${this.#droppedCount}.`));
    this.#droppedCount = 0;
  }

  /** @param {string} line */
  #append(line) {
    const file = this.#file === undefined || this.#bytes > LIMIT_BYTES ? this.#open() : this.#file;
    const bytes = Buffer.from(`${this.#isLineIncomplete ? '\n' : ''}${line}\n`);
    const writtenBytes = writeSync(file, bytes);
    this.#bytes += writtenBytes;
    if (writtenBytes > 0) this.#isLineIncomplete = writtenBytes < bytes.length;
    if (writtenBytes < bytes.length) throw new Error('no space left for a whole line');
  }

  #open() {
    const file = openSync(rotateIfFull(this.#path), 'a', 0o600);
    this.#close();
    this.#file = file;
    this.#bytes = fstatSync(file).size;
    return file;
  }

  /** The next line reopens the file, because the disk or folder may have been replaced. @param {unknown} error */
  #drop(error) {
    if (this.#droppedCount === 0)
      print(
        yellow(`${displayPath(this.#path)} cannot be written (${errorMessage(error)}): dropping lines until it works.`),
      );
    this.#droppedCount += 1;
    this.#failedAt = performance.now();
    this.#close();
  }

  #close() {
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined) return;
    try {
      closeSync(file);
    } catch {
      // Some file systems report a failed write on close. The descriptor is closed anyway.
    }
  }
}
