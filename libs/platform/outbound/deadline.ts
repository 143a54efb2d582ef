import { startTimeLimit, type TimeLimit } from '../time-limit';
import { connectionError, timedOut } from './outbound-error';

/** Aborts a request at a time limit or by the caller's signal, and reports which of the two aborted it. */
export class Deadline {
  private readonly limit: TimeLimit;

  constructor(
    timeoutMs: number,
    private readonly caller?: AbortSignal,
  ) {
    this.limit = startTimeLimit(timeoutMs, ...(caller ? [caller] : []));
  }

  get signal(): AbortSignal {
    return this.limit.signal;
  }

  end(): void {
    this.limit.end();
  }

  /** The reason why the request failed: the caller's reason, a time-out, or the connection's error. */
  explain(error: unknown, target: { hostname: string }): Error {
    if (this.caller?.aborted) return this.caller.reason as Error;
    return this.limit.timedOut ? timedOut(target, error) : connectionError(error, target);
  }
}
