import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { useTestDatabase } from '@ringwell/testing/test-database';

import { REPOSITORY } from './testing/clone';

describe('npm run after-restore', () => {
  const database = useTestDatabase();

  const run = (): Promise<{ stdout: string }> =>
    promisify(execFile)('npm', ['run', '--silent', 'after-restore'], {
      cwd: REPOSITORY,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATABASE_URL: database.url },
    });
  const states = (): Promise<unknown> => database.dataSource.query('select state, error_code from mails');

  it("marks a restored database's waiting messages as unsent, but not while a worker is running", async () => {
    await database.dataSource.query(
      `insert into mails (recipient, subject, body) values ('dana@example.com', 'Hello', 'Hello')`,
    );
    await database.dataSource.query(
      `insert into workers (id, host, slots, engines) values (gen_random_uuid(), 'here', 1, '{}')`,
    );
    await expect(run()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Stop all workers') as string,
    });
    expect(await states()).toEqual([{ state: 'pending', error_code: null }]);

    await database.dataSource.query('delete from workers');
    expect((await run()).stdout).toMatch(/Left unsent: 0 messages, 1 emails\.\n.*\nWorkers can start now\./);
    expect(await states()).toEqual([{ state: 'failed', error_code: 'RESTORED' }]);
  });
});
