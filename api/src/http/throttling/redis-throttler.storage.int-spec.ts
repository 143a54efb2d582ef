import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

import type { Redis } from 'ioredis';

import { createLogger } from '@ringwell/platform/logging/create-logger';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import { OwnRedis } from '@ringwell/testing/own-redis';

import { RedisThrottlerStorage } from './redis-throttler.storage';

const LONG_MS = 60_000;
/** Longer than the storage waits, and short enough not to hold up the end of the run. */
const COMMAND_TIMEOUT_MS = 500;

describe('RedisThrottlerStorage', () => {
  let lines: string[];
  let connections: Redis[];

  beforeEach(() => {
    lines = [];
    connections = [];
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const redis of connections) redis.disconnect();
  });

  /** What one API process has. */
  async function storageOn(url: string): Promise<RedisThrottlerStorage> {
    const logger = createLogger({
      service: 'api',
      level: 'info',
      output: {
        write: (line) => {
          lines.push(line);
        },
      },
    });
    const redis = createRedis({ url, purpose: 'producer', logger, commandTimeoutMs: COMMAND_TIMEOUT_MS });
    connections.push(redis);
    await once(redis, 'ready');
    return new RedisThrottlerStorage(redis, { QUEUE_PREFIX: 'test' }, logger);
  }
  const hits = async (storage: RedisThrottlerStorage, key = 'k', limit = 3): Promise<number> =>
    (await storage.increment(key, LONG_MS, limit)).totalHits;

  describe('with a Redis of its own', () => {
    let server: OwnRedis;
    beforeEach(async () => {
      server = await OwnRedis.start();
    });
    afterEach(() => server.stop());

    it('counts for all processes together, and says when it is too much and for how long', async () => {
      const [one, other] = [await storageOn(server.url), await storageOn(server.url)];
      expect(await hits(one)).toBe(1);
      expect(await hits(other)).toBe(2);
      expect(await one.increment('k', LONG_MS, 3)).toEqual({
        totalHits: 3,
        timeToExpire: 60,
        isBlocked: false,
        timeToBlockExpire: 60,
      });
      expect(await other.increment('k', LONG_MS, 3)).toMatchObject({ totalHits: 4, isBlocked: true });
      expect(await hits(one, 'another')).toBe(1);
    });

    it('counts requests that come at once in few round trips, each of them once', async () => {
      const storage = await storageOn(server.url);
      const evals = jest.spyOn(connections[0] as Redis, 'eval');
      const counted = await Promise.all(
        Array.from({ length: 50 }, (_, index) => hits(storage, `at-once-${index % 2}`, 100)),
      );
      expect(counted.sort((a, b) => a - b)).toEqual(
        Array.from({ length: 50 }, (_, index) => Math.floor(index / 2) + 1),
      );
      expect(evals.mock.calls.length).toBeLessThan(5);
    });

    it('starts anew when the window is over, however often somebody tried meanwhile, and leaves nothing behind', async () => {
      const storage = await storageOn(server.url);
      for (let i = 0; i < 5; i += 1) await storage.increment('short', 300, 2);
      while ((await storage.increment('short', 300, 2)).isBlocked) await new Promise(setImmediate);
      await storage.increment('short', 20, 2);
      while ((await connections[0]?.keys('test:throttle:short'))?.length) await new Promise(setImmediate);
    });

    it('goes on counting by itself without Redis, from what it has seen, and says so once', async () => {
      const storage = await storageOn(server.url);
      await hits(storage);
      await hits(storage);
      await server.kill();
      expect(await hits(storage)).toBe(3);
      expect(await storage.increment('k', LONG_MS, 3)).toMatchObject({ totalHits: 4, isBlocked: true });
      expect(await hits(storage, 'another')).toBe(1);
      expect(lines.filter((line) => line.includes('by this process alone'))).toHaveLength(1);
    });

    it('counts together again when Redis is back', async () => {
      const [one, other] = [await storageOn(server.url), await storageOn(server.url)];
      await server.kill();
      await Promise.all([hits(one), hits(other)]);
      await server.start();
      await Promise.all(
        connections.map(async (redis) => {
          if (redis.status !== 'ready') await once(redis, 'ready');
        }),
      );
      const later = performance.now() + 2_000;
      jest.spyOn(performance, 'now').mockReturnValue(later);
      for (let i = 0; i < 5; i += 1) await hits(one, 'after', 100);
      expect(await hits(other, 'after', 100)).toBe(6);
    });
  });

  describe('with a Redis that takes commands and does not answer', () => {
    let server: Server;
    let asked: number;
    let url: string;

    beforeEach(async () => {
      asked = 0;
      server = createServer((socket) =>
        socket
          .on('error', () => undefined)
          .on('data', (data) => {
            const text = String(data);
            if (text.includes('INCR')) asked += 1;
            else socket.write('+OK\r\n'.repeat(text.match(/^[*]\d+\r$/gm)?.length ?? 0));
          }),
      ).listen(0, '127.0.0.1');
      await once(server, 'listening');
      url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterEach(async () => {
      for (const redis of connections) redis.disconnect();
      await new Promise((resolve) => server.close(resolve));
    });

    it('does not wait for it, asks it once and then leaves it alone for a while', async () => {
      const storage = await storageOn(url);
      expect(await hits(storage)).toBe(1);
      for (let i = 0; i < 10; i += 1) await hits(storage);
      expect(asked).toBe(1);
      const later = performance.now() + 2_000;
      jest.spyOn(performance, 'now').mockReturnValue(later);
      await Promise.all(Array.from({ length: 10 }, () => hits(storage, 'other', 100)));
      expect(asked).toBe(2); // one of the ten found out
    });
  });
});
