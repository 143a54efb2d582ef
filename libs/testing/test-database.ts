import { randomBytes } from 'node:crypto';

import { Client } from 'pg';
import type { DataSource } from 'typeorm';

import { createDataSource } from '@ringwell/database/data-source';
import { DATABASE_TIME_LIMITS } from '@ringwell/database/postgres/time-limits';

import { PRODUCT_ROLE, productUrl, testSettings } from './test-settings';

Object.assign(DATABASE_TIME_LIMITS, { connection: 60_000, apiStatement: 60_000, workerStatement: 60_000 });

export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  drop(): Promise<void>;
}

/** Runs statements that the product's role may not run, such as creating databases and roles. One at a time. */
export async function asSuperuser(sql: string): Promise<void> {
  const client = new Client({ connectionString: testSettings().databaseUrl });
  await client.connect();
  try {
    // Two suites may not clone at the same time: the template must have no other user.
    await client.query('select pg_advisory_lock(1)');
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Clones the template in about 0.1 s. Call `drop` at the end of the suite. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = testSettings();
  const name = `rw_test_${randomBytes(6).toString('hex')}`;
  // The default strategy logs every page.
  await asSuperuser(`create database ${name} template ${template} strategy file_copy owner ${PRODUCT_ROLE}`);
  const url = productUrl(name);
  const dataSource = await createDataSource({
    url,
    poolSize: 4,
    applicationName: 'test',
    statementTimeoutMs: 30_000,
  }).initialize();
  return {
    url,
    dataSource,
    drop: async () => {
      await dataSource.destroy();
      await asSuperuser(`drop database ${name} with (force)`);
    },
  };
}

/**
 * Clones a database before the tests of the surrounding suite and drops it after them. The object is filled by then, so
 * it can be destructured or passed on only inside tests and hooks.
 */
export function useTestDatabase(): TestDatabase {
  const database = {} as TestDatabase;
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase());
  });
  afterAll(() => database.drop());
  return database;
}
