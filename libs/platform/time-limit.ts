import { setMaxListeners } from 'node:events';

export interface TimeLimit {
  /** Aborted with a `TimeoutError`, or with the reason of the first aborted signal. */
  readonly signal: AbortSignal;
  readonly hasPassed: boolean;
  /** Releases the timer and the parent signals. Call it in `finally`; `signal` is never aborted afterward. */
  end: () => void;
}

/**
 * Starts a time limit. It replaces `AbortSignal.any([parent, AbortSignal.timeout(ms)])`, which holds its sources
 * weakly: an otherwise unreferenced timeout is garbage collected and never fires, and every such signal leaves an entry
 * on a long-lived parent (https://github.com/nodejs/node/issues/57736).
 * @param timeoutMs milliseconds from now
 * @param parents signals that also end the work
 */
export function startTimeLimit(timeoutMs: number, ...parents: readonly AbortSignal[]): TimeLimit {
  const controller = new AbortController();
  let hasPassed = false;
  const timer = setTimeout(() => {
    hasPassed = true;
    abort(new DOMException(`The time limit of ${timeoutMs} ms has passed.`, 'TimeoutError'));
  }, timeoutMs);
  const forwardAbort = ({ target }: Event): void => abort((target as AbortSignal).reason);
  const end = (): void => {
    clearTimeout(timer);
    for (const parent of parents) parent.removeEventListener('abort', forwardAbort);
  };
  const abort = (reason: unknown): void => {
    end();
    controller.abort(reason);
  };

  // By default, Node.js reports more than ten listeners on a parent signal as a leak.
  if (parents.length > 0) setMaxListeners(Infinity, ...parents);
  for (const parent of parents) parent.addEventListener('abort', forwardAbort);
  const aborted = parents.find((parent) => parent.aborted);
  if (aborted) abort(aborted.reason);
  return {
    signal: controller.signal,
    get hasPassed() {
      return hasPassed;
    },
    end,
  };
}

export function isTimeoutError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
