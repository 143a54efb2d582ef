import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { FaultWorld, type UploadOutcome } from './fault-world';
import { figure, secondsSince } from './figures';
import { SAID } from './short-call';
import { programsOf } from './traces';

const folder = temporaryDirectory();
let world: FaultWorld;

afterEach(() => world.stop());

/** Hands a call in that started so long ago that some seconds of its minute are left. */
async function uploadNearDeadline(secondsLeft: number): Promise<UploadOutcome> {
  const stopped = world.system.workers.filter(({ isRunning }) => isRunning);
  expect(stopped).toEqual([]); // or it would start before its clock is turned back
  const outcome = await world.upload(world.accounts[0] as (typeof world.accounts)[number]);
  await world.query(
    `update calls set started_at = now() - make_interval(secs => $2), deadline_at = now() + make_interval(secs => $3) where id = $1`,
    [outcome.id, 60 - secondsLeft, secondsLeft],
  );
  return outcome;
}

/** Seconds between the deadline of a call and its end. */
async function lateness(id: string | undefined): Promise<number> {
  const [call] = await world.query<{ late: number }>(
    'select extract(epoch from finished_at - deadline_at)::float8 as late from calls where id = $1',
    [id],
  );
  return Math.round((call?.late ?? Infinity) * 10) / 10;
}

async function expectSlotFree(row: string): Promise<void> {
  const startedAt = performance.now();
  const next = await world.upload(world.accounts[0] as (typeof world.accounts)[number]);
  await world.until(
    'the next call runs',
    async () => (await world.count('calls where id = $1 and attempts > 0', [next.id])) === 1,
  );
  figure({
    row: 13,
    what: `${row}: the slot is free after`,
    measured: secondsSince(startedAt),
    limit: 5,
    unit: 's',
    isTime: true,
  });
}

it('13: recognition never answers', async () => {
  world = await FaultWorld.start({
    workers: 0,
    accounts: 1,
    settings: { processingTimeoutMinutes: 1 },
    env: { WORKER_SLOTS: '1' },
  });
  world.provider.reply = () => 'hang';
  const { id } = await uploadNearDeadline(15);
  await world.system.startWorker();
  await world.until('it has timed out', async () => (await world.count(`calls where state = 'timed_out'`)) === 1);
  figure({
    row: 13,
    what: 'hung recognition: ended after the deadline',
    measured: await lateness(id),
    limit: 5,
    unit: 's',
    isTime: true,
  });
  world.provider.reply = () => SAID;
  await expectSlotFree('hung recognition');
  await world.expectWhole({ completed: 1 });
}, 180_000);

it('13: ffmpeg never ends', async () => {
  world = await FaultWorld.start({
    workers: 0,
    accounts: 1,
    settings: { processingTimeoutMinutes: 1 },
    env: { WORKER_SLOTS: '1' },
  });
  const programs = join(folder, 'hanging');
  mkdirSync(programs);
  chmodSync(folder, 0o755); // a worker that is root runs them as nobody
  for (const name of ['ffmpeg', 'ffprobe']) {
    writeFileSync(join(programs, name), '#!/bin/sh\ntrap "" TERM\nwhile :; do sleep 1; done\n');
    chmodSync(join(programs, name), 0o755);
  }
  const { id } = await uploadNearDeadline(15);
  const hanging = await world.system.startWorker({ PATH: `${programs}:${process.env['PATH'] ?? ''}` });
  await world.until('it hangs in ffmpeg', () => programsOf([hanging.pid]).length > 0);
  await world.until('it has timed out', async () => (await world.count(`calls where state = 'timed_out'`)) === 1);
  figure({
    row: 13,
    what: 'hung ffmpeg: ended after the deadline',
    measured: await lateness(id),
    limit: 5,
    unit: 's',
    isTime: true,
  });
  const endedAt = performance.now();
  await world.until('its programs are gone', () => programsOf([hanging.pid]).length === 0);
  figure({
    row: 13,
    what: 'hung ffmpeg: programs are gone after',
    measured: secondsSince(endedAt),
    limit: 5,
    unit: 's',
    isTime: true,
  });
  world.processIds();
  await hanging.stop();
  await world.system.startWorker();
  await expectSlotFree('hung ffmpeg');
  await world.expectWhole({ completed: 1 });
}, 180_000);

it('13: a worker stands still for a minute, and what it writes when it goes on again is refused', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 1 });
  let heard = 0;
  world.provider.reply = () => {
    heard += 1;
    return heard === 1 ? 'hang' : SAID;
  };
  const still = await world.system.startWorker();
  await world.upload(world.accounts[0] as (typeof world.accounts)[number]);
  await world.until('it is being recognised', () => heard === 1);
  still.signal('SIGSTOP');
  const stoppedAt = performance.now();
  await world.system.startWorker();
  await world.until(
    'another worker has ended it',
    async () => (await world.count(`calls where state = 'completed' and attempts = 2`)) === 1,
    90_000,
  );
  figure({
    row: 13,
    what: 'a worker that stands still: the call ends elsewhere after',
    measured: secondsSince(stoppedAt),
    limit: 40,
    unit: 's',
    isTime: true,
  });
  await sleep(Math.max(60_000 - (performance.now() - stoppedAt), 0));
  still.signal('SIGCONT');
  await still.said('calls: run ended', 60_000);
  const { lost, doubled } = await world.expectWhole();
  figure({
    row: 13,
    what: 'calls lost, messages doubled when it goes on',
    measured: lost + doubled,
    limit: 0,
    unit: '',
  });
  expect(still.isRunning).toBe(true);
}, 240_000);
