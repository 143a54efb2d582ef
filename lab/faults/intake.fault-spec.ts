import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { percentile } from '../bench/statistics';
import { FaultWorld, type UploadOutcome } from './fault-world';
import { chooseSize, recordCount, recordMetric, recordMilliseconds, roundToTenth } from './metrics';
import { listFiles } from './process-leaks';
import { startQueries } from './queries';
import { sweepTwoDaysLater } from './sweep';

let world: FaultWorld;

afterEach(() => world.stop());

it('1: does not lose any acknowledged call when the API is killed repeatedly', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 4 });
  const [callCount, killCount] = [chooseSize(60, 1_000), chooseSize(2, 8)];
  let failedRequestCount = 0;
  const senders = Array.from({ length: 6 }, async (_, sender) => {
    const account = world.account(sender % 4);
    while (world.acknowledged.length < callCount) {
      const { status } = sender % 2 === 0 ? await world.upload(account) : await world.submitLink(account);
      if (status === 202) continue;
      failedRequestCount += 1;
      await sleep(50);
    }
  });
  for (let kill = 1; kill <= killCount; kill += 1) {
    await world.waitUntil(
      'more calls are accepted',
      () => world.acknowledged.length >= (callCount * kill) / (killCount + 1),
    );
    world.trackProcesses();
    await world.system.api.stop('SIGKILL');
    await world.system.startApi();
  }
  await Promise.all(senders);
  expect(failedRequestCount).toBeGreaterThan(0);
  await world.waitUntilIdle(900_000);
  const filesBefore = listFiles(world.system.storageDir).length;
  await sweepTwoDaysLater(world.system);
  // Calls are processed and send messages even if the response to the sender was lost.
  const { lost, duplicates } = await world.assertInvariants();
  recordCount(
    1,
    `acknowledged calls lost, out of ${world.acknowledged.length}; ${killCount} kills, ${failedRequestCount} failed requests`,
    lost,
  );
  recordCount(1, 'duplicate messages', duplicates);
  const calls = await world.count('calls');
  recordCount(
    1,
    `recordings without a call after the sweep (${filesBefore - listFiles(world.system.storageDir).length} deleted)`,
    listFiles(world.system.storageDir).length - calls,
  );
}, 1_200_000);

it('14: creates one call for a request sent a hundred times concurrently and again later', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 1 });
  const account = world.account();
  const key = randomUUID();
  let busyResponses = 0;
  // Retries after a 503, as a sender should.
  const send = async (): Promise<UploadOutcome> => {
    for (;;) {
      const outcome = await world.upload(account, { 'idempotency-key': key });
      if (outcome.status !== 503) return outcome;
      busyResponses += 1;
      await sleep(500);
    }
  };
  const outcomes = await Promise.all(Array.from({ length: 100 }, send));
  await world.waitUntilIdle();
  await world.query(
    `update calls set created_at = created_at - interval '5 minutes', finished_at = finished_at - interval '5 minutes'`,
  );
  outcomes.push(await send());
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 202));
  recordMetric({
    row: 14,
    name: 'identical requests accepted, out of 101',
    measured: outcomes.filter(({ status }) => status === 202).length,
    limit: 101,
    atLeast: true,
  });
  recordMetric({
    row: 14,
    name: 'identical requests first rejected with 503',
    measured: busyResponses,
    isTimeDependent: true,
  });
  recordCount(14, 'calls created', new Set(outcomes.map(({ id }) => id)).size, 1);
  recordCount(14, 'runs of the call', await world.count('calls where attempts > 0'), 1);
  await world.assertInvariants({ completed: 1 });
}, 120_000);

it('17: does not leave partial recordings behind after interrupted uploads', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 2 });
  const { id } = await world.upload(world.account());
  const stopQueries = await startQueries(world, id);
  const completeUploads = world.uploadMany(chooseSize(10, 60), 2);
  const interruptedUploads = Array.from({ length: chooseSize(20, 200) }, async (_, turn) => {
    await sleep(turn * 20);
    const body = new FormData();
    body.set('callbackUrl', `${world.receiver.origin}/callback`);
    body.set(
      'audio',
      new Blob([new Uint8Array(Buffer.concat([world.recording, Buffer.alloc(4_000_000)]))]),
      'call.wav',
    );
    await fetch(`${world.system.url}/api/n8n/calls`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${world.account().token}` },
      signal: AbortSignal.timeout(5 + (turn % 7) * 3),
    }).then(
      async (response) => {
        const { id } = (await response.json()) as { id?: string };
        if (response.status === 202 && id && world.accounts[0])
          world.acknowledged.push({ account: world.accounts[0], id });
      },
      () => undefined,
    );
  });
  const outcomes = await completeUploads;
  await Promise.all(interruptedUploads);
  const responseTimesMs = stopQueries();
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 202));
  const acknowledgedIds = new Set(world.acknowledged.map(({ id }) => id));
  await world.system.startWorker();
  await world.waitUntilIdle();
  const listPartialRecordings = (): string[] =>
    listFiles(world.system.storageDir).filter((file) => file.startsWith('.temporary/'));
  await world.waitUntil('partial recordings are deleted', () => listPartialRecordings().length === 0);
  recordCount(17, 'partial recordings left by interrupted uploads', listPartialRecordings().length);
  recordMilliseconds(
    17,
    'p99 of other requests during interrupted uploads',
    roundToTenth(percentile(responseTimesMs, 0.99)),
    200,
  );
  expect(acknowledgedIds.size).toBeGreaterThanOrEqual(outcomes.length);
  await world.assertInvariants();
}, 300_000);
