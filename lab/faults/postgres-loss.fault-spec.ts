import { setTimeout as sleep } from 'node:timers/promises';

import { DedicatedPostgres } from '@ringwell/testing/dedicated-postgres';

import { FaultWorld, type UploadOutcome } from './fault-world';
import { recordCount, recordMilliseconds, recordSeconds, secondsSince } from './metrics';

let world: FaultWorld;
/** Stops the senders, even if the test fails. */
let isFinished: boolean;
let postgres: DedicatedPostgres;

beforeAll(async () => {
  postgres = await DedicatedPostgres.start();
}, 120_000);
afterEach(() => {
  isFinished = true;
  return world.stop();
});
afterAll(() => postgres.stop());

it('7: recovers when PostgreSQL is killed and stays down for 30 s', async () => {
  world = await FaultWorld.start({ workers: 2, accounts: 4, database: await postgres.setUpDatabase() });
  const outcomes: UploadOutcome[] = [];
  isFinished = false;
  const senders = Array.from({ length: 3 }, async (_, sender) => {
    while (!isFinished) {
      outcomes.push(await world.upload(world.account(sender)));
      await sleep(300);
    }
  });
  await world.waitUntil('calls are completed', async () => (await world.countCompleted()) > 5);
  await postgres.kill();
  await sleep(1_000);
  const outcomeCountBefore = outcomes.length;
  await sleep(29_000);
  const outcomesWhileDown = outcomes.slice(outcomeCountBefore);
  await postgres.start();
  const restoredAt = performance.now();
  const completedBefore = await world.countCompleted();
  await world.waitUntil(
    'calls are completed again',
    async () => (await world.countCompleted()) > completedBefore,
    120_000,
  );
  recordSeconds(7, 'first call completed after PostgreSQL is back', secondsSince(restoredAt), 15);
  isFinished = true;
  await Promise.all(senders);
  expect(outcomesWhileDown.length).toBeGreaterThan(3);
  recordCount(
    7,
    `responses other than 503 with Retry-After, out of ${outcomesWhileDown.length}`,
    outcomesWhileDown.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null).length,
  );
  recordMilliseconds(
    7,
    'slowest of these responses',
    Math.round(Math.max(...outcomesWhileDown.map(({ ms }) => ms))),
    6_000,
  );
  // A recording is left for the sweep if its call may have been inserted.
  await world.waitUntilIdle(300_000);
  const { lost, duplicates } = await world.assertInvariants({ allowOrphanRecordings: true, allowedDuplicates: 3 });
  recordCount(7, `acknowledged calls lost, out of ${world.acknowledged.length}`, lost);
  recordCount(7, 'duplicate messages with the same ID', duplicates, 3);
}, 600_000);
