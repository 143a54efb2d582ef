import { startTimeLimit, type TimeLimit } from '../time-limit';
import { connectionError, responseTimedOut } from './outbound-error';

/** Aborts a request at a time limit or on the caller's signal, and reports which one it was. */
export class Deadline {
  private readonly limit: TimeLimit;

  constructor(
    timeoutMs: number,
    private readonly callerSignal?: AbortSignal,
  ) {
    this.limit = startTimeLimit(timeoutMs, ...(callerSignal ? [callerSignal] : []));
  }

  get signal(): AbortSignal {
    return this.limit.signal;
  }

  end(): void {
    this.limit.end();
  }

  /** Returns why the request failed: the caller's abort reason, a timeout, or the connection error. */
  explain(error: unknown, target: { hostname: string }): Error {
    if (this.callerSignal?.aborted) return this.callerSignal.reason as Error;
    return this.limit.hasPassed ? responseTimedOut(target, error) : connectionError(error, target);
  }
}
