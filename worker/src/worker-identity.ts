import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';

import type { WorkerEngines } from '@ringwell/database/scheduling/worker.entity';

// A worker with a remote recognizer runs many calls because it mostly waits for responses.
const REMOTE_SLOTS = 20;

/** How often calls and messages that need the operator, for example because of a wrong key, are tried again. */
export const OPERATOR_WAIT_MS = 10 * 60_000;
/** After this time, they fail. */
export const MAX_OPERATOR_WAIT_MS = 7 * 24 * 60 * 60_000;

// A little longer than the wait, so that a problem doesn't disappear between two attempts.
const PROBLEM_MS = 1.5 * OPERATOR_WAIT_MS;

type WaitingWork = 'call' | 'message';

export class WorkerIdentity {
  readonly id = randomUUID();
  readonly host = hostname();
  private readonly problems = new Map<WaitingWork, { instruction: string; expiresAt: number }>();

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
    return {
      ...this.readEngines(),
      callProblem: this.findProblem('call'),
      messageProblem: this.findProblem('message'),
    };
  }

  /** @param instruction what the operator should do about a call or message that is waiting for it */
  reportProblem(work: WaitingWork, instruction: string): void {
    this.problems.set(work, { instruction, expiresAt: Date.now() + PROBLEM_MS });
  }

  private findProblem(work: WaitingWork): string | null {
    const problem = this.problems.get(work);
    return problem && problem.expiresAt > Date.now() ? problem.instruction : null;
  }
}

/** One slot per core if the recognizer runs on this machine. */
export function defaultSlots(isRecognizerLocal: boolean): number {
  return isRecognizerLocal ? availableParallelism() : REMOTE_SLOTS;
}
