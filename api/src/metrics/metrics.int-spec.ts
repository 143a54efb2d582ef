import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

describe('the metrics of the API', () => {
  let database: TestDatabase;
  let api: TestApi;
  let port: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    ({ port } = probe.address() as AddressInfo);
    probe.close();
    await once(probe, 'close');
    api = await startApi(database.url, { METRICS_PORT: String(port) });
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  it('count calls by state, the oldest wait, and requests by route', async () => {
    const { user } = await makeAccount(database.dataSource);
    await makeCall(database.dataSource, user.id, { runAfter: new Date(Date.now() - 3_600_000) });
    await makeCall(database.dataSource, user.id, { state: 'running' });
    await fetch(`${api.url}/api/n8n/calls/some-id`);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toMatch(/ringwell_calls\{state="queued",service="api"\} 1\n/);
    expect(text).toMatch(/ringwell_calls\{state="running",service="api"\} 1\n/);
    expect(Number(/ringwell_oldest_queued_call_age_seconds\{[^}]*\} (\S+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(3_600);
    expect(text).toContain('ringwell_http_request_duration_seconds_count{service="api",method="GET",route="/api/n8n/calls/:id",status="401"} 1\n');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('are not on the public port', async () => {
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
  });
});
