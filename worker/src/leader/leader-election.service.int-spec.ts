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

const CONNECTIONS = `
  select from pg_stat_activity where datname = current_database() and application_name = 'ringwell-leader'`;
const LOCKS = `
  select from pg_locks join pg_database on oid = database where datname = current_database() and locktype = 'advisory'`;
const countRows = async (query: string): Promise<number> => (await database.query<unknown[]>(query)).length;

const createElection = (url: string, write = (_line: string): void => undefined): LeaderElectionService =>
  new LeaderElectionService(
    { DATABASE_URL: url } as WorkerConfig,
    { isReachable: true } as JobQueues,
    createLogger({ service: 'test', level: 'warn', output: { write } }),
  );

it.each([
  ['connecting', CONNECTIONS],
  ['querying the lock', LOCKS],
])('does not lead, keep a connection or log a failure when stopped while %s', async (_step, signs) => {
  const lines: string[] = [];
  const election = createElection(proxy.url, (line) => void lines.push(line));
  proxy.delayMs = 50; // each step takes several round trips
  election.onApplicationBootstrap();
  while ((await countRows(signs)) === 0) await sleep(5);
  const stopping = election.onModuleDestroy();
  expect(election.isLeader).toBe(false);
  await stopping;
  while ((await countRows(CONNECTIONS)) > 0) {
    await sleep(20);
    expect(election.isLeader).toBe(false);
  }
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
    expect(await countRows(CONNECTIONS)).toBe(1);
  } finally {
    query.mockRestore();
    await election.onModuleDestroy();
  }
});
