import type { PollOptions } from '../../platform/poll-until';

/** How long somebody who tests a connection waits for what comes of it. */
export class TestPollOptions implements PollOptions {
  /** Shorter than the 30 s after which the first proxies give up on an answer. */
  waitMs = 25_000;
  /** Between two looks at the message. */
  pollMs = 250;
}
