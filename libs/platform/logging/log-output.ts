import { writeSync } from 'node:fs';

import type { DestinationStream } from 'pino';

const BLOCK_LENGTH = 4_096;
const FLUSH_INTERVAL_MS = 100;
// Maximum number of buffered characters while the reader is slow.
const MAX_WAITING_LENGTH = 4_000_000;
const RETRY_MS = 100;
// How long to wait at exit for a slow reader of a non-blocking pipe.
const EXIT_TIMEOUT_MS = 1_000;

let sharedOutput: LogOutput | undefined;

export function standardOutput(): LogOutput {
  return (sharedOutput ??= new LogOutput(1));
}

/**
 * Writes log lines in blocks, at least every 100 ms, because one write per line takes a tenth of a small request's CPU
 * time. Writes remaining lines at exit.
 *
 * Lines that can't be written (disk full, reader gone) are dropped and counted. pino's own destination would end the
 * process instead, and hang in its exit handler, which retries failed writes forever.
 */
export class LogOutput implements DestinationStream {
  /** Called with the number of dropped lines once writes succeed again. */
  onRecovered?: (lostLines: number) => void;
  private waitingText = '';
  private timer?: NodeJS.Timeout;
  // Unwritten remainder of the current block; empty unless the reader is slow.
  private block: Buffer = Buffer.alloc(0);
  // Whether the last line was cut off, so that the next block must start a new one.
  private isLineCut = false;
  private lostLines = 0;

  constructor(private readonly fd: number) {
    process.once('exit', () => this.flushBeforeExit());
  }

  write(line: string): void {
    if (this.waitingText.length > MAX_WAITING_LENGTH) {
      this.lostLines += 1;
      return;
    }
    this.waitingText += line;
    if (this.waitingText.length >= BLOCK_LENGTH && this.block.length === 0) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.block.length === 0) {
      if (this.waitingText === '') return;
      this.block = Buffer.from(`${this.isLineCut ? '\n' : ''}${this.waitingText}`);
      this.waitingText = '';
    }
    try {
      while (this.block.length > 0) {
        this.block = this.block.subarray(writeSync(this.fd, this.block));
        this.isLineCut = this.block.length > 0;
      }
      this.reportLoss();
    } catch (error) {
      if (isBusy(error as NodeJS.ErrnoException)) {
        this.timer = setTimeout(() => this.flush(), RETRY_MS).unref();
        return;
      }
      this.lostLines += countLines(this.block);
      this.block = Buffer.alloc(0);
    }
  }

  private reportLoss(): void {
    const { lostLines } = this;
    this.lostLines = 0;
    if (lostLines > 0) this.onRecovered?.(lostLines);
  }

  private flushBeforeExit(): void {
    const exitDeadline = performance.now() + EXIT_TIMEOUT_MS;
    this.flush();
    while ((this.block.length > 0 || this.waitingText !== '') && performance.now() < exitDeadline) {
      if (this.block.length > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      this.flush();
    }
  }
}

function isBusy({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EAGAIN' || code === 'EBUSY';
}

function countLines(block: Buffer): number {
  return block.toString().split('\n').length - 1;
}
