import { Redis } from 'ioredis';

import { findCertificateProblem } from '../certificate-problem';
import { ConfigError } from '../config/load-config';
import { sentinelOptions } from './create-redis';
import type { RedisServer } from './redis-server';

const CONNECT_TIMEOUT_MS = 5_000;
const MARKER_LIFETIME_MS = 1_000;
const MIN_VERSION = [6, 2] as const;

/**
 * Fails fast if this Redis can't run the job queue, so that a process doesn't wait for it forever. An unreachable
 * Redis, or one that's still starting, passes, because calls are accepted without Redis.
 * @param prefix the queue prefix (`QUEUE_PREFIX`)
 * @throws ConfigError
 */
export async function assertRedisUsable(server: RedisServer, prefix: string): Promise<void> {
  const redis = new Redis(server.url, {
    ...sentinelOptions(server),
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
    enableReadyCheck: false,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
  let lastError: Error | undefined; // if the password is rejected, the command only reports that the connection was closed
  redis.on('error', (error) => {
    lastError = error;
  });
  try {
    await redis.connect();
    const problem = findProblem(parseInfo(await redis.info()));
    if (problem !== undefined) throw new ConfigError([{ key: 'REDIS_URL', problem }]);
    await redis.set(`${prefix}:start`, '', 'PX', MARKER_LIFETIME_MS);
    await redis.eval('return 1', 0);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const problem = explainError(lastError ?? (error as Error), prefix);
    if (problem !== undefined) throw new ConfigError([{ key: 'REDIS_URL', problem }]);
  } finally {
    redis.disconnect();
  }
}

function explainError(error: Error, prefix: string): string | undefined {
  const certificate = findCertificateProblem(error);
  if (certificate !== undefined)
    return `points to a server whose certificate is not trusted (${certificate}); set NODE_EXTRA_CA_CERTS to its CA certificate file`;
  const { message } = error;
  if (/^(WRONGPASS|NOAUTH|ERR invalid password)/.test(message)) return 'contains a user or password that Redis rejects';
  if (message.startsWith('NOPERM'))
    return `contains a user without the permissions that queues need; grant ~${prefix}:* &${prefix}:* +@all -@dangerous +info`;
  return undefined;
}

function parseInfo(info: string): Record<string, string> {
  return Object.fromEntries(info.split('\r\n').map((line) => line.split(/:(.*)/s, 2) as [string, string]));
}

function findProblem(info: Record<string, string>): string | undefined {
  if (info['redis_mode'] === 'sentinel')
    return "points to a Sentinel; list it in REDIS_SENTINELS, and put the primary's user and password in REDIS_URL";
  if (info['redis_mode'] === 'cluster' || info['cluster_enabled'] === '1')
    return 'points to a cluster, which is not supported; use a single server, or a primary with replicas';
  if (info['role'] === 'slave')
    return 'points to a replica, which is read-only; use the primary, or set REDIS_SENTINELS';
  const [major = 0, minor = 0] = (info['redis_version'] ?? '').split('.').map(Number);
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]))
    return `points to Redis ${info['redis_version']}; ${MIN_VERSION.join('.')} is the oldest supported version`;
  return undefined;
}
