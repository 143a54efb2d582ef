import { Redis, type RedisOptions } from 'ioredis';

import type { Logger } from '../logging/create-logger';

/**
 * `producer`: for HTTP requests; commands fail immediately while Redis is unavailable. `worker`: commands wait until
 * Redis is back, as BullMQ requires for workers and blocking reads.
 */
export type RedisPurpose = 'producer' | 'worker';

export interface RedisSettings {
  url: string;
  purpose: RedisPurpose;
  logger: Logger;
  commandTimeoutMs?: number;
}

const PRODUCER_COMMAND_TIMEOUT_MS = 250;
const FIRST_RECONNECT_DELAY_MS = 200;
// Low, so that calls resume within seconds after an outage of any length.
const LONGEST_RECONNECT_DELAY_MS = 2_000;
// A connection whose peer vanished is given up after this; TCP alone would take a quarter of an hour.
const SILENCE_LIMIT_MS = 10_000;
// The same for a worker, whose blocking reads wait up to 10 s.
const WORKER_SILENCE_LIMIT_MS = 20_000;
const ERROR_LOG_INTERVAL_MS = 10_000;

/**
 * A connection to Redis. Logs connection errors at most every ten seconds, and never the URL, which contains a
 * password.
 */
export function createRedis({
  url,
  purpose,
  logger,
  commandTimeoutMs = PRODUCER_COMMAND_TIMEOUT_MS,
}: RedisSettings): Redis {
  const byPurpose: Record<RedisPurpose, RedisOptions> = {
    producer: {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: commandTimeoutMs,
      socketTimeout: SILENCE_LIMIT_MS,
    },
    worker: { maxRetriesPerRequest: null, socketTimeout: WORKER_SILENCE_LIMIT_MS },
  };
  const redis = new Redis(url, {
    ...byPurpose[purpose],
    connectionName: `ringwell-${purpose}`,
    connectTimeout: 5_000,
    disconnectTimeout: 500, // also bounds the shutdown while Redis is unavailable
    keepAlive: 10_000, // detects a vanished peer during a blocking read
    retryStrategy: reconnectDelayMs,
  });
  logTroubles(redis, purpose, logger);
  return redis;
}

/** 200 ms, 400 ms, 800 ms, 1.6 s, then every 2 s. @param attempt from 1 */
export function reconnectDelayMs(attempt: number): number {
  return Math.min(FIRST_RECONNECT_DELAY_MS * 2 ** (attempt - 1), LONGEST_RECONNECT_DELAY_MS);
}

function logTroubles(redis: Redis, purpose: RedisPurpose, logger: Logger): void {
  let lastLoggedAt: number | undefined;
  redis.on('error', (error: NodeJS.ErrnoException) => {
    const now = performance.now();
    if (lastLoggedAt !== undefined && now - lastLoggedAt < ERROR_LOG_INTERVAL_MS) return;
    lastLoggedAt = now;
    logger.warn({ purpose, code: error.code ?? error.name }, 'redis: cannot connect, retrying');
  });
  redis.on('ready', () => {
    if (lastLoggedAt !== undefined) logger.info({ purpose }, 'redis: reconnected');
    lastLoggedAt = undefined;
  });
}
