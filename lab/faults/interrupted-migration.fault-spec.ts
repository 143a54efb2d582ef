import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { undoMigrationsDownTo } from '@ringwell/database/migrate';
import { MIGRATIONS } from '@ringwell/database/migrations';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { randomNumbers } from './random-numbers';

const KILL_COUNT = 20;
const TIMEOUT_MS = 600_000;

describe('npm run migrate', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
    await undoAll();
  });
  afterEach(() => database.drop());

  async function undoAll(): Promise<void> {
    await undoMigrationsDownTo(database.url, MIGRATIONS[0]?.name ?? '');
  }

  /** @returns whether the migration finished before it was killed */
  async function migrateFor(ms: number): Promise<boolean> {
    const program = spawn(process.execPath, ['dist/libs/database/migrate.js'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const killTimer = setTimeout(() => program.kill('SIGKILL'), ms);
    const [code, signal] = (await once(program, 'exit')) as [number | null, NodeJS.Signals | null];
    clearTimeout(killTimer);
    expect([code, signal]).toEqual(code === null ? [null, 'SIGKILL'] : [0, null]);
    return code === 0;
  }

  // The schema has indexes and constraints that entities don't declare, so a complete schema has differences, too.
  async function listSchemaDifferences(): Promise<string[]> {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query).toSorted();
  }

  it(
    `is completed by a later run no matter when it is killed (${KILL_COUNT} times)`,
    async () => {
      const random = randomNumbers(1);
      const startedAt = performance.now();
      expect(await migrateFor(TIMEOUT_MS)).toBe(true);
      const fullMs = performance.now() - startedAt;
      const differences = await listSchemaDifferences();
      for (let killCount = 0; killCount < KILL_COUNT;) {
        await undoAll();
        // The kills range from before the program connects to just before it exits.
        while (!(await migrateFor(fullMs * (0.2 + 0.7 * random())))) killCount += 1;
        expect(await listSchemaDifferences()).toEqual(differences);
      }
    },
    TIMEOUT_MS,
  );
});
