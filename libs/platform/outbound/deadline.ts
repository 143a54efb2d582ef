import { startTimeLimit, type TimeLimit } from '../time-limit';
import { connectionError, timedOut } from './outbound-error';

/** Ends a request when its time is over or when the caller says so, and knows afterwards which of the two it was. */
export class Deadline {
  private readonly limit: TimeLimit;

  constructor(
    timeoutMs: number,
    private readonly caller?: AbortSignal,
  ) {
    this.limit = startTimeLimit(timeoutMs, ...(caller ? [caller] : []));
  }

  /** To give to the request. */
  get signal(): AbortSignal {
    return this.limit.signal;
  }

  /** Must be called when the request is over: lets go of the timer and of the caller's signal. */
  end(): void {
    this.limit.end();
  }

  /** The reason of an error that the request ended with: the caller's own, the time, or the connection. */
  explain(error: unknown, target: { hostname: string }): Error {
    if (this.caller?.aborted) return this.caller.reason as Error;
    return this.limit.timedOut ? timedOut(target, error) : connectionError(error, target);
  }
}
