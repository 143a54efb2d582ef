import { setTimeout as sleep } from 'node:timers/promises';

import { UnitOfWork } from '@ringwell/database/unit-of-work';

import { FaultWorld } from './fault-world';
import { figure, secondsSince, size } from './figures';

let world: FaultWorld;

afterEach(() => world.stop());

it('12: a limit that is changed holds from the next look, and nothing is stopped for it', async () => {
  world = await FaultWorld.start({ workers: 1, accounts: 1, settings: { maxConcurrentWorkflows: 6 } });
  const [account] = world.accounts;
  const { dataSource } = world.system.database;
  const setLimit = (maxConcurrentWorkflows: number): Promise<unknown> =>
    new UnitOfWork(dataSource).run(({ users }) =>
      users.updateSettings(account?.user.id ?? '', { maxConcurrentWorkflows }),
    );
  const active = (): Promise<number> => world.count(`calls where state in ('released', 'running')`);
  await world.sampler.stop(); // it would count those that ran before the change as too many
  await world.system.workers[0]?.stop();
  await world.uploadMany(size(30, 120));
  await world.system.startWorker();
  await world.until('six run', async () => (await active()) === 6);
  await setLimit(2);
  let last = await active();
  let raised = 0;
  for (let look = 0; look < 40 || last > 2; look += 1) {
    const now = await active();
    if (now > 2 && now > last) raised += 1;
    last = now;
    await sleep(20);
  }
  figure({
    row: 12,
    what: 'looks that saw more released above the lowered limit',
    measured: raised,
    limit: 0,
    unit: '',
  });
  await setLimit(6);
  const raisedAt = performance.now();
  await world.until('six run again', async () => (await active()) > 2);
  figure({
    row: 12,
    what: 'a raised limit is used after',
    measured: secondsSince(raisedAt),
    limit: 1,
    unit: 's',
    isTime: true,
  });
  await world.expectWhole();
  figure({
    row: 12,
    what: 'calls that were started twice',
    measured: await world.count('calls where attempts > 1'),
    limit: 0,
    unit: '',
  });
}, 300_000);
