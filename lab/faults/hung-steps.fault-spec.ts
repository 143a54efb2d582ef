import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { FaultWorld, type UploadOutcome } from './fault-world';
import { recordCount, recordSeconds, secondsSince } from './metrics';
import { findProcesses } from './process-leaks';
import { TRANSCRIPTION_RESPONSE } from './short-call';

const folder = temporaryDirectory();
const ONE_SLOT_FOR_A_MINUTE = {
  workers: 0,
  accounts: 1,
  settings: { processingTimeoutMinutes: 1 },
  env: { WORKER_SLOTS: '1' },
};
let world: FaultWorld;

afterEach(() => world.stop());

/** Uploads a call and backdates its start so that its one-minute deadline is `secondsLeft` away. */
async function uploadNearDeadline(secondsLeft: number): Promise<UploadOutcome> {
  const runningWorkers = world.system.workers.filter(({ isRunning }) => isRunning);
  expect(runningWorkers).toEqual([]); // a running worker could start the call before the change
  const outcome = await world.upload(world.account());
  await world.query(
    `update calls
    set started_at = now() - make_interval(secs => $2), deadline_at = now() + make_interval(secs => $3)
    where id = $1`,
    [outcome.id, 60 - secondsLeft, secondsLeft],
  );
  return outcome;
}

const waitUntilTimedOut = (): Promise<void> =>
  world.waitUntil('the call has timed out', async () => (await world.count(`calls where state = 'timed_out'`)) === 1);

async function measureSecondsAfterDeadline(id: string | undefined): Promise<number> {
  const [call] = await world.query<{ lateSeconds: number }>(
    'select extract(epoch from finished_at - deadline_at)::float8 as "lateSeconds" from calls where id = $1',
    [id],
  );
  return Math.round((call?.lateSeconds ?? Infinity) * 10) / 10;
}

async function measureSlotRelease(description: string): Promise<void> {
  const startedAt = performance.now();
  const nextCall = await world.upload(world.account());
  await world.waitUntil(
    'the next call has started',
    async () => (await world.count('calls where id = $1 and attempts > 0', [nextCall.id])) === 1,
  );
  recordSeconds(13, `${description}: slot freed after`, secondsSince(startedAt), 5);
}

it('13: times out a call and frees its slot when recognition never responds', async () => {
  world = await FaultWorld.start(ONE_SLOT_FOR_A_MINUTE);
  world.provider.reply = () => 'hang';
  const { id } = await uploadNearDeadline(15);
  await world.system.startWorker();
  await waitUntilTimedOut();
  recordSeconds(13, 'hung recognition: call timed out, after its deadline', await measureSecondsAfterDeadline(id), 5);
  world.provider.reply = () => TRANSCRIPTION_RESPONSE;
  await measureSlotRelease('hung recognition');
  await world.assertInvariants({ completed: 1 });
}, 180_000);

it('13: times out a call and frees its slot when ffmpeg never exits', async () => {
  world = await FaultWorld.start(ONE_SLOT_FOR_A_MINUTE);
  const programsFolder = join(folder, 'hanging');
  mkdirSync(programsFolder);
  chmodSync(folder, 0o755); // a worker running as root runs programs as the user nobody
  for (const name of ['ffmpeg', 'ffprobe']) {
    writeFileSync(join(programsFolder, name), '#!/bin/sh\ntrap "" TERM\nwhile :; do sleep 1; done\n');
    chmodSync(join(programsFolder, name), 0o755);
  }
  const { id } = await uploadNearDeadline(15);
  const hangingWorker = await world.system.startWorker({ PATH: `${programsFolder}:${process.env['PATH'] ?? ''}` });
  await world.waitUntil('ffmpeg is running', () => findProcesses([hangingWorker.pid]).length > 0);
  await waitUntilTimedOut();
  recordSeconds(13, 'hung ffmpeg: call timed out, after its deadline', await measureSecondsAfterDeadline(id), 5);
  const endedAt = performance.now();
  await world.waitUntil('ffmpeg is gone', () => findProcesses([hangingWorker.pid]).length === 0);
  recordSeconds(13, 'hung ffmpeg: programs exited after', secondsSince(endedAt), 5);
  world.trackProcesses();
  await hangingWorker.stop();
  await world.system.startWorker();
  await measureSlotRelease('hung ffmpeg');
  await world.assertInvariants({ completed: 1 });
}, 180_000);

it('13: rejects writes from a worker that resumes after a minute', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 1 });
  let transcriptionCount = 0;
  world.provider.reply = () => {
    transcriptionCount += 1;
    return transcriptionCount === 1 ? 'hang' : TRANSCRIPTION_RESPONSE;
  };
  const suspendedWorker = await world.system.startWorker();
  await world.upload(world.account());
  await world.waitUntil('the recording is being transcribed', () => transcriptionCount === 1);
  suspendedWorker.signal('SIGSTOP');
  const stoppedAt = performance.now();
  await world.system.startWorker();
  await world.waitUntil(
    'another worker has completed the call',
    async () => (await world.count(`calls where state = 'completed' and attempts = 2`)) === 1,
    90_000,
  );
  recordSeconds(13, 'suspended worker: call completed by another after', secondsSince(stoppedAt), 40);
  await sleep(Math.max(60_000 - (performance.now() - stoppedAt), 0));
  suspendedWorker.signal('SIGCONT');
  await suspendedWorker.waitForLog('calls: run ended', 60_000);
  const { lost, duplicates } = await world.assertInvariants();
  recordCount(13, 'calls lost, messages duplicated when it resumes', lost + duplicates);
  expect(suspendedWorker.isRunning).toBe(true);
}, 240_000);
