import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';

import type { WorkerEngines } from '@ringwell/database/scheduling/worker.entity';

// A worker with a remote recognizer runs many calls because it mostly waits for responses.
const REMOTE_SLOTS = 20;

// A little longer than calls wait for the operator, so that a problem doesn't disappear between their attempts.
const CALL_PROBLEM_MS = 15 * 60_000;

export class WorkerIdentity {
  readonly id = randomUUID();
  readonly host = hostname();
  private callProblem = { instruction: '', expiresAt: 0 };

  /**
   * @param readSlots returns how many calls can run concurrently; 0 until a recognizer is available
   * @param readEngines returns the engines, which change when a local model is installed or found to be damaged
   */
  constructor(
    private readonly readSlots: () => number,
    private readonly readEngines: () => WorkerEngines,
  ) {}

  get slots(): number {
    return this.readSlots();
  }

  get engines(): WorkerEngines {
    const { instruction, expiresAt } = this.callProblem;
    return { ...this.readEngines(), callProblem: expiresAt > Date.now() ? instruction : null };
  }

  /** @param instruction what the operator should do about a call that is waiting for it */
  reportCallProblem(instruction: string): void {
    this.callProblem = { instruction, expiresAt: Date.now() + CALL_PROBLEM_MS };
  }
}

/** One slot per core if the recognizer runs on this machine. */
export function defaultSlots(isRecognizerLocal: boolean): number {
  return isRecognizerLocal ? availableParallelism() : REMOTE_SLOTS;
}
