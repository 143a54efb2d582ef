import type { TestAccount } from '@ringwell/testing/make-account';

import { jainIndex, percentile } from '../bench/statistics';
import { FaultWorld } from './fault-world';
import { recordCount, recordMetric, recordSeconds, roundToTenth, secondsSince } from './metrics';

let world: FaultWorld;

afterEach(() => world.stop());

const isLeading = (log: string[]): boolean => log.some((line) => line.includes('leader: elected'));

it('10: elects a new leader when the leader of four workers is killed, and respects the limits', async () => {
  world = await FaultWorld.start({ workers: 4, accounts: 4, settings: { maxConcurrentWorkflows: 3 } });
  const findLeader = (): typeof world.system.api | undefined =>
    world.system.workers.find(({ isRunning, log }) => isRunning && isLeading(log));
  await world.waitUntil('a leader is elected', () => findLeader() !== undefined);
  const uploads = world.uploadMany(200);
  await world.waitUntil('calls are running', () => world.sampler.maxActive.size > 0);
  world.trackProcesses();
  const killedAt = performance.now();
  await findLeader()?.stop('SIGKILL');
  // the killed worker's messages may have arrived
  const inFlightCount = await world.count(`deliveries where state in ('sending', 'verifying')`);
  await world.waitUntil('another leader is elected', () => findLeader() !== undefined);
  recordSeconds(10, 'new leader elected after', secondsSince(killedAt), 5);
  await uploads;
  await world.system.startWorker(); // removes the killed worker's work folders
  const { limitViolations, samples } = await world.assertInvariants({ allowedDuplicates: inFlightCount });
  expect(samples).toBeGreaterThan(10);
  recordCount(10, `accounts above their limit in ${samples} samples`, limitViolations);
}, 300_000);

/** Inserts twenty calls per account at the same time. @returns seconds until each call was completed, by account */
async function processCallsFor(accounts: readonly TestAccount[], templateId: string): Promise<number[][]> {
  const accountIds = accounts.map(({ account }) => account.id);
  const inserted = await world.query<{ id: string }>(
    `
    insert into calls (account_id, source, recording_key, recording_bytes, recording_sha256, recording_type)
    select account.id, source, recording_key, recording_bytes, recording_sha256, recording_type
    from calls, unnest($2::uuid[]) account (id), generate_series(1, 20) where calls.id = $1 returning id`,
    [templateId, accountIds],
  );
  const ids = inserted.map(({ id }) => id);
  await world.waitUntil(
    "the small accounts' calls are completed",
    async () => (await world.count(`calls where state <> 'completed' and id = any($1)`, [ids])) === 0,
    240_000,
  );
  const waits = await world.query<{ accountId: string; seconds: number }>(
    `
    select account_id as "accountId", extract(epoch from finished_at - run_after)::float8 as seconds
    from calls where id = any($1)`,
    [ids],
  );
  return accountIds.map((id) => waits.filter(({ accountId }) => accountId === id).map(({ seconds }) => seconds));
}

const countCompleted = (accountId: string): Promise<number> =>
  world.count(`calls where account_id = $1 and state = 'completed'`, [accountId]);

it("11: processes small accounts' calls as fast as when no other account has thousands of calls", async () => {
  const queuedCalls = 5_000;
  world = await FaultWorld.start({ workers: 2, accounts: 20, env: { WORKER_SLOTS: '40' } });
  const smallAccounts = [...world.accounts];
  const { id: templateId = '' } = await world.upload(smallAccounts[0] as TestAccount);
  await world.waitUntilIdle();
  const aloneSeconds = roundToTenth(percentile((await processCallsFor(smallAccounts, templateId)).flat(), 0.95));
  await world.waitUntilIdle();
  const busyAccount = await world.addAccount();
  await world.query(
    `insert into calls (account_id, source, recording_key, recording_bytes, recording_sha256, recording_type, run_after)
    select $2, source, recording_key, recording_bytes, recording_sha256, recording_type, now() - interval '1 hour'
    from calls, generate_series(1, $3::int) where id = $1`,
    [templateId, busyAccount.account.id, queuedCalls],
  );
  await world.waitUntil(
    'the busy account has active calls',
    () => (world.sampler.maxActive.get(busyAccount.account.id) ?? 0) > 0,
  );
  const [completedBefore, startedAt] = [await countCompleted(busyAccount.account.id), performance.now()];
  const waits = await processCallsFor(smallAccounts, templateId);
  const callsPerSecond =
    (((await countCompleted(busyAccount.account.id)) - completedBefore + waits.flat().length) /
      (performance.now() - startedAt)) *
    1_000;
  // the busy account still has queued calls
  expect(
    await world.count(`calls where account_id = $1 and state = 'queued'`, [busyAccount.account.id]),
  ).toBeGreaterThan(0);
  recordSeconds(
    11,
    `p95 wait of small accounts with ${queuedCalls} other calls (alone: ${aloneSeconds} s)`,
    roundToTenth(percentile(waits.flat(), 0.95)),
    Math.round(aloneSeconds * 15) / 10,
  );
  recordMetric({
    row: 11,
    name: 'control: p95 wait if first come, first served',
    measured: Math.round(queuedCalls / callsPerSecond),
    limit: Math.ceil(aloneSeconds * 1.5),
    atLeast: true,
    unit: 's',
  });
  const meanWaits = waits.map((seconds) => seconds.reduce((sum, value) => sum + value, 0) / seconds.length);
  recordMetric({
    row: 11,
    name: 'Jain index of equal accounts',
    measured: Math.round(jainIndex(meanWaits) * 1_000) / 1_000,
    limit: 0.99,
    atLeast: true,
    isTimeDependent: true,
  });
  const [starts] = await world.query<{ ratio: number }>(
    `select sum(attempts)::float8 / count(*) as ratio from calls where state = 'completed'`,
  );
  recordCount(11, 'starts per completed call', Math.round((starts?.ratio ?? 0) * 1_000) / 1_000, 1.02);
  // skips the remaining calls
  await world.query(`delete from calls where account_id = $1 and state = 'queued'`, [busyAccount.account.id]);
  const { limitViolations } = await world.assertInvariants();
  recordCount(11, 'accounts above their limit', limitViolations);
}, 600_000);
