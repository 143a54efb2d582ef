import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { rows } from '@ringwell/database/postgres/sql';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { OwnRedis } from '@ringwell/testing/own-redis';
import type { TestProcess } from '@ringwell/testing/test-process';
import { SHORT_CALL, TestSystem } from '@ringwell/testing/test-system';

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

const withProvider = (env: Record<string, string> = {}): Record<string, string> => ({
  TRANSCRIPTION_BASE_URL: provider.baseUrl,
  ...env,
});

// Checks that each call ended with one usage record, and that the daily totals match.
async function expectNothingLost(running: TestSystem, account: TestAccount, ids: string[]): Promise<void> {
  for (const id of ids) expect(await running.until(account, id)).toMatchObject({ id, state: 'completed' });
  const { manager } = running.database.dataSource;
  const [usage] = await rows<{ records: number; minutes: string }>(
    manager,
    'select count(*)::int as records, sum(minutes) as minutes from usage_records where account_id = $1',
    [account.account.id],
  );
  const [daily] = await rows<{ calls: number; minutes: string }>(
    manager,
    'select sum(calls)::int as calls, sum(minutes) as minutes from usage_daily where account_id = $1',
    [account.account.id],
  );
  expect(usage?.records).toBe(ids.length);
  expect(daily).toEqual({ calls: ids.length, minutes: usage?.minutes });
}

it('accepts calls while Redis is down, and runs them once it is back', async () => {
  redis = await OwnRedis.start();
  system = await TestSystem.start({ env: withProvider({ REDIS_URL: redis.url }) });
  const account = await makeAccount(system.database.dataSource);
  await redis.kill();
  const ids = [await system.submit(account, SHORT_CALL), await system.submit(account, SHORT_CALL)];
  await sleep(1_000);
  expect(await system.call(account, ids[0] ?? '')).toMatchObject({ state: 'queued' });
  await redis.start();
  await expectNothingLost(system, account, ids);
});

describe('a stopped worker', () => {
  let analystServer: Server;
  let asked = 0;

  beforeAll(async () => {
    analystServer = createServer((request) => {
      asked += 1;
      request.resume();
    }); // a language model that never responds
    await new Promise<void>((resolve) => {
      analystServer.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => {
    analystServer.closeAllConnections();
    analystServer.close();
  });

  const hangingAnalyst = (): Record<string, string> => ({
    ANALYSIS_ENGINE: 'llm',
    ANALYSIS_BASE_URL: `http://127.0.0.1:${(analystServer.address() as AddressInfo).port}/v1`,
  });

  async function startInTheMiddle(env: Record<string, string> = {}): Promise<{
    running: TestSystem;
    doomed: TestProcess;
    account: TestAccount;
    id: string;
  }> {
    const running = await TestSystem.start({ workers: 0, env: withProvider() });
    system = running;
    const doomed = await running.startWorkerProcess({ ...hangingAnalyst(), ...env });
    const account = await makeAccount(running.database.dataSource);
    const before = asked;
    const id = await running.submit(account, SHORT_CALL);
    await running.until(account, id, () => asked > before);
    return { running, doomed, account, id };
  }

  it('hands its call to another worker after SIGKILL, without repeating finished steps', async () => {
    const { running, doomed, account, id } = await startInTheMiddle();
    const transcriptions = provider.requests.length;
    await doomed.kill();
    await running.startWorker();
    await expectNothingLost(running, account, [id]);
    expect(provider.requests).toHaveLength(transcriptions);
    expect(await running.call(account, id)).toMatchObject({ attempts: 2 });
  });

  it('releases its call after SIGTERM immediately, without counting the attempt', async () => {
    const { running, doomed, account, id } = await startInTheMiddle();
    expect(await doomed.stop('SIGTERM')).toBe(0);
    expect(await running.call(account, id)).toMatchObject({ state: 'queued', attempts: 0 });
    await running.startWorker();
    await expectNothingLost(running, account, [id]);
    expect(await running.call(account, id)).toMatchObject({ attempts: 1 });
  });

  it('releases its calls before exiting on an uncaught error', async () => {
    const stray = `process.on('SIGUSR2', () => { throw new Error('stray') })`;
    const { running, doomed, account, id } = await startInTheMiddle({
      NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(stray)}"`,
    });
    expect(await doomed.stop('SIGUSR2')).toBe(1);
    expect(doomed.log.join('\n')).toContain('"message":"stray"');
    // Its dispatcher may have released the call again before the exit.
    expect(await running.call(account, id)).toMatchObject({
      state: expect.stringMatching(/^(queued|released)$/) as string,
      attempts: 0,
      error: null,
    });
  });
});
