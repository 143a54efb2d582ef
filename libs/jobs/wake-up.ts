import type { Redis } from 'ioredis';

const channelOf = (prefix: string): string => `${prefix}:wake-up`;

/**
 * Tells the dispatcher that there is work now, so that it need not wait for its next look. Best effort: when Redis is
 * away the dispatcher finds the work by itself a moment later.
 */
export async function wakeDispatcher(redis: Redis, prefix: string): Promise<void> {
  await redis.publish(channelOf(prefix), '');
}

/** Calls `onWake` at every wake-up. The connection is then in subscriber mode and can do nothing else. */
export async function onWakeUp(redis: Redis, prefix: string, onWake: () => void): Promise<void> {
  redis.on('message', onWake);
  await redis.subscribe(channelOf(prefix));
}
