import { randomUUID } from 'node:crypto';

import type { EntityManager } from 'typeorm';

import { useTestDatabase } from '@ringwell/testing/test-database';

import { REPOSITORIES } from '../unit-of-work';

const ID = randomUUID();
const { callImports, members, connections, waitingCalls, deletedUsers } = REPOSITORIES;

describe('Changes to very many rows', () => {
  const database = useTestDatabase();

  it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
    ["a member's follow-ups", (manager) => new members(manager).remove(ID, ID)],
    ['waiting messages', (manager) => new connections(manager).retryNow(ID, ['webhook'])],
    ['waiting imported calls', (manager) => new callImports(manager).cancel(ID)],
    ["calls' callbacks", (manager) => new waitingCalls(manager).removeCallbacks(ID)],
    [
      'references to a user',
      (manager) =>
        new deletedUsers(manager).redactRemaining(
          { id: ID, email: 'al@example.com', firstName: null, lastName: null },
          new Date(),
        ),
    ],
  ])('may take a minute: %s', (_name, change) =>
    database.dataSource.transaction(async (manager) => {
      await change(manager);
      expect(await manager.query('show statement_timeout')).toEqual([{ statement_timeout: '1min' }]);
    }),
  );
});
