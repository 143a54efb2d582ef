import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { undoMigrationsDownTo } from '@ringwell/database/migrate';
import { MIGRATIONS } from '@ringwell/database/migrations';
import { makeAccount } from '@ringwell/testing/make-account';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { randomNumbers } from './random-numbers';

const CALLS = 100_000;
/** Half of all migrations come after it, those that convert rows in batches and build indexes of large tables too. */
const FIRST = 'AddActivityAccount1763871000000';
const KILLS = 20;
// From before the process has connected to after most of its work.
const EARLIEST_MS = 600;
const LATEST_MS = 3_000;

describe('npm run migrate', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** @returns whether it ended by itself and said that all is done */
  async function migrateFor(ms: number): Promise<boolean> {
    const program = spawn(process.execPath, ['dist/libs/database/migrate.js'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const killer = setTimeout(() => program.kill('SIGKILL'), ms);
    const [code] = (await once(program, 'exit')) as [number | null];
    clearTimeout(killer);
    return code === 0;
  }

  const read = <Row>(sql: string): Promise<Row[]> => database.dataSource.query<Row[]>(sql);
  const countApplied = async (): Promise<number> =>
    (await read<{ count: number }>('select count(*)::int as count from migrations'))[0]?.count ?? 0;

  it(`is completed by a further run after ${KILLS} kills, without losing a call`, async () => {
    const { dataSource, url } = database;
    const { account } = await makeAccount(dataSource);
    await dataSource.query(
      `insert into calls (account_id, source, state, direction, from_number, to_number, customer_name, created_at)
      select $1, 'n8n', 'failed', 'inbound', '+1555' || lpad((n % 20000)::text, 7, '0'), '+15557654321',
        'Dana ' || n % 500, now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
      [account.id, CALLS],
    );
    const random = randomNumbers(1);
    const stopped: number[] = [];
    while (stopped.length < KILLS) {
      await undoMigrationsDownTo(url, FIRST);
      while (stopped.length < KILLS && !(await migrateFor(EARLIEST_MS + random() * (LATEST_MS - EARLIEST_MS))))
        stopped.push(await countApplied());
    }
    while (!(await migrateFor(60_000))) await sleep(100);

    expect(new Set(stopped).size).toBeGreaterThan(3); // else the kills came too early or too late
    expect(await countApplied()).toBe(MIGRATIONS.length);
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    expect(await read('select indexrelid::regclass::text as name from pg_index where not indisvalid')).toEqual([]);
    expect(await read('select count(*)::int as calls from calls')).toEqual([{ calls: CALLS }]);
  });
});
