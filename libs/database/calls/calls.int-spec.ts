import { randomUUID } from 'node:crypto';

import { useTestDatabase } from '@ringwell/testing/test-database';

import { Call } from './call.entity';
import type { AccountCall } from './insert-queued-calls';

describe('CallsRepository', () => {
  const database = useTestDatabase();

  it.each([
    ['a lone surrogate', 'Dana \ud83d', 'Dana \ufffd'],
    ['NUL', 'Da\0na', 'Dana'],
  ])('queues every call in a batch when a customer name contains %s', async (_case, customerName, stored) => {
    const { account } = await database.makeAccount();
    const { manager } = database;
    const buildCall = (name: string): AccountCall => ({
      id: randomUUID(),
      accountId: account.id,
      source: 'n8n',
      state: 'queued',
      recordingKey: 'none',
      customerName: name,
    });
    const calls = [buildCall('Ada'), buildCall(customerName), buildCall('Zoë')];
    expect(await database.repositories.calls.insertQueued(calls)).toEqual(new Set(calls.map(({ id }) => id)));
    const storedCalls = await manager.findBy(Call, { accountId: account.id });
    expect(storedCalls.map((call) => call.customerName).sort()).toEqual(['Ada', stored, 'Zoë']);
  });

  it('expects recordings in storage unless all have expired', async () => {
    const { account } = await database.makeAccount();
    const hasRecordings = (): Promise<boolean> => database.repositories.calls.hasRecordings();
    await database.makeCall(account.id, { recordingKey: 'none' });
    expect(await hasRecordings()).toBe(true);
    await database.query('update calls set recording_expired_at = now()');
    expect(await hasRecordings()).toBe(false);
  });
});
