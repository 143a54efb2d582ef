import { setTimeout as sleep } from 'node:timers/promises';

import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { makeAccount } from '@ringwell/testing/make-account';
import { OwnRedis } from '@ringwell/testing/own-redis';
import { TestSystem, type TestProcess } from '@ringwell/testing/test-system';

const provider = new FakeTranscriptionServer();
const spoken = provider.reply;
let system: TestSystem | undefined;
let redis: OwnRedis | undefined;

beforeAll(() => provider.start());
beforeEach(() => {
  provider.reply = spoken;
  provider.requests.length = 0;
});
afterEach(async () => {
  await system?.stop();
  await redis?.stop();
  system = redis = undefined;
});
afterAll(() => provider.stop());

async function leaderOf(workers: TestProcess[]): Promise<TestProcess> {
  for (;;) {
    const leader = workers.find(({ log }) => log.some((line) => line.includes('leader: elected')));
    if (leader) return leader;
    await sleep(50);
  }
}

it('elects another worker when the leader is killed, and calls continue', async () => {
  system = await TestSystem.start({ workers: 2, env: { TRANSCRIPTION_BASE_URL: provider.baseUrl } });
  const account = await makeAccount(system.database.dataSource);
  const leader = await leaderOf(system.workers);
  await system.until(account, await system.submit(account, 'samples/neutral.mp3'));

  await leader.stop('SIGKILL');
  const orphans = [
    await system.submit(account, 'samples/neutral.mp3'),
    await system.submit(account, 'samples/negative.m4a'),
  ];
  await leaderOf(system.workers.filter((worker) => worker !== leader));
  for (const id of orphans) expect(await system.until(account, id)).toMatchObject({ state: 'completed', attempts: 1 });
});

it('releases its call and exits when stopped while Redis is down', async () => {
  redis = await OwnRedis.start();
  system = await TestSystem.start({ env: { TRANSCRIPTION_BASE_URL: provider.baseUrl, REDIS_URL: redis.url } });
  const account = await makeAccount(system.database.dataSource);
  provider.reply = () => 'hang';
  const id = await system.submit(account, 'samples/neutral.mp3');
  await system.until(account, id, () => provider.requests.length > 0);

  await redis.kill();
  expect(await system.workers[0]?.stop('SIGTERM')).toBe(0);
  expect(await system.call(account, id)).toMatchObject({ state: 'queued', attempts: 0 });

  provider.reply = spoken;
  await redis.start();
  await system.startWorker();
  expect(await system.until(account, id)).toMatchObject({ state: 'completed', attempts: 1 });
});
