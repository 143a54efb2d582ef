/** The signal of a request to a provider, and a way to tell why it ended. */
export interface RequestTimeLimit {
  /** Aborted with the call, or when the time is up. */
  signal: AbortSignal;
  /** True when it was the time that ended the request. */
  timedOut: () => boolean;
}

/** Bounds one request, its answer's body included. */
export function requestTimeLimit(callSignal: AbortSignal, timeoutMs: number): RequestTimeLimit {
  const timeUp = AbortSignal.timeout(timeoutMs);
  return { signal: AbortSignal.any([callSignal, timeUp]), timedOut: () => timeUp.aborted };
}
