import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';

import type { WorkerEngines } from '@ringwell/database/scheduling/worker.entity';

/** Slots with a remote recognizer, where the machine mostly waits. */
const REMOTE_SLOTS = 20;

/** This worker's row in `workers`. */
export class WorkerIdentity {
  readonly id = randomUUID();
  readonly host = hostname();

  /** @param slots number of calls this worker runs at a time */
  constructor(
    readonly slots: number,
    readonly engines: WorkerEngines,
  ) {}
}

/** Slots when the setting is unset: one per core with a recognizer on this machine. */
export function defaultSlots(recognizerIsLocal: boolean): number {
  return recognizerIsLocal ? availableParallelism() : REMOTE_SLOTS;
}
