import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { TcpProxy } from '@ringwell/testing/tcp-proxy';

import { FaultWorld } from './fault-world';
import { figure, secondsSince } from './figures';

let world: FaultWorld;
/** Ends those who ask and send, also when the test has failed. */
let isOver: boolean;
let entrance: TcpProxy;

afterEach(async () => {
  isOver = true;
  await world.stop();
  await entrance.cut();
});

/** One request on a connection of its own, as a load balancer makes it. */
async function ask(token: string, id: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(
      `${entrance.url}api/n8n/calls/${id}`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        text(response).then(() => resolve(response.statusCode ?? 0), reject);
      },
    )
      .on('error', reject)
      .end();
  });
}

it('9: ten rolling restarts under load, and no request fails', async () => {
  world = await FaultWorld.start({ workers: 2, accounts: 4 });
  entrance = await TcpProxy.to(world.system.url);
  isOver = false;
  /** What came instead of an answer, or of a good one. */
  const failures: (number | string)[] = [];
  let asked = 0;
  const [account] = world.accounts as [(typeof world.accounts)[number]];
  const { id = '' } = await world.upload(account);
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      asked += 1;
      const status = await ask(account.token, id).catch((error: Error) => error.message);
      if (status !== 200) failures.push(status);
      await sleep(20);
    }
  });
  let slowest = 0;
  let unclean = 0;
  const stopTimed = async (process_: typeof world.system.api): Promise<void> => {
    const startedAt = performance.now();
    const code = await process_.stop('SIGTERM');
    if (code !== 0) unclean += 1;
    slowest = Math.max(slowest, secondsSince(startedAt));
  };
  const senders = Array.from({ length: 2 }, async (_, sender) => {
    while (!isOver) {
      const { status } = await world.upload(world.accounts[sender] as (typeof world.accounts)[number]);
      if (status !== 202) failures.push(`upload ${status}`);
      await sleep(200);
    }
  });
  for (let restart = 0; restart < 10; restart += 1) {
    world.processIds();
    const { api } = world.system;
    await world.system.startApi();
    entrance.pointTo(world.system.url);
    const worker = world.system.workers.find(({ isRunning }) => isRunning);
    await world.system.startWorker();
    await Promise.all([stopTimed(api), ...(worker ? [stopTimed(worker)] : [])]);
  }
  isOver = true;
  await Promise.all([...readers, ...senders]);
  expect(asked).toBeGreaterThan(50);
  const kinds = failures.length > 0 ? ` (${[...new Set(failures)].join(', ')})` : '';
  figure({
    row: 9,
    what: `requests that failed of ${asked} and ${world.acknowledged.length} uploads, in ten restarts of api and worker${kinds}`,
    measured: failures.length,
    limit: 0,
    unit: '',
  });
  figure({ row: 9, what: 'processes that did not end by themselves', measured: unclean, limit: 0, unit: '' });
  figure({ row: 9, what: 'slowest stop', measured: slowest, limit: 35, unit: 's', isTime: true });
  const { lost, doubled } = await world.expectWhole({ timeoutMs: 300_000 });
  figure({ row: 9, what: 'calls lost, messages doubled', measured: lost + doubled, limit: 0, unit: '' });
}, 600_000);
