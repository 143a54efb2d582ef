import { setTimeout as sleep } from 'node:timers/promises';

import type { EntityManager } from 'typeorm';

import { useTestDatabase } from '@ringwell/testing/test-database';

import { isDatabaseUnavailable } from './database-unavailable';

describe('isDatabaseUnavailable', () => {
  const database = useTestDatabase();

  /** @returns the error from a transaction disturbed between two statements */
  async function runDisturbedTransaction(disturb: (manager: EntityManager) => Promise<void>): Promise<unknown> {
    return database.dataSource
      .transaction(async (manager) => {
        await manager.query('select 1');
        await disturb(manager);
        await manager.query('select 2');
      })
      .catch((error: unknown) => error);
  }

  it("is true when a transaction's connection drops between two statements", async () => {
    const error = await runDisturbedTransaction(async (manager) => {
      const [{ pid }] = await manager.query<[{ pid: number }]>('select pg_backend_pid() as pid');
      await database.query('select pg_terminate_backend($1)', [pid]);
      await sleep(200); // for the pool and TypeORM to notice
    });
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each(['CERT_HAS_EXPIRED', '28P01'])('is true when a running process cannot connect anymore: %s', (code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error('refused'), { code }))).toBe(true);
  });

  it('is true when a transaction was idle for too long', async () => {
    const error = await runDisturbedTransaction(async (manager) => {
      await manager.query(`set local idle_in_transaction_session_timeout = '20ms'`);
      await sleep(200);
    });
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it('is false for a syntax error', async () => {
    const error = await runDisturbedTransaction((manager) => manager.query('selects 1'));
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
