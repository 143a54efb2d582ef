import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { endProcess } from './child-processes';

/** An API or a worker started by a test. */
export interface TestService {
  /** Its log lines. */
  readonly log: string[];
  /**
   * Resolves with the first log line that contains this text.
   * @throws an error that includes the log if no such line appears in time
   */
  waitForLog(text: string, timeoutMs?: number): Promise<string>;
  /** Stops it as an operator would: running work finishes within its limits. */
  stop(): Promise<unknown>;
  /** Kills it without waiting for running work. */
  kill(): Promise<unknown>;
}

const LINE_TIMEOUT_MS = 120_000;
// Node caches compiled modules for the next process, which saves a quarter of its startup work.
export const COMPILE_CACHE = join(tmpdir(), `ringwell-test-compiled-${userInfo().uid}`);

/** A built program in its own process. */
export class TestProcess implements TestService {
  readonly log: string[] = [];
  private readonly child: ChildProcess;

  /** @param openFiles limit on open files and connections */
  constructor(script: string, env: Record<string, string>, { openFiles }: { openFiles?: number } = {}) {
    const [program, args] =
      openFiles === undefined
        ? [process.execPath, [script]]
        : ['/bin/sh', ['-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, process.execPath, script]];
    this.child = spawn(program, args, {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (stream) createInterface(stream).on('line', (line) => this.log.push(line));
    }
  }

  waitForLog(text: string, timeoutMs?: number): Promise<string> {
    return waitForLine(text, this.log, { hasEnded: () => this.child.exitCode !== null, timeoutMs });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** `null` while it's running, and after a signal. */
  get exitCode(): number | null {
    return this.child.exitCode;
  }

  get endedBySignal(): NodeJS.Signals | null {
    return this.child.signalCode;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** @returns its exit code */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    await endProcess(this.child, signal);
    return this.child.exitCode;
  }

  kill(): Promise<unknown> {
    return this.stop('SIGKILL');
  }
}

/**
 * Resolves with the first line that contains this text, once there is one.
 * @throws an error that includes all lines if there never is
 */
export async function waitForLine(
  text: string,
  log: readonly string[],
  { hasEnded, timeoutMs = LINE_TIMEOUT_MS }: { hasEnded: () => boolean; timeoutMs?: number },
): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const isLast = hasEnded() || Date.now() > deadline;
    const line = log.find((candidate) => candidate.includes(text));
    if (line !== undefined) return line;
    if (isLast) throw new Error(`No line with "${text}" in:\n${log.join('\n')}`);
    await sleep(25);
  }
}
