import { randomUUID } from 'node:crypto';

import type { Redis } from 'ioredis';

import { createLogger } from '@ringwell/platform/logging/create-logger';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import { testSettings } from '@ringwell/testing/test-settings';

import { ServiceTitanRateLimiter } from './service-titan-rate-limiter';

// There are more requests than the longest wait allows.
const TOO_MANY = 1_200;

describe('ServiceTitanRateLimiter', () => {
  const logger = createLogger({ service: 'test', level: 'fatal' });
  const connections: Redis[] = [];
  afterAll(() => connections.forEach((connection) => connection.disconnect()));

  function limiterOn(url: string, prefix: string): ServiceTitanRateLimiter {
    const redis = createRedis({ url, purpose: 'producer', logger, commandTimeoutMs: 10_000 });
    connections.push(redis);
    return new ServiceTitanRateLimiter(redis, prefix, logger);
  }
  async function newLimiter(prefix = `test-${randomUUID()}`): Promise<ServiceTitanRateLimiter> {
    const limiter = limiterOn(testSettings().redisUrl, prefix);
    const connection = connections.at(-1);
    if (connection?.status !== 'ready')
      await new Promise((resolve) => {
        connection?.once('ready', resolve);
      });
    return limiter;
  }
  const withoutRedis = (): ServiceTitanRateLimiter => limiterOn('redis://127.0.0.1:9', 'test');

  // Counts the reserved slots, and returns the outcomes of all requests without waiting.
  async function taken(
    limiters: ServiceTitanRateLimiter[],
    tenant: string,
  ): Promise<{ had: number; codes: Set<unknown> }> {
    const aborted = AbortSignal.abort(new Error('taken'));
    const codeOf = (error: { code?: string; message: string }): string => error.code ?? error.message;
    const requests = Array.from({ length: TOO_MANY / limiters.length }, () =>
      limiters.map((limiter) => limiter.acquire(tenant, aborted).then(() => 'had', codeOf)),
    ).flat();
    const ends = await Promise.all(requests);
    return { had: ends.filter((end) => end === 'taken').length, codes: new Set(ends) };
  }

  it('shares one limit between workers', async () => {
    const prefix = `test-${randomUUID()}`;
    const [one, other] = [await newLimiter(prefix), await newLimiter(prefix)];
    const together = await taken([one, other], '1');
    expect(together.codes).toEqual(new Set(['taken', 'SERVICETITAN_BUSY']));
    expect((await taken([other], '1')).had).toBeLessThan(together.had / 2);
  });

  it('has a separate limit per tenant', async () => {
    const limiter = await newLimiter();
    await taken([limiter], '1');
    expect((await taken([limiter], '2')).had).toBeGreaterThan(500);
  });

  it('allows at most sixty requests per second', async () => {
    const limiter = await newLimiter();
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 70 }, () => limiter.acquire('1', AbortSignal.timeout(30_000))));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_150); // ten requests in parallel, then one every 20 ms
  });

  it('applies the limit per worker while Redis is unavailable', async () => {
    const { had, codes } = await taken([withoutRedis()], '1');
    expect(codes).toEqual(new Set(['taken', 'SERVICETITAN_BUSY']));
    expect(had).toBeGreaterThan(500);
  });

  it('stops waiting when the signal is aborted', async () => {
    const limiter = await newLimiter();
    await Promise.all(
      Array.from({ length: 400 }, () =>
        limiter.acquire('1', AbortSignal.abort(new Error('taken'))).catch(() => undefined),
      ),
    );
    const stop = new AbortController();
    const request = limiter.acquire('1', stop.signal);
    stop.abort(new Error('stopped'));
    await expect(request).rejects.toThrow('stopped');
  });
});
