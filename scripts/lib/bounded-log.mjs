// A log file that cannot fill the disk: when it is full it becomes <name>.1, and the older <name>.1 goes.
import { closeSync, fstatSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

import { shown } from './paths.mjs';
import { say, yellow } from './terminal.mjs';

const LIMIT_BYTES = 5_000_000;
/** Writing counts as working again after this long without a failure: a nearly full disk takes some lines and refuses others. */
const RECOVERED_MS = 2_000;

/** Moves a full log file aside. @param {string} path @returns {string} the same path */
export function rotated(path) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LIMIT_BYTES) renameSync(path, `${path}.1`);
  return path;
}

/**
 * Lines of one child, appended to a file that is rotated while it grows. A line that cannot be written (the disk is full) is
 * dropped. The terminal shows one warning when that begins, and one when lines are written again.
 */
export class BoundedLog {
  #path;
  #file;
  #bytes = 0;
  /** The last line was cut short: the next one must not continue it. */
  #torn = false;
  #dropped = 0;
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
    if (this.#dropped === 0 || Date.now() - this.#failedAt < RECOVERED_MS) return;
    say(yellow(`${shown(this.#path)} is written again. Lines lost: ${this.#dropped}.`));
    this.#dropped = 0;
  }

  #append(line) {
    if (this.#file === undefined || this.#bytes > LIMIT_BYTES) this.#open();
    const bytes = Buffer.from(`${this.#torn ? '\n' : ''}${line}\n`);
    const written = writeSync(this.#file, bytes);
    this.#bytes += written;
    if (written > 0) this.#torn = written < bytes.length;
    if (written < bytes.length) throw new Error('no room for a whole line');
  }

  #open() {
    const file = openSync(rotated(this.#path), 'a', 0o600);
    this.#close();
    this.#file = file;
    this.#bytes = fstatSync(file).size;
  }

  /** The next line opens the file anew: its disk or folder may have been replaced by then. */
  #drop(error) {
    if (this.#dropped === 0)
      say(yellow(`${shown(this.#path)} cannot be written (${error.message}): lines are dropped until it can.`));
    this.#dropped += 1;
    this.#failedAt = Date.now();
    this.#close();
  }

  #close() {
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined) return;
    try {
      closeSync(file);
    } catch {
      // Some file systems report a failed write here. The descriptor is closed nevertheless.
    }
  }
}
