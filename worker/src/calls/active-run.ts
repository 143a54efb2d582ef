import { LEASE_SECONDS, type CallRunsRepository, type Lease } from '@ringwell/database/calls/call-runs.repository';

/** Why a run was stopped from outside. */
export type StopReason = 'deadline' | 'lease_lost' | 'shutdown';

/** The reason of a run's abort signal, and what a run rejects with when it was stopped. */
export class RunStopped extends Error {
  constructor(readonly reason: StopReason) {
    super(`The run was stopped: ${reason}.`);
    this.name = 'RunStopped';
  }
}

const HEARTBEAT_MS = 5_000;

/** setTimeout takes at most this many milliseconds; a longer wait fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * A run while it goes on: keeps the lease alive, watches the deadline, and offers one signal that stops every step.
 */
export class ActiveRun {
  private readonly controller = new AbortController();
  private readonly heartbeat: NodeJS.Timeout;
  private readonly deadline: NodeJS.Timeout;

  /** On the clock of `performance.now()`. */
  private heldUntil = performance.now() + LEASE_SECONDS * 1_000;

  /** @param msUntilDeadline from now, as PostgreSQL counts it: the clock of this machine may be wrong */
  constructor(
    readonly lease: Lease,
    msUntilDeadline: number,
    private readonly runs: Pick<CallRunsRepository, 'heartbeat'>,
    private readonly onHeartbeatError: (error: unknown) => void,
  ) {
    this.heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS);
    this.deadline = setTimeout(() => this.stop('deadline'), Math.min(Math.max(msUntilDeadline, 0), LONGEST_TIMER_MS));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Why the run was stopped, or `undefined` while it was not. */
  get stopped(): StopReason | undefined {
    return this.signal.reason instanceof RunStopped ? this.signal.reason.reason : undefined;
  }

  stop(reason: StopReason): void {
    this.controller.abort(new RunStopped(reason));
  }

  /** Every guarded write goes through here: `false` means that the lease is gone, and ends the run. */
  async hold(write: Promise<boolean>): Promise<void> {
    if (await write) return;
    this.stop('lease_lost');
    throw new RunStopped('lease_lost');
  }

  /**
   * Extends the lease. PostgreSQL may be away for a moment; but once the lease has run out, another worker may have the
   * call, so this one lets go of it.
   */
  private beat(): void {
    const askedAt = performance.now();
    if (askedAt > this.heldUntil) this.stop('lease_lost');
    this.runs.heartbeat(this.lease).then((held) => {
      if (held) this.heldUntil = askedAt + LEASE_SECONDS * 1_000;
      else this.stop('lease_lost');
    }, this.onHeartbeatError);
  }

  /** Stops the clocks. */
  end(): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.deadline);
  }
}
