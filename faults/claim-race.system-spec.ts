import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import { makeAccount } from '@ringwell/testing/make-account';
import { makeCalls } from '@ringwell/testing/make-call';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { figure, size } from './figures';
import { Sampler } from './sampler';

const DISPATCHERS = 8;
const LIMIT = 5;

/**
 * What the product does not do: lock, count and release in one statement. The count comes from the moment before the lock, so that
 * dispatchers who wait for each other all find the same room.
 */
const NAIVE = `
  with lane as (
    select user_id from account_lanes order by user_id for update
  ), due as (
    select call.id from lane cross join lateral (
      select id from calls where user_id = lane.user_id and state = 'queued'
      order by run_after, id limit greatest(${LIMIT} - (select count(*) from calls where user_id = lane.user_id and state in ('released', 'running')), 0)
      for update skip locked) call
  )
  update calls set state = 'released', lease_token = gen_random_uuid(), released_at = now() from due where calls.id = due.id`;

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** Lets dispatchers race, while calls end as fast as they are released. */
async function race(release: () => Promise<unknown>): Promise<Sampler> {
  const { user } = await makeAccount(database.dataSource, { settings: { maxConcurrentWorkflows: LIMIT } });
  await makeCalls(database.dataSource, user.id, 5_000);
  const sampler = new Sampler(database.url);
  let isOver = false;
  const passes = size(60, 400);
  const dispatchers = Array.from({ length: DISPATCHERS }, async () => {
    for (let pass = 0; pass < passes; pass += 1) await release();
  });
  const finisher = (async () => {
    while (!isOver) {
      await database.dataSource.query(
        `update calls set state = 'completed' where id in (select id from calls where state = 'released' limit 3)`,
      );
      await sleep(5);
    }
  })();
  await Promise.all(dispatchers);
  isOver = true;
  await finisher;
  await sampler.stop();
  return sampler;
}

it('10: eight dispatchers at once never release more than the limit', async () => {
  const repository = new DispatchRepository(database.dataSource);
  const sampler = await race(() => repository.releaseDueCalls(1_000));
  expect(await database.dataSource.query(`select from calls where state = 'completed' limit 1`)).toHaveLength(1);
  figure({
    row: 10,
    what: `${DISPATCHERS} dispatchers at limit ${LIMIT}: most at once`,
    measured: Math.max(...sampler.most.values()),
    limit: LIMIT,
    unit: '',
  });
}, 120_000);

it('10: the check finds out: one statement instead of two releases too many', async () => {
  const name = `naive_${randomUUID().replaceAll('-', '').slice(0, 8)}`;
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create function ${name}() returns void language sql as $body$ ${NAIVE} $body$`);
  await client.end();
  const sampler = await race(() => database.dataSource.query(`select ${name}()`));
  figure({
    row: 10,
    what: 'control, one statement: most at once',
    measured: Math.max(...sampler.most.values()),
    limit: LIMIT + 1,
    atLeast: true,
    unit: '',
  });
}, 120_000);
