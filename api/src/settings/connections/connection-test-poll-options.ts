import type { PollOptions } from '../../http/request/poll-until';

export class ConnectionTestPollOptions implements PollOptions {
  // Shorter than the 30 s after which some proxies give up on a response.
  waitMs = 25_000;
  pollMs = 250;
}
