import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { cpuMs, memoryMb, peakMemoryMb } from './machine';

const STARTED_WITHIN_MS = 60_000;
const KEPT_LINES = 40;

/** A process that is measured from outside. */
export class BenchProcess {
  private readonly lines: string[] = [];

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream)
        createInterface(stream).on('line', (line) => {
          if (this.lines.push(line) > KEPT_LINES) this.lines.shift();
        });
    }
  }

  /** @returns once a line of its log has these words @param script path of the compiled file */
  static async start(
    script: string,
    env: Record<string, string>,
    readyWords: string,
  ): Promise<{ process: BenchProcess; readyLine: string }> {
    const child = spawn(process.execPath, [script], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const process_ = new BenchProcess(child);
    const givenUp = AbortSignal.timeout(STARTED_WITHIN_MS);
    for (;;) {
      const readyLine = process_.lines.find((line) => line.includes(readyWords));
      if (readyLine !== undefined) return { process: process_, readyLine };
      if (child.exitCode !== null || givenUp.aborted) {
        child.kill('SIGKILL');
        throw new Error(`${script} did not start:\n${process_.lines.join('\n')}`);
      }
      await sleep(20);
    }
  }

  /** Runs a program that answers with one line of JSON. */
  static async ask<T>(script: string, env: Record<string, string>): Promise<T> {
    const { process: process_, readyLine } = await BenchProcess.start(script, env, '{"answer"');
    await process_.stop();
    return (JSON.parse(readyLine) as { answer: T }).answer;
  }

  /** Waits for a line of its log that has all these words. @throws when it ends without one */
  async logged(...words: string[]): Promise<void> {
    while (!this.lines.some((line) => words.every((word) => line.includes(word)))) {
      if (this.child.exitCode !== null) throw new Error(`A process ended without a word of ${words.join(' ')}.`);
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
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }
}

/** What a program that was asked says. */
export function answer(value: unknown): void {
  process.stdout.write(`${JSON.stringify({ answer: value })}\n`);
}
