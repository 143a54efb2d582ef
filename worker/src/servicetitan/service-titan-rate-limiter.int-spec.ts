import { randomUUID } from 'node:crypto';

import type { Redis } from 'ioredis';

import { createLogger } from '@ringwell/platform/logging/create-logger';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import { testSettings } from '@ringwell/testing/test-settings';

import { ServiceTitanRateLimiter } from './service-titan-rate-limiter';

/** More turns than there are within the longest wait. */
const TOO_MANY = 1_200;

describe('the pace of requests to ServiceTitan', () => {
  const logger = createLogger({ service: 'test', level: 'fatal' });
  const connections: Redis[] = [];
  afterAll(() => connections.forEach((connection) => connection.disconnect()));

  /** A worker's own. */
  function paceOn(url: string, prefix: string): ServiceTitanRateLimiter {
    const redis = createRedis({ url, purpose: 'producer', logger, commandTimeoutMs: 10_000 });
    connections.push(redis);
    return new ServiceTitanRateLimiter(redis, prefix, logger);
  }
  async function newPace(prefix = `test-${randomUUID()}`): Promise<ServiceTitanRateLimiter> {
    const pace = paceOn(testSettings().redisUrl, prefix);
    const connection = connections.at(-1);
    if (connection?.status !== 'ready')
      await new Promise((resolve) => {
        connection?.once('ready', resolve);
      });
    return pace;
  }
  const withoutRedis = (): ServiceTitanRateLimiter => paceOn('redis://127.0.0.1:9', 'test');

  /** How many of so many turns were to be had, nobody waiting for any. */
  async function taken(paces: ServiceTitanRateLimiter[], tenant: string): Promise<{ had: number; codes: Set<unknown> }> {
    const nobodyWaits = AbortSignal.abort(new Error('taken'));
    const codeOf = (error: { code?: string; message: string }): string => error.code ?? error.message;
    const turns = Array.from({ length: TOO_MANY / paces.length }, () =>
      paces.map((pace) => pace.acquire(tenant, nobodyWaits).then(() => 'had', codeOf)),
    ).flat();
    const ends = await Promise.all(turns);
    return { had: ends.filter((end) => end === 'taken').length, codes: new Set(ends) };
  }

  it('is one for all workers: what one has taken, another one cannot have', async () => {
    const prefix = `test-${randomUUID()}`;
    const [one, other] = [await newPace(prefix), await newPace(prefix)];
    const together = await taken([one, other], '1');
    expect(together.codes).toEqual(new Set(['taken', 'SERVICETITAN_BUSY']));
    expect((await taken([other], '1')).had).toBeLessThan(together.had / 2);
  });

  it("is each tenant's own", async () => {
    const pace = await newPace();
    await taken([pace], '1');
    expect((await taken([pace], '2')).had).toBeGreaterThan(500);
  });

  it('gives no more than sixty turns a second', async () => {
    const pace = await newPace();
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 70 }, () => pace.acquire('1', AbortSignal.timeout(30_000))));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_150); // ten at once, then one every 20 ms; never too early
  });

  it('is kept by each worker while Redis is away', async () => {
    const { had, codes } = await taken([withoutRedis()], '1');
    expect(codes).toEqual(new Set(['taken', 'SERVICETITAN_BUSY']));
    expect(had).toBeGreaterThan(500);
  });

  it('does not keep somebody waiting who was told to stop', async () => {
    const pace = await newPace();
    await Promise.all(
      Array.from({ length: 400 }, () => pace.acquire('1', AbortSignal.abort(new Error('taken'))).catch(() => undefined)),
    );
    const stop = new AbortController();
    const turn = pace.acquire('1', stop.signal);
    stop.abort(new Error('stopped'));
    await expect(turn).rejects.toThrow('stopped');
  });
});
