import { randomUUID } from 'node:crypto';

import type { EntityManager } from 'typeorm';

import { getSocket } from '@ringwell/platform/driver-internals/pg';
import { getClient } from '@ringwell/platform/driver-internals/typeorm';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { REPOSITORIES } from '../unit-of-work';
import { allowLongStatements } from './watched-client';

const { callImports, members, connections, waitingCalls, deletedUsers } = REPOSITORIES;
const id = randomUUID();
const USER = { id, email: 'al@example.com', firstName: null, lastName: null };
const database = useTestDatabase();

it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
  ["a member's follow-ups", (manager) => new members(manager).remove(id, id)],
  ['waiting messages', (manager) => new connections(manager).retryNow(id, ['webhook'])],
  ['waiting imported calls', (manager) => new callImports(manager).cancel(id)],
  ["calls' callbacks", (manager) => new waitingCalls(manager).removeCallbacks(id)],
  ['references to a user', (manager) => new deletedUsers(manager).redactRemaining(USER, new Date())],
])('allows a minute for a change to a large number of rows: %s', (_name, change) =>
  database.dataSource.transaction(async (manager) => {
    await change(manager);
    expect(await manager.query('show statement_timeout')).toEqual([{ statement_timeout: '1min' }]);
  }),
);

it.each(['commitTransaction', 'rollbackTransaction'] as const)('%s restores the usual timeout', async (end) => {
  const runner = database.dataSource.createQueryRunner();
  const socket = getSocket(await getClient(runner));
  const { timeout } = socket;
  await runner.startTransaction();
  await allowLongStatements(runner.manager);
  expect(socket.timeout).toBeGreaterThan(60_000);
  await runner[end]();
  expect(socket.timeout).toBe(timeout);
  await runner.release();
});
