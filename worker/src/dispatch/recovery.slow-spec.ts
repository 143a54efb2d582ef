import { setTimeout as sleep } from 'node:timers/promises';

import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import { SHORT_CALL } from '@ringwell/testing/test-system';

import { expectNothingLost, RecoveringSystem } from './testing/recovering-system';

let redis: DedicatedRedis | undefined;
const recoveringSystem = new RecoveringSystem();
beforeAll(() => recoveringSystem.prepare());
afterEach(async () => {
  await recoveringSystem.stop();
  await redis?.stop();
  redis = undefined;
});
afterAll(() => recoveringSystem.close());

it('accepts calls while Redis is down, and runs them once it is back', async () => {
  redis = await DedicatedRedis.start();
  const system = await recoveringSystem.start({ env: { REDIS_URL: redis.url } });
  const account = await system.database.makeAccount();
  await redis.kill();
  const ids = [await system.submit(account, SHORT_CALL), await system.submit(account, SHORT_CALL)];
  await sleep(1_000);
  expect(await system.fetchCall(account, ids[0] ?? '')).toMatchObject({ state: 'queued' });
  await redis.start();
  await expectNothingLost(system, account, ids);
});

it("releases a worker's calls before it exits on an uncaught error", async () => {
  const throwOnSignal = `process.on('SIGUSR2', () => { throw new Error('stray') })`;
  const { system, firstWorker, account, id } = await recoveringSystem.startDuringAnalysis({
    NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(throwOnSignal)}"`,
  });
  expect(await firstWorker.stop('SIGUSR2')).toBe(1);
  expect(firstWorker.log.join('\n')).toContain('"message":"stray"');
  // Its dispatcher may have released the call again before the exit.
  expect(await system.fetchCall(account, id)).toMatchObject({
    state: expect.stringMatching(/^(queued|released)$/) as string,
    attempts: 0,
    error: null,
  });
});
