import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { Client } from 'pg';

import { useTestDatabase } from '@ringwell/testing/test-database';

import { Clone, freePort, isRunning, REPOSITORY } from './testing/clone';

describe('npm run after-restore', () => {
  const database = useTestDatabase();

  const runAfterRestore = (): Promise<{ stdout: string }> =>
    promisify(execFile)('npm', ['run', '--silent', 'after-restore'], {
      cwd: REPOSITORY,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATABASE_URL: database.url },
    });
  const listMailStates = (): Promise<unknown> => database.query('select state, error_code from mails');

  it("marks a restored database's waiting messages as unsent, but not while a worker is running", async () => {
    await database.query(`insert into mails (recipient, subject, body) values ('dana@example.com', 'Hello', 'Hello')`);
    await database.query(`insert into workers (id, host, slots, engines) values (gen_random_uuid(), 'here', 1, '{}')`);
    await expect(runAfterRestore()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Stop all workers') as string,
    });
    expect(await listMailStates()).toEqual([{ state: 'pending', error_code: null }]);

    await database.query('delete from workers');
    expect((await runAfterRestore()).stdout).toMatch(
      /Left unsent: 0 messages, 1 email\.\n.*\nYou can start Ringwell now\./,
    );
    expect(await listMailStates()).toEqual([{ state: 'failed', error_code: 'RESTORED' }]);
  });

  it('uses the database of npm start, which must be stopped', async () => {
    const clone = new Clone();
    const runAfterRestore = (): Promise<{ stdout: string }> =>
      promisify(execFile)(process.execPath, ['scripts/after-restore.mjs'], { cwd: clone.folder });
    try {
      await expect(runAfterRestore()).rejects.toMatchObject({
        stderr: expect.stringContaining('There is no database in .data') as string,
      });
      const start = clone.start(await freePort());
      await start.waitUntilReady();
      await expect(runAfterRestore()).rejects.toMatchObject({
        stderr: expect.stringContaining('Ringwell is running here') as string,
      });
      const { databaseUrl } = clone.readState();
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      await client.query(
        `insert into mails (recipient, subject, body, run_after)
         values ('dana@example.com', 'Hello', 'Hello', now() + interval '1 hour')`,
      );
      await client.end();
      await start.stop('SIGINT');

      expect((await runAfterRestore()).stdout).toContain('Left unsent: 0 messages, 1 email.');
      expect((await runAfterRestore()).stdout).toContain('Left unsent: 0 messages, 0 emails.');
      expect(clone.listPids().filter(isRunning)).toEqual([]);
    } finally {
      await clone.remove();
    }
  });
});
