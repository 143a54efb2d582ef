import { setTimeout as sleep } from 'node:timers/promises';

import type { Redis } from 'ioredis';

import type { Logger } from '@ringwell/platform/logging/create-logger';

import { rateLimiterBusyError } from './service-titan-error';

// ServiceTitan allows 60 requests per second per tenant. These values never exceed that in any second.
const INTERVAL_MS = 20;
const BURST = 10;

// Requests that would have to wait longer fail, because callers have a time limit.
const MAX_WAIT_MS = 10_000;

// The generic cell rate algorithm on Redis's clock: the key holds the time up to which slots are reserved. Returns the
// wait in ms, or -1 if it's too long and no slot was reserved.
const RESERVE_SLOT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local taken = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
  if taken > now + ARGV[1] + ARGV[2] + ARGV[3] then taken = now end -- the clock was set back
  local wait = math.max(0, taken - ARGV[2] - now)
  if wait > tonumber(ARGV[3]) then return -1 end
  local next = taken + ARGV[1]
  redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', math.ceil(next - now) + 1000)
  return math.ceil(wait)`;

/**
 * Keeps all workers' requests within ServiceTitan's limit per tenant. While Redis is unavailable, each worker applies
 * the limit to its own requests.
 */
export class ServiceTitanRateLimiter {
  private readonly localSlots = new Map<string, number>();

  constructor(
    private readonly redis: Redis,
    private readonly keyPrefix: string,
    private readonly logger: Logger,
  ) {}

  /** @throws AppError `SERVICETITAN_BUSY`, or the signal's reason */
  async acquire(tenant: string, signal: AbortSignal): Promise<void> {
    const waitMs = await this.reserveShared(tenant).catch((error: unknown) => {
      this.logger.debug({ err: error }, 'servicetitan: rate limiter is falling back to local slots');
      return this.reserveLocally(tenant);
    });
    if (waitMs < 0) throw rateLimiterBusyError();
    signal.throwIfAborted();
    if (waitMs > 0)
      await sleep(waitMs, undefined, { signal }).catch((error: unknown) => {
        throw signal.aborted ? signal.reason : error;
      });
  }

  private async reserveShared(tenant: string): Promise<number> {
    const key = `${this.keyPrefix}:servicetitan:pace:${tenant}`;
    return Number(await this.redis.eval(RESERVE_SLOT, 1, key, INTERVAL_MS, (BURST - 1) * INTERVAL_MS, MAX_WAIT_MS));
  }

  private reserveLocally(tenant: string): number {
    const now = performance.now();
    for (const [key, expiresAt] of this.localSlots) if (expiresAt < now) this.localSlots.delete(key);
    const nextSlotAt = Math.max(now, this.localSlots.get(tenant) ?? 0);
    const waitMs = Math.max(0, nextSlotAt - (BURST - 1) * INTERVAL_MS - now);
    if (waitMs > MAX_WAIT_MS) return -1;
    this.localSlots.set(tenant, nextSlotAt + INTERVAL_MS);
    return waitMs;
  }
}
