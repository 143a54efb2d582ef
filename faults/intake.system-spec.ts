import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { DiskStorage } from '@ringwell/platform/storage/disk.storage';

import { percentile } from '../bench/statistics';
import type { LeaderElectionService } from '../worker/src/leader/leader-election.service';
import { OrphanedRecordingsLoop } from '../worker/src/maintenance/orphaned-recordings.loop';
import { startAsking } from './asking';
import { FaultWorld, type UploadOutcome } from './fault-world';
import { figure, size, toTenth } from './figures';
import { filesBelow } from './traces';

const TWO_DAYS_MS = 172_800_000;
let world: FaultWorld;

afterEach(() => world.stop());

/** What the leader does once an hour, two days later. */
async function sweepLater(): Promise<void> {
  const storage = new DiskStorage(world.system.storageDir);
  const logger = createLogger({ service: 'worker', level: 'fatal' });
  const sweep = new OrphanedRecordingsLoop(
    { isLeader: true } as LeaderElectionService,
    storage,
    new CallsRepository(world.system.database.dataSource.manager),
    logger,
  );
  await sweep.sweep(Date.now() + TWO_DAYS_MS);
  await storage.removeStaleTemporaryFiles(Date.now() + TWO_DAYS_MS);
}

it('1: an API that is killed again and again loses nothing that it has acknowledged', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 4 });
  const [wanted, kills] = [size(60, 1_000), size(2, 8)];
  let broken = 0;
  const senders = Array.from({ length: 6 }, async (_, sender) => {
    const account = world.accounts[sender % 4] as (typeof world.accounts)[number];
    while (world.acknowledged.length < wanted) {
      const { status } = sender % 2 === 0 ? await world.upload(account) : await world.submitLink(account);
      if (status === 202) continue;
      broken += 1;
      await sleep(50);
    }
  });
  for (let kill = 1; kill <= kills; kill += 1) {
    await world.until('some more are accepted', () => world.acknowledged.length >= (wanted * kill) / (kills + 1));
    world.processIds();
    await world.system.api.stop('SIGKILL');
    await world.system.startApi();
  }
  await Promise.all(senders);
  expect(broken).toBeGreaterThan(0);
  await world.settle(900_000);
  const before = filesBelow(world.system.storageDir).length;
  await sweepLater();
  // A call whose answer was lost was accepted all the same: it runs, and its messages go out.
  const { lost, doubled } = await world.expectWhole();
  figure({
    row: 1,
    what: `acknowledged calls lost of ${world.acknowledged.length}, ${kills} kills, ${broken} broken requests`,
    measured: lost,
    limit: 0,
    unit: '',
  });
  figure({ row: 1, what: 'messages that arrived twice', measured: doubled, limit: 0, unit: '' });
  const calls = await world.count('calls');
  figure({
    row: 1,
    what: `recordings without a call after the sweep (${before - filesBelow(world.system.storageDir).length} swept)`,
    measured: filesBelow(world.system.storageDir).length - calls,
    limit: 0,
    unit: '',
  });
}, 1_200_000);

it('14: a request that is sent a hundred times at once, and again later, makes one call', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 1 });
  const [account] = world.accounts as [(typeof world.accounts)[number]];
  const key = randomUUID();
  let tooBusy = 0;
  // As every careful sender does: the same again when it is told to come back later.
  const send = async (): Promise<UploadOutcome> => {
    for (;;) {
      const outcome = await world.upload(account, { 'idempotency-key': key });
      if (outcome.status !== 503) return outcome;
      tooBusy += 1;
      await sleep(500);
    }
  };
  const outcomes = await Promise.all(Array.from({ length: 100 }, send));
  await world.settle();
  await world.query(
    `update calls set created_at = created_at - interval '5 minutes', finished_at = finished_at - interval '5 minutes'`,
  );
  outcomes.push(await send());
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 202));
  figure({
    row: 14,
    what: 'of 101 equal requests, accepted',
    measured: outcomes.filter(({ status }) => status === 202).length,
    limit: 101,
    atLeast: true,
    unit: '',
  });
  figure({
    row: 14,
    what: 'of them told to come back later first',
    measured: tooBusy,
    limit: 0,
    unit: '',
    isTime: true,
  });
  figure({
    row: 14,
    what: 'calls made of them',
    measured: new Set(outcomes.map(({ id }) => id)).size,
    limit: 1,
    unit: '',
  });
  figure({ row: 14, what: 'runs of it', measured: await world.count('calls where attempts > 0'), limit: 1, unit: '' });
  await world.expectWhole({ completed: 1 });
}, 120_000);

it('17 (a part): uploads that break off leave nothing', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 2 });
  const { id } = await world.upload(world.accounts[0] as (typeof world.accounts)[number]);
  const stopAsking = await startAsking(world, id);
  const wholes = world.uploadMany(size(10, 60), 2);
  const breaks = Array.from({ length: size(20, 200) }, async (_, turn) => {
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
      headers: { authorization: `Bearer ${world.accounts[0]?.token ?? ''}` },
      signal: AbortSignal.timeout(5 + (turn % 7) * 3),
    }).then(
      async (answer) => {
        const { id } = (await answer.json()) as { id?: string };
        if (answer.status === 202 && id && world.accounts[0])
          world.acknowledged.push({ account: world.accounts[0], id });
      },
      () => undefined,
    );
  });
  const outcomes = await wholes;
  await Promise.all(breaks);
  const times = stopAsking();
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 202));
  const known = new Set(world.acknowledged.map(({ id }) => id));
  await world.system.startWorker();
  await world.settle();
  const rest = (): string[] => filesBelow(world.system.storageDir).filter((file) => file.startsWith('.temporary/'));
  await world.until('halves are deleted', () => rest().length === 0);
  figure({
    row: 17,
    what: 'half recordings left of uploads that broke off',
    measured: rest().length,
    limit: 0,
    unit: '',
  });
  figure({
    row: 17,
    what: 'p99 of other requests beside uploads that break off',
    measured: toTenth(percentile(times, 0.99)),
    limit: 200,
    unit: 'ms',
    isTime: true,
  });
  expect(known.size).toBeGreaterThanOrEqual(outcomes.length);
  await world.expectWhole();
}, 300_000);
