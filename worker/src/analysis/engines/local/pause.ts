import { setImmediate } from 'node:timers/promises';

// A hundred clauses take a few milliseconds.
const CLAUSES_AT_ONCE = 100;

/**
 * Lets the process do other work for a moment, such as extending leases.
 * @throws the reason of the signal when it was aborted
 */
export async function pause(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/** Maps the clauses of a call, with pauses: one of several hours has thousands. */
export async function mapWithPauses<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
  signal: AbortSignal,
): Promise<R[]> {
  const mapped: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index % CLAUSES_AT_ONCE === 0) await pause(signal);
    mapped.push(map(item, index));
  }
  return mapped;
}
