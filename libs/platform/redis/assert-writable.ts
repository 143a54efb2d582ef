import type { Redis } from 'ioredis';

const PROBE_KEY_TTL_MS = 10_000;

/**
 * Rejects unless Redis accepts writes. A replica, and a server without free memory or disk space, still respond to PING.
 * @param prefix the queue prefix (`QUEUE_PREFIX`)
 */
export async function assertWritable(redis: Redis, prefix: string): Promise<void> {
  await redis.set(`${prefix}:ready`, '', 'PX', PROBE_KEY_TTL_MS);
}
