import type { CallRunsRepository, Lease } from '@ringwell/database/calls/call-runs.repository';
import { LEASE_SECONDS } from '@ringwell/database/calls/claim-call-sql';

export type StopReason = 'crash' | 'deadline' | 'lease_lost' | 'shutdown';

/** Abort reason of a stopped run, and the error that the run rejects with. */
export class RunStopped extends Error {
  constructor(readonly reason: StopReason) {
    super(`The run was stopped: ${reason}.`);
    this.name = 'RunStopped';
  }
}

const HEARTBEAT_MS = 5_000;

/** A run in progress. Renews the lease, watches the deadline, and owns the signal that stops every step. */
export class ActiveRun {
  private readonly controller = new AbortController();
  private readonly heartbeatTimer: NodeJS.Timeout;
  private readonly deadlineTimer: NodeJS.Timeout;

  // Both are `performance.now()` times.
  private readonly deadlineAt: number;
  private leaseExpiresAt = performance.now() + LEASE_SECONDS * 1_000;

  /** @param msUntilDeadline computed by PostgreSQL, because this machine's clock may be wrong */
  constructor(
    readonly lease: Lease,
    msUntilDeadline: number,
    private readonly runs: Pick<CallRunsRepository, 'heartbeat'>,
    private readonly onHeartbeatError: (error: unknown) => void,
  ) {
    this.heartbeatTimer = setInterval(() => this.sendHeartbeat(), HEARTBEAT_MS);
    this.deadlineAt = performance.now() + msUntilDeadline;
    this.deadlineTimer = setTimeout(() => this.stop('deadline'), Math.max(msUntilDeadline, 0));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Negative after the deadline. */
  get msUntilDeadline(): number {
    return this.deadlineAt - performance.now();
  }

  get stopReason(): StopReason | undefined {
    return this.signal.reason instanceof RunStopped ? this.signal.reason.reason : undefined;
  }

  stop(reason: StopReason): void {
    this.controller.abort(new RunStopped(reason));
  }

  /** Awaits a write under the lease. `false` means that the lease was lost, and ends the run. */
  async writeUnderLease(write: Promise<boolean>): Promise<void> {
    if (await write) return;
    this.stop('lease_lost');
    throw new RunStopped('lease_lost');
  }

  // While PostgreSQL is unavailable, the run continues until its lease expires, after which another worker may claim
  // the call.
  private sendHeartbeat(): void {
    const requestedAt = performance.now();
    if (requestedAt > this.leaseExpiresAt) this.stop('lease_lost');
    this.runs.heartbeat(this.lease).then((isLeaseHeld) => {
      if (isLeaseHeld) this.leaseExpiresAt = requestedAt + LEASE_SECONDS * 1_000;
      else this.stop('lease_lost');
    }, this.onHeartbeatError);
  }

  end(): void {
    clearInterval(this.heartbeatTimer);
    clearTimeout(this.deadlineTimer);
  }
}
