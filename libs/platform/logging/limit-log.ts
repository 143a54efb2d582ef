const INTERVAL_MS = 10_000;

/** Logs a recurring problem at most once every ten seconds. */
export function limitLog<T extends unknown[]>(log: (...details: T) => void): (...details: T) => void {
  let loggedAt = -Infinity;
  return (...details) => {
    if (performance.now() - loggedAt < INTERVAL_MS) return;
    loggedAt = performance.now();
    log(...details);
  };
}
