import { setTimeout as sleep } from 'node:timers/promises';

import { OwnPostgres } from '@ringwell/testing/own-postgres';

import { FaultWorld, type UploadOutcome } from './fault-world';
import { figure, secondsSince } from './figures';

let world: FaultWorld;
/** Ends those who ask and send, also when the test has failed. */
let isOver: boolean;
let postgres: OwnPostgres;

beforeAll(async () => {
  postgres = await OwnPostgres.start();
}, 120_000);
afterEach(() => {
  isOver = true;
  return world.stop();
});
afterAll(() => postgres.stop());

it('7: PostgreSQL is killed and stays away for 30 s', async () => {
  world = await FaultWorld.start({ workers: 2, accounts: 4, database: await postgres.database() });
  const outcomes: UploadOutcome[] = [];
  isOver = false;
  const senders = Array.from({ length: 3 }, async (_, sender) => {
    while (!isOver) {
      outcomes.push(await world.upload(world.accounts[sender] as (typeof world.accounts)[number]));
      await sleep(300);
    }
  });
  await world.until('calls end', async () => (await world.count(`calls where state = 'completed'`)) > 5);
  await postgres.kill();
  await sleep(1_000);
  const [downFrom] = [outcomes.length];
  await sleep(29_000);
  const meanwhile = outcomes.slice(downFrom);
  await postgres.start();
  const backAt = performance.now();
  const before = await world.count(`calls where state = 'completed'`);
  await world.until(
    'calls end again',
    async () => (await world.count(`calls where state = 'completed'`)) > before,
    120_000,
  );
  figure({
    row: 7,
    what: 'calls end after PostgreSQL is back',
    measured: secondsSince(backAt),
    limit: 15,
    unit: 's',
    isTime: true,
  });
  isOver = true;
  await Promise.all(senders);
  expect(meanwhile.length).toBeGreaterThan(3);
  figure({
    row: 7,
    what: `answers but 503 with Retry-After, of ${meanwhile.length} while it is away`,
    measured: meanwhile.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null).length,
    limit: 0,
    unit: '',
  });
  figure({
    row: 7,
    what: 'longest wait for such an answer',
    measured: Math.round(Math.max(...meanwhile.map(({ ms }) => ms))),
    limit: 6_000,
    unit: 'ms',
    isTime: true,
  });
  // A recording whose row may have been written is kept for the sweep.
  await world.settle(300_000);
  const { lost, doubled } = await world.expectWhole({ mayHaveOrphans: true, doublesAllowed: 3 });
  figure({
    row: 7,
    what: `acknowledged calls lost of ${world.acknowledged.length}`,
    measured: lost,
    limit: 0,
    unit: '',
  });
  figure({ row: 7, what: 'messages that arrived twice, under the same id', measured: doubled, limit: 3, unit: '' });
}, 600_000);
