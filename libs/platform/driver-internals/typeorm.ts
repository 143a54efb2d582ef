import type { Pool, PoolClient } from 'pg';

// Internals of TypeORM's PostgreSQL driver, as structural types because only libs/database imports TypeORM.
// `typeorm.int-spec.ts` records the version these were tested against.

/**
 * Returns the connection pool of a connected data source, at `driver.master`. It exposes connection counts that TypeORM
 * does not.
 * @throws Error if the installed TypeORM lacks the field, or if replication is on, because that uses several pools
 */
export function getPool({ driver }: { driver: object }): Pool {
  const { master, slaves } = driver as { master?: Pool; slaves?: unknown[] };
  if (typeof master?.totalCount !== 'number' || !Array.isArray(slaves))
    throw missingField('driver.master, driver.slaves');
  if (slaves.length > 0)
    throw new Error('Replication is not supported: only the connections to the primary are counted.');
  return master;
}

/**
 * Returns the `pg` client that a query runner uses, for features that TypeORM lacks, such as named statements and
 * socket timeouts.
 * @throws Error if the installed TypeORM returns something else
 */
export async function getClient(runner: { connect(): Promise<unknown> }): Promise<PoolClient> {
  const client = (await runner.connect()) as Partial<PoolClient> | undefined;
  if (typeof client?.query !== 'function') throw missingField('pg client in queryRunner.connect()');
  return client as PoolClient;
}

function missingField(field: string): Error {
  return new Error(
    `The installed version of TypeORM has no ${field}. Update libs/platform/driver-internals/typeorm.ts to match.`,
  );
}
