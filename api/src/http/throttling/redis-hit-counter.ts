import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';

import { Batcher } from '@ringwell/platform/batcher';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';
import { withTimeout } from '@ringwell/platform/with-timeout';

import { LocalHitCounter, type HitWindow } from './local-hit-counter';

const REDIS_TIMEOUT_MS = 100;
// How long to skip Redis after a failure. Then a single request retries it.
const REDIS_COOLDOWN_MS = 1_000;

// Counts one hit per key. Later hits do not extend a window.
const ADD_HITS = `
local windows = {}
for i, key in ipairs(KEYS) do
  local hits = redis.call('INCR', key)
  if hits == 1 then redis.call('PEXPIRE', key, ARGV[i]) end
  windows[i] = { hits, redis.call('PTTL', key) }
end
return windows`;

const REMOVE_HIT = `
if (tonumber(redis.call('GET', KEYS[1])) or 0) > 0 then redis.call('DECR', KEYS[1]) end`;

// `maxItems` is limited because Lua can only unpack a few thousand keys.
const BATCH_LIMITS = { maxItems: 500, maxWaitMs: REDIS_TIMEOUT_MS };

interface Hit {
  key: string;
  windowMs: number;
}

/**
 * Counts hits both in Redis, across all API processes, and locally. The higher count applies, so each process still
 * enforces limits while Redis is slow or unavailable.
 */
@Injectable()
export class RedisHitCounter {
  private readonly local = new LocalHitCounter();
  private readonly batcher = new Batcher<Hit, HitWindow>((hits) => this.addBatch(hits), BATCH_LIMITS);
  private isRedisFailing = false;
  // A `performance.now()` timestamp.
  private retryRedisAtMs = 0;

  constructor(
    private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: Pick<Config, 'QUEUE_PREFIX'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Skips Redis when the local count alone exceeds the limit. */
  async add(key: string, windowMs: number, limit: number): Promise<HitWindow> {
    const localWindow = this.local.add(key, windowMs);
    if (localWindow.hits > limit) return localWindow;
    const sharedWindow = await this.addInRedis({ key, windowMs });
    return sharedWindow && sharedWindow.hits > localWindow.hits ? sharedWindow : localWindow;
  }

  /** While Redis is unavailable, only the local count changes. */
  async remove(key: string): Promise<void> {
    this.local.remove(key);
    if (performance.now() < this.retryRedisAtMs) return;
    try {
      await withTimeout(REDIS_TIMEOUT_MS, 'Redis', this.redis.eval(REMOVE_HIT, 1, this.redisKey(key)));
    } catch (err) {
      this.logger.warn({ err }, 'throttling: failed to remove a hit in Redis');
    }
  }

  private async addInRedis(hit: Hit): Promise<HitWindow | undefined> {
    const nowMs = performance.now();
    if (nowMs < this.retryRedisAtMs) return undefined;
    if (this.isRedisFailing) this.retryRedisAtMs = nowMs + REDIS_COOLDOWN_MS; // prevents concurrent requests from also retrying
    try {
      const window = await withTimeout(REDIS_TIMEOUT_MS, 'Redis', this.batcher.add(hit));
      this.isRedisFailing = false;
      this.retryRedisAtMs = 0;
      return window;
    } catch (err) {
      if (!this.isRedisFailing) this.logger.warn({ err }, 'throttling: Redis is unavailable, counting locally');
      this.isRedisFailing = true;
      this.retryRedisAtMs = performance.now() + REDIS_COOLDOWN_MS;
      return undefined;
    }
  }

  private async addBatch(hits: Hit[]): Promise<HitWindow[]> {
    const keys = hits.map(({ key }) => this.redisKey(key));
    const durations = hits.map(({ windowMs }) => windowMs);
    const windows = (await this.redis.eval(ADD_HITS, keys.length, ...keys, ...durations)) as [number, number][];
    return windows.map(([count, msLeft]) => ({ hits: count, msLeft }));
  }

  private redisKey(key: string): string {
    return `${this.config.QUEUE_PREFIX}:throttle:${key}`;
  }
}
