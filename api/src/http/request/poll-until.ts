import { setTimeout as sleep } from 'node:timers/promises';

import { startTimeLimit } from '@ringwell/platform/time-limit';

export interface PollOptions {
  waitMs: number;
  pollMs: number;
}

/**
 * Polls until the value is final, the time is up, or the signal aborts.
 * @returns the last value read, which may not be final
 */
export async function pollUntil<T>(
  read: () => Promise<T>,
  isFinal: (value: T) => boolean,
  { waitMs, pollMs }: PollOptions,
  signal: AbortSignal,
): Promise<T> {
  const limit = startTimeLimit(waitMs, signal);
  try {
    for (;;) {
      const value = await read();
      if (limit.signal.aborted || isFinal(value)) return value;
      await sleep(pollMs, undefined, { signal: limit.signal }).catch(() => undefined); // aborting ends the sleep
    }
  } finally {
    limit.end();
  }
}
