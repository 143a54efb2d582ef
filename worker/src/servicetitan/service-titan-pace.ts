import { setTimeout as sleep } from 'node:timers/promises';

import type { Redis } from 'ioredis';

import type { Logger } from '@ringwell/platform/logging/create-logger';

import { tooBusy } from './service-titan-error';

/**
 * ServiceTitan takes 60 requests a second of one app for one tenant. One every 20 ms with up to ten at once are never more in
 * any second.
 */
const INTERVAL_MS = 20;
const BURST = 10;

/** A turn that is further away is not taken: whoever asks has a time limit. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Takes the next free turn on Redis' own clock (the generic cell rate algorithm: all that is kept is when the turns that were
 * taken end). Answers the wait in ms, or -1 when it is too long and no turn was taken.
 */
const TAKE_TURN = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local taken = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
  local wait = math.max(0, taken - ARGV[2] - now)
  if wait > tonumber(ARGV[3]) then return -1 end
  local next = taken + ARGV[1]
  redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', math.ceil(next - now) + 1000)
  return math.ceil(wait)`;

/**
 * Keeps the requests of all workers within what ServiceTitan takes of one tenant. While Redis is away each worker counts its own.
 */
export class ServiceTitanPace {
  private readonly takenHere = new Map<string, number>();

  constructor(
    private readonly redis: Redis,
    private readonly keyPrefix: string,
    private readonly logger: Logger,
  ) {}

  /**
   * Resolves when it is this request's turn.
   * @throws AppError `SERVICETITAN_BUSY`, or the signal's reason
   */
  async turn(tenant: string, signal: AbortSignal): Promise<void> {
    const waitMs = await this.takeShared(tenant).catch((error: unknown) => {
      this.logger.debug({ err: error }, 'Requests to ServiceTitan are counted by this worker alone.');
      return this.takeHere(tenant);
    });
    if (waitMs < 0) throw tooBusy();
    signal.throwIfAborted();
    if (waitMs > 0)
      await sleep(waitMs, undefined, { signal }).catch((error: unknown) => {
        throw signal.aborted ? signal.reason : error;
      });
  }

  private async takeShared(tenant: string): Promise<number> {
    const key = `${this.keyPrefix}:servicetitan:pace:${tenant}`;
    return Number(await this.redis.eval(TAKE_TURN, 1, key, INTERVAL_MS, (BURST - 1) * INTERVAL_MS, LONGEST_WAIT_MS));
  }

  private takeHere(tenant: string): number {
    const now = performance.now();
    for (const [other, until] of this.takenHere) if (until < now) this.takenHere.delete(other);
    const taken = Math.max(now, this.takenHere.get(tenant) ?? 0);
    const waitMs = Math.max(0, taken - (BURST - 1) * INTERVAL_MS - now);
    if (waitMs > LONGEST_WAIT_MS) return -1;
    this.takenHere.set(tenant, taken + INTERVAL_MS);
    return waitMs;
  }
}
