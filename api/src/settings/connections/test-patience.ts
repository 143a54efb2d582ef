import type { Patience } from '../../platform/watch';

/** How long somebody who tests a connection waits for what comes of it. */
export class TestPatience implements Patience {
  /** Shorter than the 30 s after which the first proxies give up on an answer. */
  waitMs = 25_000;
  /** Between two looks at the message. */
  pollMs = 250;
}
