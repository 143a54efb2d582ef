import type { PollOptions } from '../http/request/poll-until';

/** How long an upload waits for its result before responding that it's still processing. */
export class DemoPollOptions implements PollOptions {
  // Shorter than the 30 s timeout of some proxies.
  waitMs = 25_000;
  pollMs = 300;
}
