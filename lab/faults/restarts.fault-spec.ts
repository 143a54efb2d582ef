import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { TcpProxy } from '@ringwell/testing/tcp-proxy';

import { FaultWorld } from './fault-world';
import { recordCount, recordSeconds, secondsSince } from './metrics';

let world: FaultWorld;
/** Stops the readers and senders, even if the test fails. */
let isFinished: boolean;
let loadBalancer: TcpProxy;

afterEach(async () => {
  isFinished = true;
  await world.stop();
  await loadBalancer.cut();
});

async function requestCall(token: string, id: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(
      `${loadBalancer.url}api/n8n/calls/${id}`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        text(response).then(() => resolve(response.statusCode ?? 0), reject);
      },
    )
      .on('error', reject)
      .end();
  });
}

it('9: does not fail any requests during ten rolling restarts under load', async () => {
  world = await FaultWorld.start({ workers: 2, accounts: 4 });
  loadBalancer = await TcpProxy.start(world.system.url);
  isFinished = false;
  const failures: (number | string)[] = [];
  let requests = 0;
  const account = world.account();
  const { id = '' } = await world.upload(account);
  const readers = Array.from({ length: 4 }, async () => {
    while (!isFinished) {
      requests += 1;
      const status = await requestCall(account.token, id).catch((error: Error) => error.message);
      if (status !== 200) failures.push(status);
      await sleep(20);
    }
  });
  let slowestSeconds = 0;
  let uncleanExitCount = 0;
  const measureStop = async (restartedProcess: typeof world.system.api): Promise<void> => {
    const startedAt = performance.now();
    const code = await restartedProcess.stop('SIGTERM');
    if (code !== 0) uncleanExitCount += 1;
    slowestSeconds = Math.max(slowestSeconds, secondsSince(startedAt));
  };
  const senders = Array.from({ length: 2 }, async (_, sender) => {
    while (!isFinished) {
      const { status } = await world.upload(world.account(sender));
      if (status !== 202) failures.push(`upload ${status}`);
      await sleep(200);
    }
  });
  for (let restart = 0; restart < 10; restart += 1) {
    world.trackProcesses();
    const { api } = world.system;
    await world.system.startApi();
    loadBalancer.pointTo(world.system.url);
    const worker = world.system.workers.find(({ isRunning }) => isRunning);
    await world.system.startWorker();
    await Promise.all([measureStop(api), ...(worker ? [measureStop(worker)] : [])]);
  }
  isFinished = true;
  await Promise.all([...readers, ...senders]);
  expect(requests).toBeGreaterThan(50);
  const failureKinds = failures.length > 0 ? ` (${[...new Set(failures)].join(', ')})` : '';
  const uploads = world.acknowledged.length;
  recordCount(
    9,
    `failures out of ${requests} requests and ${uploads} uploads in ten restarts${failureKinds}`,
    failures.length,
  );
  recordCount(9, 'processes that did not exit cleanly', uncleanExitCount);
  recordSeconds(9, 'slowest shutdown', slowestSeconds, 35);
  const { lost, duplicates } = await world.assertInvariants({ timeoutMs: 300_000 });
  recordCount(9, 'calls lost, messages duplicated', lost + duplicates);
}, 600_000);
