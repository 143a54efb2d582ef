import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { SHORT_CALL, TestSystem } from '@ringwell/testing/test-system';

const provider = new FakeTranscriptionServer();
const defaultReply = provider.reply;
let system: TestSystem | undefined;
let redis: DedicatedRedis | undefined;

beforeAll(() => provider.start());
beforeEach(() => {
  provider.reply = defaultReply;
  provider.requests.length = 0;
});
afterEach(async () => {
  await system?.stop();
  await redis?.stop();
  system = redis = undefined;
});
afterAll(() => provider.stop());

it('elects another worker when the leader is killed, and keeps processing calls', async () => {
  system = await TestSystem.start({ workers: 0, env: { TRANSCRIPTION_BASE_URL: provider.baseUrl } });
  const account = await system.database.makeAccount();
  const leader = await system.startWorkerProcess();
  await leader.waitForLog('leader: elected');
  const follower = await system.startWorker();
  await system.waitForCall(account, await system.submit(account, SHORT_CALL));
  expect(follower.log.join('\n')).not.toContain('leader: elected');

  await leader.kill();
  const queuedIds = [await system.submit(account, SHORT_CALL), await system.submit(account, SHORT_CALL)];
  await follower.waitForLog('leader: elected');
  for (const id of queuedIds)
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed', attempts: 1 });
});

it('releases its call and exits when stopped while Redis is down', async () => {
  redis = await DedicatedRedis.start();
  const env = { TRANSCRIPTION_BASE_URL: provider.baseUrl, REDIS_URL: redis.url };
  system = await TestSystem.start({ workers: 0, env });
  const worker = await system.startWorkerProcess();
  const account = await system.database.makeAccount();
  provider.reply = () => 'hang';
  const id = await system.submit(account, SHORT_CALL);
  await system.waitForCall(account, id, () => provider.requests.length > 0);

  await redis.kill();
  expect(await worker.stop('SIGTERM')).toBe(0);
  expect(await system.fetchCall(account, id)).toMatchObject({ state: 'queued', attempts: 0 });

  provider.reply = defaultReply;
  await redis.start();
  await system.startWorker();
  expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed', attempts: 1 });
});
