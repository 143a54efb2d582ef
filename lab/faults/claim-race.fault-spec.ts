import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { chooseSize, recordCount, recordMetric } from './metrics';
import { Sampler } from './sampler';

const DISPATCHERS = 8;
const LIMIT = 5;

/**
 * An incorrect implementation as a control: it locks, counts and releases in one statement. The count uses the snapshot
 * from before the lock, so all dispatchers waiting for the lock see the same number of free slots.
 */
const SINGLE_STATEMENT = `
  with lane as (
    select account_id from account_lanes order by account_id for update
  ), due as (
    select call.id from lane cross join lateral (
      select id from calls where account_id = lane.account_id and state = 'queued'
      order by run_after, id limit greatest(${LIMIT} - (
        select count(*) from calls where account_id = lane.account_id and state in ('released', 'running')), 0)
      for update skip locked) call
  )
  update calls set state = 'released', lease_token = gen_random_uuid(), released_at = now()
  from due where calls.id = due.id`;

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database?.drop());

async function raceDispatchers(release: () => Promise<unknown>): Promise<Sampler> {
  const { account } = await database.makeAccount({ settings: { maxConcurrentWorkflows: LIMIT } });
  await database.makeCalls(account.id, 5_000);
  const sampler = new Sampler(database.url);
  let isFinished = false;
  const passes = chooseSize(60, 400);
  const dispatchers = Array.from({ length: DISPATCHERS }, async () => {
    for (let pass = 0; pass < passes; pass += 1) await release();
  });
  const completionLoop = (async () => {
    while (!isFinished) {
      await database.query(
        `update calls set state = 'completed' where id in (select id from calls where state = 'released' limit 3)`,
      );
      await sleep(5);
    }
  })();
  await Promise.all(dispatchers);
  isFinished = true;
  await completionLoop;
  await sampler.stop();
  return sampler;
}

it('10: never releases more calls than the limit with eight concurrent dispatchers', async () => {
  const repository = new DispatchRepository(database.dataSource);
  const sampler = await raceDispatchers(() => repository.releaseDueCalls({ calls: 1_000, forBusyAccounts: 1_000 }));
  expect(await database.query(`select from calls where state = 'completed' limit 1`)).toHaveLength(1);
  recordCount(
    10,
    `${DISPATCHERS} dispatchers, limit ${LIMIT}: most active calls`,
    Math.max(...sampler.maxActive.values()),
    LIMIT,
  );
}, 120_000);

it('10: detects violations when the limit is checked in a single statement (control)', async () => {
  const name = `single_statement_${randomUUID().replaceAll('-', '').slice(0, 8)}`;
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create function ${name}() returns void language sql as $body$ ${SINGLE_STATEMENT} $body$`);
  await client.end();
  const sampler = await raceDispatchers(() => database.query(`select ${name}()`));
  recordMetric({
    row: 10,
    name: 'control: one statement, most active calls',
    measured: Math.max(...sampler.maxActive.values()),
    limit: LIMIT + 1,
    atLeast: true,
  });
}, 120_000);
