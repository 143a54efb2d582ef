import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { freePort } from '@ringwell/testing/free-port';
import { runToEnd } from '@ringwell/testing/run-to-end';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';
import { TEST_WORK_DIR } from '@ringwell/testing/test-system';

const MAIN = 'dist/api/src/main.js';
const WORKER = 'dist/worker/src/main.js';
const CREATE_ADMIN = 'dist/api/src/users/create-first-admin.cli.js';
const CREATE_TOKEN = 'dist/api/src/tokens/create-token.cli.js';

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

describe('Entry points', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  it.each([MAIN, CREATE_ADMIN])('exit with a message when PostgreSQL is unreachable: %s', async (script) => {
    const { code, stderr } = await runToEnd(script, {
      DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/db',
      WORK_DIR: TEST_WORK_DIR,
    });
    expect([code, lastLine(stderr)]).toEqual([1, "Couldn't connect to PostgreSQL. Start it, or check DATABASE_URL."]);
  });

  it.each([MAIN, WORKER])('exit with a message when the database does not exist: %s', async (script) => {
    const url = new URL(database.url);
    url.pathname = '/nowhere';
    const { code, stderr } = await runToEnd(script, { DATABASE_URL: url.href, WORK_DIR: TEST_WORK_DIR });
    expect(code).toBe(1);
    expect(lastLine(stderr)).toBe(
      'PostgreSQL refused the connection: database "nowhere" does not exist. Check DATABASE_URL.',
    );
  });

  it('exit with a message when METRICS_PORT is already in use', async () => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const env = { DATABASE_URL: database.url, PORT: '0', METRICS_PORT: String(port) };
    const { code, stderr } = await runToEnd(MAIN, env);
    other.close();
    const advice = 'Stop the program that uses it, or set PORT or METRICS_PORT.';
    expect([code, stderr]).toEqual([1, `Port ${port} is already in use. ${advice}\n`]);
  });

  it.each(['HOST', 'METRICS_HOST'])('exit with a message when %s is no address of this machine', async (setting) => {
    const ports = { PORT: '0', METRICS_PORT: String(await freePort()) };
    const { code, stderr } = await runToEnd(MAIN, { DATABASE_URL: database.url, ...ports, [setting]: '192.0.2.1' });
    expect([code, stderr]).toEqual([1, 'This machine has no address 192.0.2.1. Check HOST and METRICS_HOST.\n']);
  });

  it.each([
    ['a missing name', []],
    ['an empty name', ['--name', '']],
    ['a malformed id', ['--revoke', 'abc']],
    ['an unknown user', ['--name', 'a', '--email', 'nobody@example.com']],
    ['an unknown token', ['--revoke', '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10']],
  ])('create-token refuses %s', async (_case, args) => {
    expect(await runToEnd(CREATE_TOKEN, { DATABASE_URL: database.url }, args)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+\.\n$/) as string,
    });
  });
});
