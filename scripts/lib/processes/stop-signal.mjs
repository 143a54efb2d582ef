// Turns Ctrl+C, SIGTERM and a closed terminal into an AbortSignal; a second request forces an exit.

/** npm also forwards the terminal's Ctrl+C, so a second signal this soon belongs to the same request. */
const SAME_REQUEST_MS = 500;

/**
 * @param {() => void} forceExit called on the second request
 * @returns {AbortSignal} aborted on the first request; its reason is a StopRequested
 */
export function onStopRequest(forceExit) {
  const controller = new AbortController();
  /** @type {number | undefined} */
  let firstRequestAt;
  /** @param {NodeJS.Signals} signal */
  const handleSignal = (signal) => {
    if (firstRequestAt === undefined) {
      firstRequestAt = performance.now();
      controller.abort(new StopRequested(signal));
    } else if (performance.now() - firstRequestAt > SAME_REQUEST_MS) {
      forceExit();
    }
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => handleSignal(signal));
  return controller.signal;
}

/** Unwinds the current work after a stop request. Not a failure. */
export class StopRequested extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
  }
}
