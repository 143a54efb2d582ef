import { Inject, Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Redis } from 'ioredis';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';
import { withTimeout } from '@ringwell/platform/with-timeout';

import { Batcher } from '../../../../libs/platform/batcher';
import { LocalHits, type HitWindow } from './local-hits';

/** No request waits longer for Redis than this. */
const ANSWER_WITHIN_MS = 100;
/** After a failure Redis is left alone for so long; then one request finds out whether it is back. */
const REST_MS = 1_000;

/** Counts a hit under each key; a window begins with the first one and is not made longer by later ones. */
const ADD_HITS = `
local counted = {}
for i, key in ipairs(KEYS) do
  local hits = redis.call('INCR', key)
  if hits == 1 then redis.call('PEXPIRE', key, ARGV[i]) end
  counted[i] = { hits, redis.call('PTTL', key) }
end
return counted`;

/** Requests that come together are counted in one round trip. Lua takes no more than some thousand keys at once. */
const BATCHES = { maxItems: 500, holdMs: ANSWER_WITHIN_MS };

/** A request that is to be counted. */
interface Hit {
  key: string;
  windowMs: number;
}

/** What the guards are told. */
type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts requests for all API processes together, in Redis. Each process also counts by itself: what it has seen alone may
 * be enough to refuse, and it is what counts while Redis is away or slow. So nobody is refused, and nobody waits, because of
 * Redis.
 */
@Injectable()
export class RedisThrottlerStorage implements ThrottlerStorage {
  private readonly local = new LocalHits();
  private readonly hits = new Batcher<Hit, HitWindow>((hits) => this.countInRedis(hits), BATCHES);
  private isAway = false;
  /** On the clock of `performance.now()`. */
  private restsUntilMs = 0;

  constructor(
    private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: Pick<Config, 'QUEUE_PREFIX'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A block ends with its window, so the library's duration of a block has no say. */
  async increment(key: string, windowMs: number, limit: number): Promise<ThrottlerRecord> {
    const here = this.local.add(key, windowMs);
    const { hits, msLeft } = here.hits > limit ? here : larger(here, await this.addInRedis(key, windowMs));
    const secondsLeft = Math.ceil(msLeft / 1_000);
    return { totalHits: hits, timeToExpire: secondsLeft, isBlocked: hits > limit, timeToBlockExpire: secondsLeft };
  }

  /** `undefined` while Redis is away or slow. */
  private async addInRedis(key: string, windowMs: number): Promise<HitWindow | undefined> {
    const nowMs = performance.now();
    if (nowMs < this.restsUntilMs) return undefined;
    if (this.isAway) this.restsUntilMs = nowMs + REST_MS; // this request asks, the others go on without
    try {
      const counted = await withTimeout(ANSWER_WITHIN_MS, 'Redis', this.hits.add({ key, windowMs }));
      this.isAway = false;
      this.restsUntilMs = 0;
      return counted;
    } catch (err) {
      if (!this.isAway)
        this.logger.warn({ err }, 'Requests are counted by this process alone, as Redis does not answer.');
      this.isAway = true;
      this.restsUntilMs = performance.now() + REST_MS;
      return undefined;
    }
  }

  private async countInRedis(hits: Hit[]): Promise<HitWindow[]> {
    const keys = hits.map(({ key }) => `${this.config.QUEUE_PREFIX}:throttle:${key}`);
    const counted = (await this.redis.eval(
      ADD_HITS,
      keys.length,
      ...keys,
      ...hits.map(({ windowMs }) => windowMs),
    )) as [number, number][];
    return counted.map(([count, msLeft]) => ({ hits: count, msLeft }));
  }
}

function larger(here: HitWindow, everywhere: HitWindow | undefined): HitWindow {
  return everywhere && everywhere.hits > here.hits ? everywhere : here;
}
