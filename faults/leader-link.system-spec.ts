import { TcpProxy } from '@ringwell/testing/tcp-proxy';
import { testSettings } from '@ringwell/testing/test-settings';

import { FaultWorld } from './fault-world';
import { figure, secondsSince } from './figures';

let world: FaultWorld;
let redis: TcpProxy;

beforeEach(async () => {
  redis = await TcpProxy.to(testSettings().redisUrl);
});
afterEach(async () => {
  await world.stop();
  await redis.cut();
});

it('8: a leader that loses its own way to Redis gives way to a worker that has one', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 2 });
  const leader = await world.system.startWorker({ REDIS_URL: redis.url });
  await leader.said('leader: elected');
  const other = await world.system.startWorker();
  await redis.cut();
  const cutAt = performance.now();
  await world.uploadMany(4);
  await world.until('a call ends', async () => (await world.count(`calls where state = 'completed'`)) > 0, 60_000);
  figure({
    row: 8,
    what: 'calls run after the leader has lost its way to Redis',
    measured: secondsSince(cutAt),
    limit: 30,
    unit: 's',
    isTime: true,
  });
  expect(other.log.some((line) => line.includes('leader: elected'))).toBe(true);
  await redis.restore();
  await world.expectWhole();
}, 180_000);
