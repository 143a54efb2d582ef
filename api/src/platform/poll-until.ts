import { setTimeout as sleep } from 'node:timers/promises';

import { startTimeLimit } from '@ringwell/platform/time-limit';

/** How long a request waits for work that is done elsewhere. */
export interface PollOptions {
  /** Longest wait. */
  waitMs: number;
  /** Between two looks. */
  pollMs: number;
}

/**
 * Looks again and again.
 * @param gone when nobody waits any more
 * @returns what was seen last: something final, or how it stands when the patience is over or nobody waits
 */
export async function pollUntil<T>(
  look: () => Promise<T>,
  isFinal: (seen: T) => boolean,
  { waitMs, pollMs }: PollOptions,
  gone: AbortSignal,
): Promise<T> {
  const limit = startTimeLimit(waitMs, gone);
  try {
    for (;;) {
      const seen = await look();
      if (limit.signal.aborted || isFinal(seen)) return seen;
      await sleep(pollMs, undefined, { signal: limit.signal }).catch(() => undefined); // awake is awake
    }
  } finally {
    limit.end();
  }
}
