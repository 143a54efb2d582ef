import type { PollOptions } from '../../http/request/poll-until';

export class ConnectionTestPollOptions implements PollOptions {
  // Shorter than the 30 s timeout of some proxies.
  waitMs = 25_000;
  pollMs = 250;
}
