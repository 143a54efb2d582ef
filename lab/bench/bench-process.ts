import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { cpuMs, memoryMb, peakMemoryMb } from './machine';

const START_TIMEOUT_MS = 60_000;
const RUN_TIMEOUT_MS = 600_000;
const MAX_KEPT_LINES = 40;

export class BenchProcess {
  private readonly lines: string[] = [];

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream)
        createInterface(stream).on('line', (line) => {
          if (this.lines.push(line) > MAX_KEPT_LINES) this.lines.shift();
        });
    }
  }

  /** Resolves once a line of output contains `readyText`. @param script path of the compiled file */
  static async start(
    script: string,
    env: Record<string, string>,
    readyText: string,
    timeoutMs = START_TIMEOUT_MS,
  ): Promise<{ process: BenchProcess; readyLine: string }> {
    const child = spawn(process.execPath, [script], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started = new BenchProcess(child);
    const timeout = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const readyLine = started.lines.find((line) => line.includes(readyText));
      if (readyLine !== undefined) return { process: started, readyLine };
      if (child.exitCode !== null || timeout.aborted) {
        child.kill('SIGKILL');
        throw new Error(`${script} did not start:\n${started.lines.join('\n')}`);
      }
      await sleep(20);
    }
  }

  /** Runs a program that prints its result with `printResult`. */
  static async run<T>(script: string, env: Record<string, string>): Promise<T> {
    const { process: program, readyLine } = await BenchProcess.start(script, env, '{"result"', RUN_TIMEOUT_MS);
    await program.stop();
    return (JSON.parse(readyLine) as { result: T }).result;
  }

  /** Waits for a line of output that contains all of these strings. @throws if it exits without one */
  async waitForLog(...texts: string[]): Promise<void> {
    while (!this.lines.some((line) => texts.every((text) => line.includes(text)))) {
      if (this.child.exitCode !== null) throw new Error(`A process exited without logging "${texts.join(' ')}".`);
      await sleep(20);
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get cpuMs(): number {
    return cpuMs(this.pid);
  }

  get memoryMb(): number {
    return memoryMb(this.pid);
  }

  get peakMemoryMb(): number {
    return peakMemoryMb(this.pid);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exitPromise = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exitPromise;
  }
}

/** Passes a program's result to `BenchProcess.run`. */
export function printResult(value: unknown): void {
  process.stdout.write(`${JSON.stringify({ result: value })}\n`);
}
