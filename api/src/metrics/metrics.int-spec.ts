import { createDataSource } from '@ringwell/database/data-source';
import { QueueStatsRepository } from '@ringwell/database/scheduling/queue-stats.repository';
import { findFreePort } from '@ringwell/testing/free-port';
import { useTestApi } from '@ringwell/testing/start-api';

describe('API metrics', () => {
  let port: number;
  beforeAll(async () => {
    port = await findFreePort();
  });
  const { api, database } = useTestApi(() => ({ METRICS_PORT: String(port) }));

  it('report calls by state, the oldest queued call and requests by route', async () => {
    const { account } = await database.makeAccount();
    const runAfter = new Date(Date.now() - 3_600_000);
    await database.makeCall(account.id, { runAfter, state: 'released' });
    await database.makeCall(account.id);
    await database.makeCall(account.id, { state: 'running' });
    await fetch(`${api.url}/api/n8n/calls/some-id`);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(text).toMatch(/ringwell_calls\{state="queued",service="api"\} 1\n/);
    expect(text).toMatch(/ringwell_calls\{state="running",service="api"\} 1\n/);
    expect(Number(/ringwell_oldest_queued_call_age_seconds\{[^}]*\} (\S+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(
      3_600,
    );
    expect(text).toContain(
      'ringwell_http_request_duration_seconds_count{service="api",method="GET",route="/api/n8n/calls/:id",status="401"} 1\n',
    );
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('report pending deliveries, live workers and connections', async () => {
    const { account } = await database.makeAccount();
    const call = await database.makeCall(account.id, { state: 'completed' });
    await database.query(
      `
      insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, state, run_after)
      select $1, $2, 1, channel, 'a', state, state, now() + wait from (values
        ('slack', 'retry', interval '-90 seconds'), ('slack', 'pending', interval '1 hour'), ('email', 'verifying', interval '-1 day'), ('email', 'sent', interval '-2 days')
      ) made (channel, state, wait)`,
      [account.id, call.id],
    );
    await database.query(`
      insert into mails (recipient, subject, body, state, created_at, run_after, updated_at) values
        ('a@example.com', '', '', 'pending', now() - interval '70 seconds', now() + interval '10 minutes', now()),
        ('a@example.com', '', '', 'failed', now(), now(), now() - interval '59 minutes'),
        ('a@example.com', '', '', 'failed', now(), now(), now() - interval '61 minutes')`);
    await database.query(`
      insert into workers (id, host, slots, engines, last_seen_at) values
        (gen_random_uuid(), 'a', 4, '{}', now()), (gen_random_uuid(), 'b', 20, '{}', now()), (gen_random_uuid(), 'gone', 20, '{}', now() - interval '1 hour')`);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('ringwell_deliveries{'))
        .sort(),
    ).toEqual([
      'ringwell_deliveries{channel="email",state="verifying",service="api"} 1',
      'ringwell_deliveries{channel="slack",state="pending",service="api"} 1',
      'ringwell_deliveries{channel="slack",state="retry",service="api"} 1',
    ]);
    const readMetric = (name: string): number => Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1]);
    expect(readMetric('ringwell_oldest_due_delivery_age_seconds')).toBeGreaterThanOrEqual(90);
    expect(readMetric('ringwell_oldest_due_delivery_age_seconds')).toBeLessThan(3_600);
    expect(readMetric('ringwell_oldest_due_mail_age_seconds')).toBeGreaterThanOrEqual(70);
    expect([
      readMetric('ringwell_mails'),
      readMetric('ringwell_mails_failed_last_hour'),
      readMetric('ringwell_workers'),
      readMetric('ringwell_worker_slots'),
    ]).toEqual([1, 1, 2, 24]);
    expect([
      readMetric('ringwell_database_up'),
      readMetric('ringwell_redis_up'),
      readMetric('ringwell_database_pool_waiting'),
    ]).toEqual([1, 1, 0]);
    expect(text).toMatch(/^ringwell_database_pool_connections\{state="in_use",service="api"\} \d+$/m);
  });

  it('are read from a database that is read-only, and say so', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const options = { url: url.href, poolSize: 1, applicationName: 'test', statementTimeoutMs: 5_000 };
    const standby = await createDataSource(options).initialize();
    expect(await new QueueStatsRepository(standby.manager).readBacklog()).toMatchObject({ isReadOnly: true });
    await standby.destroy();
  });

  it('are not served on the public port', async () => {
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
  });
});
