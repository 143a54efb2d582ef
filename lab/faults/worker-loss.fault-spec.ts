import type { ProviderReply } from '@ringwell/testing/fake-http-provider';

import { FaultWorld } from './fault-world';
import { recordCount, recordMetric, recordSeconds, secondsSince } from './metrics';
import { TRANSCRIPTION_RESPONSE } from './short-call';

let world: FaultWorld;

afterEach(() => world.stop());

it("4: runs a killed worker's 20 calls elsewhere without repeating finished steps", async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 4, env: { WORKER_SLOTS: '20' } });
  // Recognition finishes for the first ten recordings and hangs for the others, so the worker dies both between and
  // within steps.
  let transcriptionCount = 0;
  world.provider.reply = (): ProviderReply => {
    transcriptionCount += 1;
    return transcriptionCount > 10 ? 'hang' : TRANSCRIPTION_RESPONSE;
  };
  const killedWorker = await world.system.startWorker();
  await world.uploadMany(20);
  await world.waitUntil(
    'the calls are running',
    async () => transcriptionCount >= 20 && (await world.count('transcripts')) >= 10,
  );
  world.trackProcesses();
  const savedTranscripts = await world.count('transcripts');
  const countRepeatedTranscriptions = (): number => world.provider.requests.length - transcriptionCount;
  await killedWorker.stop('SIGKILL');
  const killedAt = performance.now();
  const inFlightCount = await world.count(`deliveries where state in ('sending', 'verifying')`); // these messages may have arrived
  world.provider.reply = () => TRANSCRIPTION_RESPONSE;
  await world.system.startWorker();
  await world.waitUntil('a call is running again', async () => (await world.count('calls where attempts = 2')) > 0);
  recordSeconds(4, "killed worker's calls restarted after", secondsSince(killedAt), 25);
  const { lost, duplicates } = await world.assertInvariants({ timeoutMs: 180_000, allowedDuplicates: inFlightCount });
  recordCount(
    4,
    `transcriptions repeated even though ${savedTranscripts} were saved`,
    countRepeatedTranscriptions() - (20 - savedTranscripts),
  );
  recordCount(4, 'calls lost', lost);
  recordCount(4, `duplicate messages with the same ID, out of ${inFlightCount} in flight`, duplicates, inFlightCount);
}, 300_000);

it('5: fails a call whose worker dies five times, and completes the others', async () => {
  world = await FaultWorld.start({ workers: 0, accounts: 2 });
  world.provider.reply = () => 'hang';
  const fatalCall = await world.upload(world.account());
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const worker = await world.system.startWorker();
    await world.waitUntil(`attempt ${attempt} is running`, async () => {
      // skips the delay between attempts
      await world.query(`update calls set run_after = now() where state = 'queued' and run_after > now()`);
      return (await world.count(`calls where attempts = $1 and state = 'running'`, [attempt])) === 1;
    });
    world.trackProcesses();
    await worker.stop('SIGKILL');
  }
  world.provider.reply = () => TRANSCRIPTION_RESPONSE;
  await world.system.startWorker();
  const otherUploads = await world.uploadMany(4);
  expect(otherUploads.every(({ status }) => status === 202)).toBe(true);
  await world.waitUntilIdle(180_000);
  const account = world.account();
  const error = { code: 'WORKER_LOST', message: expect.stringContaining('interrupted 5 times') as string };
  expect(await world.system.fetchCall(account, fatalCall.id ?? '')).toMatchObject({
    state: 'failed',
    attempts: 5,
    error,
  });
  const warnings = world.system.workers
    .flatMap(({ log }) => log)
    .filter((line) => line.includes('reaper: recovered expired leases') && line.includes('"failed":1'));
  recordMetric({ row: 5, name: 'warnings in the log', measured: warnings.length, limit: 1, atLeast: true, unit: '' });
  const { lost } = await world.assertInvariants({ completed: 4 });
  recordCount(5, 'calls lost out of 5, one of which killed its worker five times', lost);
}, 600_000);
