import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

import type { JobQueues } from '@ringwell/jobs/job-queues';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { Pooler } from '@ringwell/testing/pooler';
import { TcpProxy } from '@ringwell/testing/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { LeaderElectionService } from './leader-election.service';

let database: TestDatabase;
let proxy: TcpProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await TcpProxy.start(database.url);
});
afterAll(async () => {
  await proxy.cut();
  await database.drop();
});

const countConnections = async (): Promise<number> =>
  (
    await database.query<unknown[]>(
      `select from pg_stat_activity where datname = current_database() and application_name = 'ringwell-leader'`,
    )
  ).length;

const createElection = (url: string, write = (_line: string): void => undefined): LeaderElectionService =>
  new LeaderElectionService(
    { DATABASE_URL: url } as WorkerConfig,
    { isReachable: true } as JobQueues,
    createLogger({ service: 'test', level: 'warn', output: { write } }),
  );

it('does not lead or keep a connection when stopped while connecting', async () => {
  const election = createElection(proxy.url);
  proxy.delayMs = 50; // a connection takes several round trips
  election.onApplicationBootstrap();
  while ((await countConnections()) === 0) await sleep(5);
  const stopping = election.onModuleDestroy();
  expect(election.isLeader).toBe(false);
  await stopping;
  while ((await countConnections()) > 0) {
    await sleep(20);
    expect(election.isLeader).toBe(false);
  }
});

it('logs no failure when stopped during a query', async () => {
  const lines: string[] = [];
  const election = createElection(proxy.url, (line) => void lines.push(line));
  proxy.delayMs = 50; // PostgreSQL grants the lock before its response arrives
  election.onApplicationBootstrap();
  while ((await database.query<unknown[]>(`select from pg_locks where locktype = 'advisory'`)).length === 0)
    await sleep(5);
  await election.onModuleDestroy();
  await sleep(20);
  expect(lines).toEqual([]);
});

it('leads through a pooler that supports few startup parameters', async () => {
  const pooler = await Pooler.start(database.url);
  const election = createElection(pooler.url);
  try {
    election.onApplicationBootstrap();
    while (!election.isLeader) await sleep(5);
  } finally {
    await election.onModuleDestroy();
    await pooler.stop();
  }
});

it('closes a connection that it could not set up', async () => {
  const election = createElection(database.url);
  const query = jest.spyOn(Client.prototype, 'query').mockImplementationOnce(() => {
    throw new Error('failed');
  });
  try {
    election.onApplicationBootstrap();
    while (!election.isLeader) await sleep(5);
    expect(await countConnections()).toBe(1);
  } finally {
    query.mockRestore();
    await election.onModuleDestroy();
  }
});
