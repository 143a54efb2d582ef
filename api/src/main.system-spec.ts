import { Call } from '@ringwell/database/calls/call.entity';
import { PRODUCT_VERSION } from '@ringwell/platform/product-version';
import { findFreePort } from '@ringwell/testing/free-port';
import { encodeForm, makeWav } from '@ringwell/testing/intake-client';
import { RawHttp } from '@ringwell/testing/raw-http';
import { runToEnd } from '@ringwell/testing/run-to-end';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';
import { TestSystem, type ProcessSystem } from '@ringwell/testing/test-system';

const MAIN = 'dist/api/src/main.js';
const CREATE_ADMIN = 'dist/api/src/users/create-first-admin.cli.js';
const CREATE_TOKEN = 'dist/api/src/tokens/create-token.cli.js';

describe('The API process', () => {
  let system: ProcessSystem;
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await findFreePort();
    const env = { HOST: '127.0.0.2', METRICS_PORT: String(metricsPort) };
    system = await TestSystem.start({ processes: true, workers: 0, env });
  });
  afterAll(() => system?.stop());

  it('logs its address and the configured engines', async () => {
    expect(JSON.parse(await system.api.waitForLog('api: listening'))).toMatchObject({
      version: PRODUCT_VERSION,
      address: system.url,
      workers: 0,
      transcriptionEngine: { configured: 'auto', active: [] },
      analysisEngine: { configured: 'local', active: [] },
    });
  });

  it('listens only on HOST, and serves metrics only on this machine', async () => {
    const fetchStatus = (address: string): Promise<number | null> =>
      fetch(`http://${address}`).then(
        ({ status }) => status,
        () => null,
      );
    const { port } = new URL(system.url);
    expect(await fetchStatus(`127.0.0.2:${port}/api/health/live`)).toBe(200);
    expect(await fetchStatus(`127.0.0.1:${port}/api/health/live`)).toBeNull();
    expect(await fetchStatus(`127.0.0.1:${metricsPort}/live`)).toBe(200);
    expect(await fetchStatus(`127.0.0.2:${metricsPort}/live`)).toBeNull();
  });

  // This must be the last test, because it ends the process that the other tests use.
  it('finishes the running request on SIGTERM, rejects new requests and exits', async () => {
    const { account, token } = await system.database.makeAccount();
    const body = encodeForm([['audio', makeWav(300_000)]], 'b');
    const slowUpload = new RawHttp(system.url);
    slowUpload.sendHead('POST', '/api/n8n/calls', {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(body.length),
    });
    await slowUpload.send(body.subarray(0, 200_000));
    // Once this responds, the upload has started.
    await expect(fetch(`${system.url}/api/health/live`)).resolves.toMatchObject({ status: 200 });
    const exit = system.api.stop('SIGTERM');
    await system.api.waitForLog('shutdown: started');
    await slowUpload.send(body.subarray(200_000));
    expect((await slowUpload.readResponse()).status).toBe(202);
    expect(await exit).toBe(0);
    await expect(fetch(`${system.url}/api/health/live`)).rejects.toThrow('fetch failed');
    expect(await system.database.manager.countBy(Call, { accountId: account.id })).toBe(1);
  });
});

describe('The entry points', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database?.drop());

  it('exit with the names of missing settings', async () => {
    const { code, stderr } = await runToEnd(MAIN, {});
    expect(code).toBe(1);
    expect(stderr).toContain('DATABASE_URL: must be set');
  });

  it.each([
    'libs/database/migrate.js',
    'libs/database/after-restore.js',
    'libs/database/rotate-secrets.js',
    'worker/src/billing/metering/usage-report.cli.js',
  ])('explain that PostgreSQL is not running, and reject unknown options: %s', async (program) => {
    const env = { DATABASE_URL: 'postgres://app:secret@localhost:1/ringwell' };
    const { code, stderr } = await runToEnd(`dist/${program}`, env);
    expect(stderr).toContain("Couldn't connect to PostgreSQL. Start it, or check DATABASE_URL.");
    expect(code).toBeGreaterThan(0);
    expect((await runToEnd(`dist/${program}`, env, ['--dry-run'])).stderr).toContain("Unknown option '--dry-run'");
  });

  it('create the first administrator and a token, printing one line of JSON each', async () => {
    const env = { DATABASE_URL: database.url, ADMIN_EMAIL: 'boss@example.com' };
    const firstRun = await runToEnd(CREATE_ADMIN, env);
    expect(JSON.parse(firstRun.stdout)).toMatchObject({
      created: true,
      email: 'boss@example.com',
      password: expect.any(String) as string,
    });
    expect((await runToEnd(CREATE_ADMIN, { ...env, ADMIN_EMAIL: 'x@example.com' })).stdout).toBe(
      '{"created":false,"email":"boss@example.com"}\n',
    );

    const issuedToken = JSON.parse((await runToEnd(CREATE_TOKEN, env, ['--name', 'n8n'])).stdout) as {
      id: string;
      token: string;
      email: string;
    };
    expect(issuedToken).toMatchObject({
      token: expect.stringMatching(/^rw_[\w-]{43}$/) as string,
      email: 'boss@example.com',
    });
    expect((await runToEnd(CREATE_TOKEN, env, ['--revoke', issuedToken.id])).stdout).toBe(
      `{"id":"${issuedToken.id}","revoked":true}\n`,
    );
  });
});
