import { randomUUID } from 'node:crypto';

import type { Redis } from 'ioredis';

import { createLogger } from '@ringwell/platform/logging/create-logger';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import { testSettings } from '@ringwell/testing/test-settings';

import { ServiceTitanRateLimiter } from './service-titan-rate-limiter';

// More requests than the longest wait allows.
const REQUESTS_OVER_LIMIT = 1_200;

describe('ServiceTitanRateLimiter', () => {
  const logger = createLogger({ service: 'test', level: 'fatal' });
  const connections: Redis[] = [];
  afterAll(() => connections.forEach((connection) => connection.disconnect()));

  function createLimiter(url: string, prefix: string): ServiceTitanRateLimiter {
    const redis = createRedis({ url, purpose: 'producer', logger, commandTimeoutMs: 10_000 });
    connections.push(redis);
    return new ServiceTitanRateLimiter(redis, prefix, logger);
  }
  async function createConnectedLimiter(prefix = `test-${randomUUID()}`): Promise<ServiceTitanRateLimiter> {
    const limiter = createLimiter(testSettings().redisUrl, prefix);
    const connection = connections.at(-1);
    if (connection?.status !== 'ready')
      await new Promise((resolve) => {
        connection?.once('ready', resolve);
      });
    return limiter;
  }
  const createLimiterWithoutRedis = (): ServiceTitanRateLimiter => createLimiter('redis://127.0.0.1:9', 'test');

  // Counts the reserved slots and returns all request outcomes without waiting.
  async function reserveSlots(
    limiters: ServiceTitanRateLimiter[],
    tenant: string,
  ): Promise<{ reserved: number; codes: Set<unknown> }> {
    const abortedSignal = AbortSignal.abort(new Error('reserved'));
    const getErrorCode = (error: { code?: string; message: string }): string => error.code ?? error.message;
    const requests = Array.from({ length: REQUESTS_OVER_LIMIT / limiters.length }, () =>
      limiters.map((limiter) => limiter.acquire(tenant, abortedSignal).then(() => 'granted', getErrorCode)),
    ).flat();
    const outcomes = await Promise.all(requests);
    return { reserved: outcomes.filter((outcome) => outcome === 'reserved').length, codes: new Set(outcomes) };
  }

  it('shares one limit between workers', async () => {
    const prefix = `test-${randomUUID()}`;
    const [limiterA, limiterB] = [await createConnectedLimiter(prefix), await createConnectedLimiter(prefix)];
    const combined = await reserveSlots([limiterA, limiterB], '1');
    expect(combined.codes).toEqual(new Set(['reserved', 'SERVICETITAN_BUSY']));
    expect((await reserveSlots([limiterB], '1')).reserved).toBeLessThan(combined.reserved / 2);
  });

  it('limits each tenant separately', async () => {
    const limiter = await createConnectedLimiter();
    await reserveSlots([limiter], '1');
    expect((await reserveSlots([limiter], '2')).reserved).toBeGreaterThan(500);
  });

  it('allows at most sixty requests per second', async () => {
    const limiter = await createConnectedLimiter();
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 70 }, () => limiter.acquire('1', AbortSignal.timeout(30_000))));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_150); // ten requests in parallel, then one every 20 ms
  });

  it("does not wait for slots that were reserved before the Redis server's clock was set back", async () => {
    const limiter = await createConnectedLimiter('test-clock');
    await connections.at(-1)?.set('test-clock:servicetitan:pace:1', Date.now() + 3_600_000, 'PX', 5_000);
    await expect(limiter.acquire('1', AbortSignal.timeout(1_000))).resolves.toBeUndefined();
  });

  it('applies the limit per worker while Redis is unavailable', async () => {
    const { reserved, codes } = await reserveSlots([createLimiterWithoutRedis()], '1');
    expect(codes).toEqual(new Set(['reserved', 'SERVICETITAN_BUSY']));
    expect(reserved).toBeGreaterThan(500);
  });

  it('stops waiting when the signal is aborted', async () => {
    const limiter = await createConnectedLimiter();
    await Promise.all(
      Array.from({ length: 400 }, () =>
        limiter.acquire('1', AbortSignal.abort(new Error('reserved'))).catch(() => undefined),
      ),
    );
    const controller = new AbortController();
    const request = limiter.acquire('1', controller.signal);
    controller.abort(new Error('stopped'));
    await expect(request).rejects.toThrow('stopped');
  });
});
