import { randomUUID } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';

import type { WorkerEngines } from '@ringwell/database/scheduling/worker.entity';

/** Slots with a remote recogniser: the machine mostly waits. */
const REMOTE_SLOTS = 20;

/** Who this worker is: one row of `workers`. */
export class WorkerIdentity {
  readonly id = randomUUID();
  readonly host = hostname();

  /** @param slots calls this worker runs at once */
  constructor(
    readonly slots: number,
    readonly engines: WorkerEngines,
  ) {}
}

/** Slots when the setting does not say: a recogniser on this machine wants a core for each call. */
export function defaultSlots(recogniserIsLocal: boolean): number {
  return recogniserIsLocal ? availableParallelism() : REMOTE_SLOTS;
}
