import { randomUUID } from 'node:crypto';

import { Queue } from 'bullmq';
import { Redis } from 'ioredis';

import { ReaperRepository } from '@ringwell/database/calls/reaper.repository';
import { createDataSource } from '@ringwell/database/data-source';
import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import { JobPublisher } from '@ringwell/jobs/job-publisher';
import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { percentile } from '../bench/statistics';
import { recordMetric, recordMilliseconds, roundToTenth } from './metrics';

const ACCOUNTS = 2_000;
const CALLS = 1_000_000;
const PASSES = 60;
/** Free slots across twenty workers; a pass releases fewer calls. */
const FREE_SLOTS = 600;

let database: TestDatabase;
let redis: DedicatedRedis;

beforeEach(async () => {
  database = await createTestDatabase();
  redis = await DedicatedRedis.start();
});
afterEach(async () => {
  await database.drop();
  await redis.stop();
});

async function insertCalls(): Promise<void> {
  const dataSource = await createDataSource({
    url: database.url,
    poolSize: 1,
    applicationName: 'test',
    statementTimeoutMs: 0,
  }).initialize();
  await dataSource.query(
    `
    with owner as (
      insert into users (email) select 'account-' || number || '@example.com' from generate_series(1, $1::int) number
      returning id
    ), account as (
      insert into accounts (status, activated_at) select 'active', now() from owner returning id
    )
    insert into members (account_id, user_id, role)
    select account.id, owner.id, 'owner' from (select id, row_number() over () as position from account) account
      join (select id, row_number() over () as position from owner) owner using (position)`,
    [ACCOUNTS],
  );
  await dataSource.query(
    `insert into account_settings (account_id)
    select id from accounts where id not in (select account_id from account_settings)`,
  );
  await dataSource.query(
    `insert into account_lanes (account_id) select id from accounts where id not in (select account_id from account_lanes)`,
  );
  await dataSource.query(
    `
    with account as (select id, row_number() over () - 1 as position from accounts)
    insert into calls (account_id, source, recording_key, run_after)
    select account.id, 'n8n', 'recordings/none', now() - make_interval(secs => number::float8 / 10)
    from generate_series(1, $1::int) number join account
      on account.position = case when number % 2 = 0 then 0 else number / 2 % $2 end`,
    [CALLS, ACCOUNTS],
  );
  await dataSource.query('analyze');
  await dataSource.destroy();
}

it('18: releases calls just as fast with a million queued calls from 2,000 accounts', async () => {
  await insertCalls();
  const dispatch = new DispatchRepository(database.dataSource);
  const reaper = new ReaperRepository(database.manager);
  const connection = new Redis(redis.url);
  const queue = new Queue('calls', { connection, prefix: `test-${randomUUID()}` });
  const publisher = new JobPublisher('calls', queue);
  const passTimesMs: number[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const startedAt = performance.now();
    const released = await dispatch.releaseDueCalls({ calls: FREE_SLOTS, forBusyAccounts: FREE_SLOTS });
    passTimesMs.push(performance.now() - startedAt);
    expect(released.length).toBeGreaterThan(0);
    await publisher.publish(
      released.map(({ callId, leaseToken }) => ({
        name: 'calls.run',
        id: `${callId}-${leaseToken}`,
        payload: { callId, leaseToken },
      })),
    );
    if (pass % 2 === 1) await Promise.all(released.map((call) => reaper.undoRelease(call)));
    // ends the released calls so that accounts are below their limits
    else await database.query(`update calls set state = 'completed' where state = 'released'`);
  }
  const memoryMb = Number(/used_memory:(\d+)/.exec(await connection.info('memory'))?.[1]) / 1_048_576;
  recordMilliseconds(
    18,
    `dispatcher pass with ${CALLS} queued calls, median`,
    roundToTenth(percentile(passTimesMs, 0.5)),
    25,
  );
  recordMilliseconds(18, 'dispatcher pass, p95', roundToTenth(percentile(passTimesMs, 0.95)), 100);
  recordMetric({ row: 18, name: 'Redis memory', measured: Math.round(memoryMb), limit: 50, unit: 'MB' });
  await queue.close();
  connection.disconnect();
}, 600_000);
