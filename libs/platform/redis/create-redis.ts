import { Redis, type RedisOptions } from 'ioredis';

import type { Logger } from '../logging/create-logger';
import { limitLog } from '../logging/limit-log';
import type { RedisServer } from './redis-server';

/**
 * `producer`: for HTTP requests; commands fail immediately while Redis is unavailable. `worker`: commands wait until
 * Redis is back, which BullMQ requires for workers and blocking reads.
 */
export type RedisPurpose = 'producer' | 'worker';

export interface RedisSettings extends RedisServer {
  purpose: RedisPurpose;
  logger: Logger;
  commandTimeoutMs?: number;
}

const PRODUCER_COMMAND_TIMEOUT_MS = 250;
const FIRST_RECONNECT_DELAY_MS = 200;
// Low, so that calls resume within seconds after an outage of any length.
const MAX_RECONNECT_DELAY_MS = 2_000;
// Closes a connection whose peer has vanished; TCP alone would take about 15 minutes.
const IDLE_TIMEOUT_MS = 10_000;
// Idle limit for a worker, whose blocking reads wait up to 10 s.
const WORKER_IDLE_TIMEOUT_MS = 20_000;
const RECONNECT_AND_RESEND = 2; // Return value of `reconnectOnError`: reconnect and resend the command.

// A replica's error, including from inside a script: https://redis.io/docs/latest/develop/reference/protocol-spec
const READ_ONLY = /(^|-)READONLY /;

/**
 * Connects to Redis. A failover may turn the server into a replica without closing connections, so the first rejected
 * write triggers a reconnect. Logs problems at most every ten seconds, and never the URL, which contains the password.
 */
export function createRedis({
  purpose,
  logger,
  commandTimeoutMs = PRODUCER_COMMAND_TIMEOUT_MS,
  ...server
}: RedisSettings): Redis {
  const problems = new ConnectionProblems(purpose, logger);
  const optionsByPurpose: Record<RedisPurpose, RedisOptions> = {
    producer: {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: commandTimeoutMs,
      socketTimeout: IDLE_TIMEOUT_MS,
    },
    worker: { maxRetriesPerRequest: null, socketTimeout: WORKER_IDLE_TIMEOUT_MS },
  };
  const redis = new Redis(server.url, {
    ...optionsByPurpose[purpose],
    ...sentinelOptions(server),
    connectionName: `ringwell-${purpose}`,
    connectTimeout: 5_000,
    disconnectTimeout: 500, // also bounds the shutdown while Redis is unavailable
    keepAlive: 10_000, // detects a vanished peer during a blocking read
    retryStrategy: reconnectDelayMs,
    reconnectOnError: ({ message }) => {
      if (!READ_ONLY.test(message)) return false;
      problems.warn({}, 'redis: this server has become a replica, reconnecting');
      return purpose === 'worker' ? RECONNECT_AND_RESEND : true;
    },
  });
  redis.on('error', (error: NodeJS.ErrnoException) =>
    problems.warn({ code: error.code ?? error.name }, 'redis: connection failed, retrying'),
  );
  redis.on('ready', () => problems.end());
  return clearIdleTimerOnClose(redis);
}

/**
 * Clears the idle timer along with each connection, including the duplicates that BullMQ creates. ioredis leaves it
 * running, so it would close the next connection or keep the process alive.
 */
function clearIdleTimerOnClose(redis: Redis): Redis {
  redis.on('close', () => {
    clearTimeout(Reflect.get(redis, 'socketTimeoutTimer') as NodeJS.Timeout | undefined);
    Reflect.set(redis, 'socketTimeoutTimer', undefined);
  });
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (options) => clearIdleTimerOnClose(duplicate(options));
  return redis;
}

/**
 * Returns the ioredis options for a server behind Sentinels, and no options for other servers. The URL's TLS setting
 * also applies to the Sentinels.
 */
export function sentinelOptions({ url, sentinels }: RedisServer): RedisOptions {
  if (!sentinels) return {};
  const { addresses, name, password } = sentinels;
  const tls = url.startsWith('rediss:');
  return {
    sentinels: addresses,
    name,
    sentinelPassword: password,
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  };
}

/** Returns 200 ms, 400 ms, 800 ms, 1.6 s, then 2 s for every later attempt. @param attempt from 1 */
export function reconnectDelayMs(attempt: number): number {
  return Math.min(FIRST_RECONNECT_DELAY_MS * 2 ** (attempt - 1), MAX_RECONNECT_DELAY_MS);
}

class ConnectionProblems {
  private isReported = false;

  readonly warn = limitLog((details: { code?: string }, message: string) => {
    this.isReported = true;
    this.logger.warn({ purpose: this.purpose, ...details }, message);
  });

  constructor(
    private readonly purpose: RedisPurpose,
    private readonly logger: Logger,
  ) {}

  end(): void {
    if (this.isReported) this.logger.info({ purpose: this.purpose }, 'redis: reconnected');
    this.isReported = false;
  }
}
