// Ctrl+C, SIGTERM and a closed terminal as an AbortSignal; a second request means "now".

/** npm passes on the Ctrl+C that the terminal has already sent to us: what comes so soon is the same request. */
const SAME_REQUEST_MS = 500;

/**
 * @param {() => void} force called when a second request comes
 * @returns {AbortSignal} aborted at the first request; its reason is a StopRequested
 */
export function onStopRequest(force) {
  const controller = new AbortController();
  let firstAt;
  const request = (signal) => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      controller.abort(new StopRequested(signal));
    } else if (Date.now() - firstAt > SAME_REQUEST_MS) {
      force();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => request(signal));
  return controller.signal;
}

/** Thrown through whatever is going on when the person asks to stop: not a failure. */
export class StopRequested extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
  }
}
