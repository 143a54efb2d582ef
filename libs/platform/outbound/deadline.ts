import { connectionError, timedOut } from './outbound-error';

/** Ends a request when its time is over or when the caller says so, and knows afterwards which of the two it was. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private isOver = false;

  constructor(timeoutMs: number, private readonly caller?: AbortSignal) {
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.controller.abort();
    }, timeoutMs);
    if (caller?.aborted) this.abort();
    else caller?.addEventListener('abort', this.abort, { once: true });
  }

  /** To give to the request. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Must be called when the request is over: lets go of the timer and of the caller's signal. */
  end(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.abort);
  }

  /** The reason of an error that the request ended with: the caller's own, the time, or the connection. */
  explain(error: unknown, target: { hostname: string }): Error {
    if (this.caller?.aborted) return this.caller.reason as Error;
    return this.isOver ? timedOut(target, error) : connectionError(error, target);
  }

  private readonly abort = (): void => this.controller.abort();
}
