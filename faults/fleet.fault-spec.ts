import type { TestAccount } from '@ringwell/testing/make-account';

import { jainIndex, percentile } from '../bench/statistics';
import { FaultWorld } from './fault-world';
import { figure, secondsSince, toTenth } from './figures';

let world: FaultWorld;

afterEach(() => world.stop());

const leads = (log: string[]): boolean => log.some((line) => line.includes('leader: elected'));

it('10: among four workers one leads, is followed when it is killed, and nobody runs more than the limit', async () => {
  world = await FaultWorld.start({ workers: 4, accounts: 4, settings: { maxConcurrentWorkflows: 3 } });
  const leader = (): typeof world.system.api | undefined =>
    world.system.workers.find(({ isRunning, log }) => isRunning && leads(log));
  await world.until('a worker leads', () => leader() !== undefined);
  const uploads = world.uploadMany(200);
  await world.until('calls run', () => world.sampler.most.size > 0);
  world.processIds();
  const killedAt = performance.now();
  await leader()?.stop('SIGKILL');
  const underWay = await world.count(`deliveries where state in ('sending', 'verifying')`); // nobody can say whether its own have arrived
  await world.until('another worker leads', () => leader() !== undefined);
  figure({ row: 10, what: 'a new leader after', measured: secondsSince(killedAt), limit: 5, unit: 's', isTime: true });
  await uploads;
  await world.system.startWorker(); // it removes the folders of the killed one
  const { overshoots, samples } = await world.expectWhole({ doublesAllowed: underWay });
  expect(samples).toBeGreaterThan(10);
  figure({ row: 10, what: `accounts above their limit in ${samples} looks`, measured: overshoots, limit: 0, unit: '' });
}, 300_000);

/** Twenty small accounts, each of which hands in twenty calls at one moment. @returns each account's waits in seconds, from then to the end of a call */
async function serveSmall(accounts: readonly TestAccount[], likeCall: string): Promise<number[][]> {
  const users = accounts.map(({ user }) => user.id);
  const inserted = await world.query<{ id: string }>(
    `
    insert into calls (user_id, source, recording_key, recording_bytes, recording_sha256, recording_type)
    select account.id, source, recording_key, recording_bytes, recording_sha256, recording_type
    from calls, unnest($2::uuid[]) account (id), generate_series(1, 20) where calls.id = $1 returning id`,
    [likeCall, users],
  );
  const ids = inserted.map(({ id }) => id);
  await world.until(
    'the small accounts are served',
    async () => (await world.count(`calls where state <> 'completed' and id = any($1)`, [ids])) === 0,
    240_000,
  );
  const waits = await world.query<{ userId: string; seconds: number }>(
    `
    select user_id as "userId", extract(epoch from finished_at - run_after)::float8 as seconds from calls where id = any($1)`,
    [ids],
  );
  return users.map((user) => waits.filter(({ userId }) => userId === user).map(({ seconds }) => seconds));
}

const ended = (user: string): Promise<number> =>
  world.count(`calls where user_id = $1 and state = 'completed'`, [user]);

it('11: small accounts are served beside one with thousands of calls as if it were not there', async () => {
  const many = 5_000;
  world = await FaultWorld.start({ workers: 2, accounts: 20, env: { WORKER_SLOTS: '40' } });
  const small = [...world.accounts];
  const { id: pattern = '' } = await world.upload(small[0] as TestAccount);
  await world.settle();
  const ideal = toTenth(percentile((await serveSmall(small, pattern)).flat(), 0.95));
  await world.settle();
  const busy = await world.addAccount();
  await world.query(
    `insert into calls (user_id, source, recording_key, recording_bytes, recording_sha256, recording_type, run_after)
    select $2, source, recording_key, recording_bytes, recording_sha256, recording_type, now() - interval '1 hour'
    from calls, generate_series(1, $3::int) where id = $1`,
    [pattern, busy.user.id, many],
  );
  await world.until('the busy account runs', () => (world.sampler.most.get(busy.user.id) ?? 0) > 0);
  const [endedBefore, startedAt] = [await ended(busy.user.id), performance.now()];
  const waits = await serveSmall(small, pattern);
  const perSecond =
    (((await ended(busy.user.id)) - endedBefore + waits.flat().length) / (performance.now() - startedAt)) * 1_000;
  expect(await world.count(`calls where user_id = $1 and state = 'queued'`, [busy.user.id])).toBeGreaterThan(0); // they did not wait until it was done
  figure({
    row: 11,
    what: `p95 of small accounts beside ${many} calls (alone: ${ideal} s)`,
    measured: toTenth(percentile(waits.flat(), 0.95)),
    limit: Math.round(ideal * 15) / 10,
    unit: 's',
    isTime: true,
  });
  figure({
    row: 11,
    what: 'control, first come, first served: the same at the rate of this run',
    measured: Math.round(many / perSecond),
    limit: Math.ceil(ideal * 1.5),
    atLeast: true,
    unit: 's',
  });
  const means = waits.map((seconds) => seconds.reduce((sum, value) => sum + value, 0) / seconds.length);
  figure({
    row: 11,
    what: 'evenness among equal accounts (Jain)',
    measured: Math.round(jainIndex(means) * 1_000) / 1_000,
    limit: 0.99,
    atLeast: true,
    unit: '',
    isTime: true,
  });
  const [starts] = await world.query<{ ratio: number }>(
    `select sum(attempts)::float8 / count(*) as ratio from calls where state = 'completed'`,
  );
  figure({
    row: 11,
    what: 'starts for each finished call',
    measured: Math.round((starts?.ratio ?? 0) * 1_000) / 1_000,
    limit: 1.02,
    unit: '',
  });
  await world.query(`delete from calls where user_id = $1 and state = 'queued'`, [busy.user.id]); // nobody waits for the rest of them
  const { overshoots } = await world.expectWhole();
  figure({ row: 11, what: 'accounts above their limit', measured: overshoots, limit: 0, unit: '' });
}, 600_000);
