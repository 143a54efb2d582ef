import { randomUUID } from 'node:crypto';

import type { EntityManager } from 'typeorm';

import { useTestDatabase } from '@ringwell/testing/test-database';

import { REPOSITORIES } from '../unit-of-work';

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
])('a change to very many rows may take a minute: %s', (_name, change) =>
  database.dataSource.transaction(async (manager) => {
    await change(manager);
    expect(await manager.query('show statement_timeout')).toEqual([{ statement_timeout: '1min' }]);
  }),
);
