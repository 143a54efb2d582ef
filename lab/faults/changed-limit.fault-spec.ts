import { setTimeout as sleep } from 'node:timers/promises';

import { UnitOfWork } from '@ringwell/database/unit-of-work';

import { FaultWorld } from './fault-world';
import { chooseSize, recordCount, recordSeconds, secondsSince } from './metrics';

let world: FaultWorld;

afterEach(() => world.stop());

it('12: applies a changed limit on the next pass without stopping running calls', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 1, settings: { maxConcurrentWorkflows: 6 } });
  const [account] = world.accounts;
  const { database } = world.system;
  const setLimit = (maxConcurrentWorkflows: number): Promise<unknown> =>
    new UnitOfWork(database.dataSource).run(({ accounts }) =>
      accounts.updateSettings(account?.account.id ?? '', { maxConcurrentWorkflows }),
    );
  const countActiveCalls = (): Promise<number> => world.count(`calls where state in ('released', 'running')`);
  await world.sampler.stop(); // calls that started before the change aren't violations
  await world.system.workers[0]?.stop();
  await world.uploadMany(chooseSize(30, 120));
  await world.system.startWorker();
  await world.waitUntil('six calls are running', async () => (await countActiveCalls()) === 6);
  await setLimit(2);
  let previousCount = await countActiveCalls();
  let increaseCount = 0;
  for (let sample = 0; sample < 40 || previousCount > 2; sample += 1) {
    const currentCount = await countActiveCalls();
    if (currentCount > 2 && currentCount > previousCount) increaseCount += 1;
    previousCount = currentCount;
    await sleep(20);
  }
  recordCount(12, 'samples in which calls were released above the lowered limit', increaseCount);
  await setLimit(6);
  const raisedAt = performance.now();
  await world.waitUntil('more than two calls are running again', async () => (await countActiveCalls()) > 2);
  recordSeconds(12, 'raised limit takes effect after', secondsSince(raisedAt), 1);
  await world.assertInvariants();
  recordCount(12, 'calls started twice', await world.count('calls where attempts > 1'));
}, 300_000);
