import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';

import { AccountExport } from '@ringwell/database/calls/account-export.entity';

type ReadyExport = AccountExport & { storageKey: string };

/** Creates a downloadable export without storing its file. */
export async function makeReadyExport(
  dataSource: DataSource,
  accountId: string,
  overrides: Partial<AccountExport> = {},
): Promise<ReadyExport> {
  const id = randomUUID();
  const now = Date.now();
  const accountExport = dataSource.manager.create(AccountExport, {
    id,
    accountId,
    state: 'ready',
    attempts: 1,
    startedAt: new Date(now),
    totalCalls: 3,
    doneCalls: 3,
    percent: 100,
    storageKey: `exports/${id}.${randomUUID()}`,
    bytes: '2',
    finishedAt: new Date(now),
    expiresAt: new Date(now + 7 * 86_400_000),
    ...overrides,
  });
  await dataSource.manager.insert(AccountExport, accountExport);
  return accountExport as ReadyExport;
}
