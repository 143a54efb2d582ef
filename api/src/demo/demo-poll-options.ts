import type { PollOptions } from '../platform/poll-until';

/** How long an upload waits for its result before it answers that the work goes on. */
export class DemoPollOptions implements PollOptions {
  /** Shorter than the 30 s after which the first proxies give up on an answer. */
  waitMs = 25_000;
  /** Between two looks at the call. */
  pollMs = 300;
}
