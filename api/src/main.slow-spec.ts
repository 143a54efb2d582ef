import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { findFreePort } from '@ringwell/testing/free-port';
import { runToEnd } from '@ringwell/testing/run-to-end';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';
import { TEST_KEY, TEST_SESSION_KEY } from '@ringwell/testing/test-keys';
import { testSettings } from '@ringwell/testing/test-settings';
import { TEST_WORK_DIR } from '@ringwell/testing/test-system';

const MAIN = 'dist/api/src/main.js';
const WORKER = 'dist/worker/src/main.js';
const CREATE_ADMIN = 'dist/api/src/users/create-first-admin.cli.js';
const MIGRATE = 'dist/libs/database/migrate.js';
const CREATE_TOKEN = 'dist/api/src/tokens/create-token.cli.js';

const getLastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

describe('The entry points', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  it.each([WORKER, CREATE_ADMIN, CREATE_TOKEN])('exit with the names of missing settings: %s', async (script) => {
    const { code, stderr } = await runToEnd(script, {});
    expect(code).toBe(1);
    expect(stderr).toContain('DATABASE_URL: must be set');
  });

  it.each([MAIN, WORKER])('refuse to start in production without https: %s', async (script) => {
    const { code, stderr } = await runToEnd(script, {
      DATABASE_URL: database.url,
      PORT: '0',
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://calls.example.com',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Invalid settings:\n {2}PUBLIC_URL: must start with https:\/\/ in production.*\n$/);
  });

  it.each([MAIN, WORKER, CREATE_ADMIN, MIGRATE])(
    'exit with a message when PostgreSQL is unreachable: %s',
    async (script) => {
      const { code, stdout, stderr } = await runToEnd(script, {
        DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/db',
        WORK_DIR: TEST_WORK_DIR,
      });
      expect(code).toBe(1);
      expect(stdout).not.toContain('stack');
      expect(getLastLine(stderr)).toMatch(
        /^(Migration failed: )?Couldn't connect to PostgreSQL. Start it, or check DATABASE_URL.$/,
      );
    },
  );

  it.each([MAIN, WORKER, CREATE_ADMIN, MIGRATE])(
    'exit with a message when the database does not exist: %s',
    async (script) => {
      const url = new URL(database.url);
      url.pathname = '/nowhere';
      const { code, stderr } = await runToEnd(script, { DATABASE_URL: url.href, WORK_DIR: TEST_WORK_DIR });
      expect(code).toBe(1);
      expect(getLastLine(stderr)).toMatch(
        /^(Migration failed: )?PostgreSQL refused the connection: database "nowhere" does not exist. Check DATABASE_URL.$/,
      );
    },
  );

  it('keep serving and stop cleanly when the log cannot be written', async () => {
    const port = await findFreePort();
    const env = {
      PATH: process.env['PATH'],
      REDIS_URL: testSettings().redisUrl,
      SECRETS_KEY: TEST_KEY,
      SESSION_KEY: TEST_SESSION_KEY,
      DATABASE_URL: database.url,
      PORT: String(port),
    };
    const api = spawn('/bin/sh', ['-c', 'exec "$0" "$1" >/dev/full', process.execPath, MAIN], {
      env,
      stdio: 'inherit',
    });
    const exit = once(api, 'exit');
    const killTimer = setTimeout(() => api.kill('SIGKILL'), 120_000);
    const isResponding = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/api/health/live`).then(
        ({ ok }) => ok,
        () => false,
      );
    try {
      while (!(await isResponding()) && api.exitCode === null && api.signalCode === null) await sleep(50);
      await sleep(500); // by now, writing the first log lines has failed
      expect(await isResponding()).toBe(true);
      api.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
    } finally {
      clearTimeout(killTimer);
      api.kill('SIGKILL');
    }
  });

  it.each([
    [MAIN, 'PORT', 'PORT or METRICS_PORT'],
    [MAIN, 'METRICS_PORT', 'PORT or METRICS_PORT'],
    [WORKER, 'WORKER_METRICS_PORT', 'WORKER_METRICS_PORT'],
  ])('exit with a message when a port is already in use: %s, %s', async (script, setting, settings) => {
    const otherServer = createServer().listen(0);
    await once(otherServer, 'listening');
    const { port } = otherServer.address() as AddressInfo;
    const { code, stderr } = await runToEnd(script, { DATABASE_URL: database.url, PORT: '0', [setting]: String(port) });
    otherServer.close();
    const advice = `Stop the process using it, or set ${settings}.`;
    expect([code, stderr]).toEqual([1, `Port ${port} is already in use. ${advice}\n`]);
  });

  it.each(['HOST', 'METRICS_HOST'])("exit with a message when %s is another machine's address", async (setting) => {
    const ports = { PORT: '0', METRICS_PORT: String(await findFreePort()) };
    const { code, stderr } = await runToEnd(MAIN, { DATABASE_URL: database.url, ...ports, [setting]: '192.0.2.1' });
    expect([code, stderr]).toEqual([1, 'This machine has no address 192.0.2.1. Check HOST and METRICS_HOST.\n']);
  });

  it.each([
    ['an unknown option', ['--name', 'a', '--x']],
    ['no administrator', ['--name', 'a']],
    ['a missing name', []],
    ['an empty name', ['--name', '']],
    ['a malformed id', ['--revoke', 'abc']],
    ['an unknown user', ['--name', 'a', '--email', 'nobody@example.com']],
    ['an unknown token', ['--revoke', '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10']],
  ])('create-token rejects %s', async (_case, args) => {
    expect(await runToEnd(CREATE_TOKEN, { DATABASE_URL: database.url }, args)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+\.\n$/) as string,
    });
  });
});
