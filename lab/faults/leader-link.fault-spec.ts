import { TcpProxy } from '@ringwell/testing/tcp-proxy';
import { testSettings } from '@ringwell/testing/test-settings';

import { FaultWorld } from './fault-world';
import { recordSeconds, secondsSince } from './metrics';

let world: FaultWorld;
let redis: TcpProxy;

beforeEach(async () => {
  redis = await TcpProxy.start(testSettings().redisUrl);
});
afterEach(async () => {
  await world.stop();
  await redis.cut();
});

it('8: elects another leader when the leader loses its connection to Redis', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 2 });
  const leader = await world.system.startWorker({ REDIS_URL: redis.url });
  await leader.waitForLog('leader: elected');
  const otherWorker = await world.system.startWorker();
  await redis.cut();
  const cutAt = performance.now();
  await world.uploadMany(4);
  await world.waitUntil('a call is completed', async () => (await world.countCompleted()) > 0, 60_000);
  recordSeconds(8, 'first call completed after the leader lost its connection to Redis', secondsSince(cutAt), 30);
  expect(otherWorker.log.some((line) => line.includes('leader: elected'))).toBe(true);
  await redis.restore();
  await world.assertInvariants();
}, 180_000);
