import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { CardCallSystem } from '@ringwell/testing/card-call-system';

const cardCalls = new CardCallSystem();
const { path: SAMPLE } = cardCalls.sample;

beforeAll(() => cardCalls.start(0));
afterEach(() => Promise.all(cardCalls.system.workers.map((worker) => worker.stop())));
afterAll(() => cardCalls.stop());

it('29: withholds the recording when a replacement fails or its worker is killed, until another worker replaces it', async () => {
  const firstWorker = await cardCalls.system.startWorkerProcess();
  const account = await cardCalls.addAccount();
  let putCount = 0;
  cardCalls.s3.intercept = async ({ operation, key }) => {
    if (operation !== 'PutObject' || !key.startsWith(`recordings/${account.account.id}`)) return undefined;
    putCount += 1;
    if (putCount === 1) return undefined;
    if (putCount <= 4) return { status: 503, code: 'SlowDown' };
    return new Promise(() => undefined);
  };
  const id = await cardCalls.system.submit(account, SAMPLE);
  while (putCount < 5) await sleep(20);
  expect(await cardCalls.fetchCall(account, id)).toMatchObject({
    hasRecording: false,
    audioRedaction: 'pending',
    links: { audio: null },
  });
  const response = await cardCalls.request(account, `/api/calls/${id}/audio`);
  expect([response.status, await response.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'RECORDING_WITHHELD', message: expect.stringContaining('tone') as string }),
  ]);
  expect(cardCalls.s3.objects.get(`recordings/${account.account.id}/${id}`)?.body).toEqual(await readFile(SAMPLE));

  await firstWorker.kill();
  cardCalls.s3.intercept = () => Promise.resolve(undefined);
  await cardCalls.system.startWorker();
  expect(await cardCalls.system.waitForCall(account, id)).toMatchObject({ state: 'completed' });
  cardCalls.expectTone((await cardCalls.download(account, id)).path);
});

it('29: adds the tone again when its worker is killed after the replacement but before it is recorded in PostgreSQL', async () => {
  const firstWorker = await cardCalls.system.startWorkerProcess();
  const account = await cardCalls.addAccount();
  const key = `recordings/${account.account.id}`;
  const original = await readFile(SAMPLE);
  const blockingRunner = cardCalls.system.database.dataSource.createQueryRunner();
  await blockingRunner.startTransaction();
  cardCalls.s3.intercept = async (request) => {
    const storedObject = cardCalls.s3.objects.get(request.key);
    if (request.operation === 'PutObject' && request.key.startsWith(key) && storedObject)
      await blockingRunner.query('select from calls where account_id = $1 for update', [account.account.id]);
    return undefined;
  };
  const id = await cardCalls.system.submit(account, SAMPLE);
  while (cardCalls.s3.objects.get(`${key}/${id}`)?.body.equals(original) ?? true) await sleep(20);
  expect(await cardCalls.fetchCall(account, id)).toMatchObject({ audioRedaction: 'pending', links: { audio: null } });

  await firstWorker.kill();
  await blockingRunner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  await blockingRunner.rollbackTransaction();
  await blockingRunner.release();
  expect(await cardCalls.fetchCall(account, id)).toMatchObject({ audioRedaction: 'pending', links: { audio: null } });

  cardCalls.s3.intercept = () => Promise.resolve(undefined);
  await cardCalls.system.startWorker();
  expect(await cardCalls.system.waitForCall(account, id)).toMatchObject({ state: 'completed' });
  const { path, headers, bytes } = await cardCalls.download(account, id);
  cardCalls.expectTone(path);
  expect(headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
});
