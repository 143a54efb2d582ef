import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

import type { Redis } from 'ioredis';

import { createLogger } from '@ringwell/platform/logging/create-logger';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import { listenLocally } from '@ringwell/testing/local-server';

import type { HitWindow } from './local-hit-counter';
import { RedisHitCounter } from './redis-hit-counter';

const WINDOW_MS = 60_000;
// Longer than the counter's timeout for Redis.
const COMMAND_TIMEOUT_MS = 500;

describe('RedisHitCounter', () => {
  let logLines: string[];
  let connections: Redis[];

  beforeEach(() => {
    logLines = [];
    connections = [];
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const redis of connections) redis.disconnect();
  });

  /** Creates a counter like the one in an API process. */
  async function createCounter(url: string): Promise<RedisHitCounter> {
    const logger = createLogger({
      service: 'api',
      level: 'info',
      output: { write: (line) => logLines.push(line) },
    });
    const redis = createRedis({ url, purpose: 'producer', logger, commandTimeoutMs: COMMAND_TIMEOUT_MS });
    connections.push(redis);
    await once(redis, 'ready');
    return new RedisHitCounter(redis, { QUEUE_PREFIX: 'test' }, logger);
  }
  const countHit = (counter: RedisHitCounter, key = 'k', limit = 3): Promise<HitWindow> =>
    counter.add(key, WINDOW_MS, limit);
  const addHit = async (counter: RedisHitCounter, key = 'k', limit = 3): Promise<number> =>
    (await countHit(counter, key, limit)).hits;

  describe('with Redis', () => {
    let server: DedicatedRedis;
    beforeEach(async () => {
      server = await DedicatedRedis.start();
    });
    afterEach(() => server.stop());

    it('shares counts across processes, and returns the time left in the window', async () => {
      const [counterA, counterB] = [await createCounter(server.url), await createCounter(server.url)];
      expect(await addHit(counterA)).toBe(1);
      expect(await addHit(counterB)).toBe(2);
      const thirdHit = await countHit(counterA);
      expect({ hits: thirdHit.hits, secondsLeft: Math.ceil(thirdHit.msLeft / 1_000) }).toEqual({
        hits: 3,
        secondsLeft: 60,
      });
      expect(await addHit(counterB)).toBe(4);
      expect(await addHit(counterA, 'another')).toBe(1);
    });

    it('counts each of many concurrent hits once, in a few round trips', async () => {
      const counter = await createCounter(server.url);
      const evalSpy = jest.spyOn(connections[0] as Redis, 'eval');
      const hitCounts = await Promise.all(
        Array.from({ length: 50 }, (_, index) => addHit(counter, `concurrent-${index % 2}`, 100)),
      );
      expect(hitCounts.sort((a, b) => a - b)).toEqual(
        Array.from({ length: 50 }, (_, index) => Math.floor(index / 2) + 1),
      );
      expect(evalSpy.mock.calls.length).toBeLessThan(5);
    });

    it('does not query Redis when the local count exceeds the limit', async () => {
      const counter = await createCounter(server.url);
      for (let i = 0; i < 3; i += 1) await addHit(counter);
      const evalSpy = jest.spyOn(connections[0] as Redis, 'eval');
      expect(await addHit(counter)).toBe(4);
      expect(evalSpy).not.toHaveBeenCalled();
    });

    it('starts a new window on time after too many hits, and leaves no key behind', async () => {
      const counter = await createCounter(server.url);
      for (let i = 0; i < 5; i += 1) await counter.add('short', 300, 2);
      while ((await counter.add('short', 300, 2)).hits > 2) await new Promise(setImmediate);
      await counter.add('short', 20, 2);
      while ((await connections[0]?.keys('test:throttle:short'))?.length) await new Promise(setImmediate);
    });

    it('continues from its local counts if Redis fails, and logs it once', async () => {
      const counter = await createCounter(server.url);
      await addHit(counter);
      await addHit(counter);
      await server.kill();
      expect(await addHit(counter)).toBe(3);
      expect(await addHit(counter)).toBe(4);
      expect(await addHit(counter, 'another')).toBe(1);
      expect(logLines.filter((line) => line.includes('counting locally'))).toHaveLength(1);
    });

    it('shares counts across processes again once Redis is back', async () => {
      const [counterA, counterB] = [await createCounter(server.url), await createCounter(server.url)];
      await server.kill();
      await Promise.all([addHit(counterA), addHit(counterB)]);
      await server.start();
      await Promise.all(
        connections.map(async (redis) => {
          if (redis.status !== 'ready') await once(redis, 'ready');
        }),
      );
      const laterMs = performance.now() + 2_000;
      jest.spyOn(performance, 'now').mockReturnValue(laterMs);
      for (let i = 0; i < 5; i += 1) await addHit(counterA, 'after', 100);
      expect(await addHit(counterB, 'after', 100)).toBe(6);
    });
  });

  describe('with a Redis that accepts commands but does not respond', () => {
    let server: Server;
    let requestCount: number;
    let url: string;

    beforeEach(async () => {
      requestCount = 0;
      server = createServer((socket) =>
        socket
          .on('error', () => undefined)
          .on('data', (data) => {
            const text = String(data);
            if (text.includes('INCR')) requestCount += 1;
            else socket.write('+OK\r\n'.repeat(text.match(/^[*]\d+\r$/gm)?.length ?? 0));
          }),
      );
      url = `redis://127.0.0.1:${await listenLocally(server)}`;
    });
    afterEach(async () => {
      for (const redis of connections) redis.disconnect();
      await new Promise((resolve) => server.close(resolve));
    });

    it('does not query Redis again until the cooldown ends, and then queries it once', async () => {
      const counter = await createCounter(url);
      expect(await addHit(counter)).toBe(1);
      for (let i = 0; i < 10; i += 1) await addHit(counter);
      expect(requestCount).toBe(1);
      const laterMs = performance.now() + 2_000;
      jest.spyOn(performance, 'now').mockReturnValue(laterMs);
      await Promise.all(Array.from({ length: 10 }, () => addHit(counter, 'other', 100)));
      expect(requestCount).toBe(2);
    });
  });
});
