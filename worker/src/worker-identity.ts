import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';

import type { WorkerEngines } from '@ringwell/database/scheduling/worker.entity';

// Number of slots with a remote recognizer, when the machine mostly waits.
const REMOTE_SLOTS = 20;

export class WorkerIdentity {
  readonly id = randomUUID();
  readonly host = hostname();

  /**
   * @param readSlots calls at the same time; 0 until there is a recognizer
   * @param readEngines they change when a local model is installed, or turns out to be damaged
   */
  constructor(
    private readonly readSlots: () => number,
    private readonly readEngines: () => WorkerEngines,
  ) {}

  get slots(): number {
    return this.readSlots();
  }

  get engines(): WorkerEngines {
    return this.readEngines();
  }
}

/** One slot per core with a recognizer on this machine. */
export function defaultSlots(recognizerIsLocal: boolean): number {
  return recognizerIsLocal ? availableParallelism() : REMOTE_SLOTS;
}
