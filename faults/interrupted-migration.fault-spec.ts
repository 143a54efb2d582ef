import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { undoMigrationsDownTo } from '@ringwell/database/migrate';
import { MIGRATIONS } from '@ringwell/database/migrations';
import { makeAccount } from '@ringwell/testing/make-account';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { randomNumbers } from './random-numbers';

const CALLS = 100_000;
/**
 * Half of all migrations come after it, including those that convert rows in batches and build indexes of large tables.
 */
const FIRST = 'AddActivityAccount1763871000000';
const KILLS = 20;
const TIMEOUT_MS = 600_000;

describe('npm run migrate', () => {
  /** A database from before `FIRST`, with calls. */
  async function earlierDatabase(): Promise<TestDatabase> {
    const database = await createTestDatabase();
    const { account } = await makeAccount(database.dataSource);
    await database.dataSource.query(
      `insert into calls (account_id, source, state, direction, from_number, to_number, customer_name, created_at)
      select $1, 'n8n', 'failed', 'inbound', '+1555' || lpad((n % 20000)::text, 7, '0'), '+15557654321',
        'Dana ' || n % 500, now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
      [account.id, CALLS],
    );
    await undoMigrationsDownTo(database.url, FIRST);
    return database;
  }

  /** @returns whether it was done before it was killed */
  async function migrateFor(ms: number, { url }: TestDatabase): Promise<boolean> {
    const program = spawn(process.execPath, ['dist/libs/database/migrate.js'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const killer = setTimeout(() => program.kill('SIGKILL'), ms);
    const [code, signal] = (await once(program, 'exit')) as [number | null, NodeJS.Signals | null];
    clearTimeout(killer);
    expect([code, signal]).toEqual(code === null ? [null, 'SIGKILL'] : [0, null]);
    return code === 0;
  }

  async function countApplied({ dataSource }: TestDatabase): Promise<number> {
    const [row] = await dataSource.query<{ count: number }[]>('select count(*)::int as count from migrations');
    return row?.count ?? 0;
  }

  async function expectComplete(database: TestDatabase): Promise<void> {
    const { dataSource } = database;
    expect(await countApplied(database)).toBe(MIGRATIONS.length);
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    const broken = await dataSource.query<unknown[]>(
      'select indexrelid::regclass::text as name from pg_index where not indisvalid',
    );
    expect(broken).toEqual([]);
    expect(await dataSource.query<unknown[]>('select count(*)::int as calls from calls')).toEqual([{ calls: CALLS }]);
  }

  /** @returns how many migrations were applied at each kill */
  async function killUntilDone(database: TestDatabase, delayMs: () => number): Promise<number[]> {
    const applied = [];
    while (!(await migrateFor(delayMs(), database))) applied.push(await countApplied(database));
    await expectComplete(database);
    return applied;
  }

  it(
    `is completed by a further run after ${KILLS} kills, without losing a call`,
    async () => {
      const random = randomNumbers(1);
      let delayMs = (): number => TIMEOUT_MS;
      const applied: number[] = [];
      // Each run uses a new database: PostgreSQL counts dropped columns as well, and a table has room for 1,600.
      while (applied.length < KILLS) {
        const database = await earlierDatabase();
        try {
          const startedAt = performance.now();
          applied.push(...(await killUntilDone(database, delayMs)));
          const fullMs = performance.now() - startedAt;
          // The first run measures the duration: later kills range from before connecting to the end.
          if (applied.length === 0) delayMs = () => fullMs * (0.2 + 0.7 * random());
        } finally {
          await database.drop();
        }
      }
      process.stdout.write(`Killed after ${applied.join(', ')} of ${MIGRATIONS.length} migrations.\n`);
      expect(new Set(applied).size).toBeGreaterThan(3); // otherwise the kills came too early or too late
    },
    TIMEOUT_MS,
  );
});
