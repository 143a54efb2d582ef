import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findFreePort, waitForPort } from '@ringwell/testing/free-port';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { createTestDatabase } from '@ringwell/testing/test-database';
import { TestSystem } from '@ringwell/testing/test-system';

import { openDatabase } from './data-source';
import { migrate } from './migrate';

const folder = temporaryDirectory();
let pgbouncer: ChildProcess | undefined;
let system: TestSystem | undefined;

afterEach(async () => {
  await system?.stop();
  pgbouncer?.kill('SIGKILL');
});

/** Starts PgBouncer with its packaged settings except the pool mode. It refuses to run as root. */
async function startPgBouncer(databaseUrl: string, poolMode = 'session'): Promise<string> {
  const url = new URL(databaseUrl);
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  const server = `host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}`;
  writeFileSync(
    file,
    `[databases]
* = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
default_pool_size = 40
`,
  );
  const userIds = process.getuid?.() === 0 ? getUserIds('nobody') : undefined;
  for (const path of [folder, file]) if (userIds) chownSync(path, userIds.uid, userIds.gid);
  pgbouncer = spawn('pgbouncer', [file], { stdio: 'ignore', ...userIds });
  await waitForPort(port);
  url.host = `127.0.0.1:${port}`;
  return url.toString();
}

function getUserIds(user: string): { uid: number; gid: number } {
  const getId = (option: string): number => Number(execFileSync('id', [option, user], { encoding: 'utf8' }));
  return { uid: getId('-u'), gid: getId('-g') };
}

it("rejects PgBouncer in transaction mode, which loses a session's locks and settings", async () => {
  const database = await createTestDatabase();
  const pooledUrl = await startPgBouncer(database.url, 'transaction');
  const opening = openDatabase({ url: pooledUrl, poolSize: 4, applicationName: 'test', statementTimeoutMs: 30_000 });
  await expect(opening).rejects.toThrow(/DATABASE_URL: points to a connection pooler .* use session mode/);
  await database.drop();
});

it('processes a call when PgBouncer runs in front of PostgreSQL with its packaged settings', async () => {
  const database = await createTestDatabase();
  const pooledUrl = await startPgBouncer(database.url);
  expect(await migrate(pooledUrl)).toEqual([]);
  system = await TestSystem.start({ database, env: { DATABASE_URL: pooledUrl } });
  const account = await database.makeAccount();
  const id = await system.submit(account, 'samples/neutral.mp3');
  expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed' });
});
