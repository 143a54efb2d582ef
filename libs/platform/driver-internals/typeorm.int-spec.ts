import { assertDriverVersion } from '@ringwell/testing/driver-version';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { getClient, getPool } from './typeorm';

describe("TypeORM's internals", () => {
  const database = useTestDatabase();

  it('were tested against the installed version', () => {
    assertDriverVersion('typeorm', '1.1.1', 'typeorm.ts');
  });

  it("include a data source's pool", async () => {
    const pool = getPool(database.dataSource);
    const runner = database.dataSource.createQueryRunner();
    await runner.connect();
    expect(pool.totalCount - pool.idleCount).toBe(1);
    await runner.release();
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });

  it("include a query runner's pg client", async () => {
    const runner = database.dataSource.createQueryRunner();
    const client = await getClient(runner);
    const { rows } = await client.query<{ pid: number }>({ name: 'a name', text: 'select pg_backend_pid() as pid' });
    expect(await runner.query('select pg_backend_pid() as pid')).toEqual(rows);
    await runner.release();
  });

  it('throw an error that names the missing field', async () => {
    expect(() => getPool({ driver: {} })).toThrow('The installed version of TypeORM has no driver.master');
    await expect(getClient({ connect: () => Promise.resolve(undefined) })).rejects.toThrow(
      'The installed version of TypeORM has no pg client in queryRunner.connect().',
    );
  });

  it('reject a data source with replication', () => {
    const pool = getPool(database.dataSource);
    expect(() => getPool({ driver: { master: pool, slaves: [pool] } })).toThrow('Replication is not supported');
  });
});
