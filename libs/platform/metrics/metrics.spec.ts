import { BacklogGauges, type Backlog } from './backlog-gauges';
import { createMetrics } from './create-metrics';
import { HttpMetrics } from './http-metrics';
import { MetricsServer } from './metrics-server';
import { PipelineMetrics } from './pipeline-metrics';
import { ProcessGauges } from './process-gauges';
import { SecurityMetrics } from './security-metrics';

const findSamples = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'));

describe('worker metrics', () => {
  it('count steps, provider errors and finished calls', async () => {
    const registry = createMetrics('worker');
    const metrics = new PipelineMetrics(registry);
    await expect(metrics.timeStep('probe', async () => 42)).resolves.toBe(42);
    await expect(
      metrics.timeStep('transcribe', async () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    metrics.countProviderError('deepgram', 'TRANSCRIPTION_RATE_LIMITED');
    metrics.countRunFailure('RECORDING_UNREADABLE');
    metrics.countDelivery('slack', 'retry');
    metrics.countFinishedCall('completed');
    metrics.countFinishedCall('completed');
    metrics.countLabel('needs_review');
    const text = await registry.metrics();
    expect(text).toContain('ringwell_step_duration_seconds_count{service="worker",step="probe"} 1');
    expect(text).toContain('ringwell_step_duration_seconds_count{service="worker",step="transcribe"} 1');
    expect(text).toContain(
      'ringwell_provider_errors_total{provider="deepgram",code="TRANSCRIPTION_RATE_LIMITED",service="worker"} 1',
    );
    expect(text).toContain('ringwell_run_failures_total{code="RECORDING_UNREADABLE",service="worker"} 1');
    expect(text).toContain('ringwell_deliveries_total{channel="slack",state="retry",service="worker"} 1');
    expect(text).toContain('ringwell_calls_total{state="completed",service="worker"} 2');
    expect(text).toContain('ringwell_labeled_calls_total{label="needs_review",service="worker"} 1');
    expect(text).toContain('process_resident_memory_bytes');
  });
});

describe('API metrics', () => {
  it('measure requests by route and status', async () => {
    const registry = createMetrics('api');
    new HttpMetrics(registry).observe({ method: 'GET', route: '/api/calls/:id', status: 404, durationSeconds: 0.02 });
    const text = await registry.metrics();
    expect(text).toContain(
      'ringwell_http_request_duration_seconds_bucket{le="0.01",service="api",method="GET",route="/api/calls/:id",status="404"} 0',
    );
    expect(text).toContain(
      'ringwell_http_request_duration_seconds_bucket{le="0.025",service="api",method="GET",route="/api/calls/:id",status="404"} 1',
    );
  });
});

describe('security metrics', () => {
  it('count rejected sign-ins separately from other rejected requests', async () => {
    const registry = createMetrics('api');
    const metrics = new SecurityMetrics(registry);
    metrics.countRejection('sign_in', 'password');
    metrics.countRejection('access_refused');
    const text = await registry.metrics();
    expect(text).toContain('ringwell_refused_sign_ins_total{method="password",service="api"} 1');
    expect(text).toContain('ringwell_refused_requests_total{kind="access_refused",service="api"} 1');
  });
});

describe('BacklogGauges', () => {
  const backlog: Backlog = {
    counts: { queued: 7, running: 2, completed: 900 },
    oldestQueuedAgeSeconds: 31.5,
    isReadOnly: false,
    deliveries: [
      { channel: 'slack', state: 'retry', count: 3 },
      { channel: 'email', state: 'pending', count: 1 },
    ],
    oldestDueDeliveryAgeSeconds: 12,
    emails: [{ state: 'pending', count: 2 }],
    oldestDueMailAgeSeconds: 0,
    emailsFailedLastHour: 4,
    workers: 2,
    slots: 40,
  };

  it('query once per scrape, and report 0 for a state without calls', async () => {
    const registry = createMetrics('api');
    let readings = 0;
    new BacklogGauges(
      registry,
      async () => {
        readings += 1;
        return backlog;
      },
      () => undefined,
    );
    const text = await registry.metrics();
    expect(findSamples(text, 'ringwell_')).toEqual([
      'ringwell_calls{state="received",service="api"} 0',
      'ringwell_calls{state="queued",service="api"} 7',
      'ringwell_calls{state="released",service="api"} 0',
      'ringwell_calls{state="running",service="api"} 2',
      'ringwell_oldest_queued_call_age_seconds{service="api"} 31.5',
      'ringwell_deliveries{channel="slack",state="retry",service="api"} 3',
      'ringwell_deliveries{channel="email",state="pending",service="api"} 1',
      'ringwell_mails{state="pending",service="api"} 2',
      'ringwell_oldest_due_delivery_age_seconds{service="api"} 12',
      'ringwell_oldest_due_mail_age_seconds{service="api"} 0',
      'ringwell_mails_failed_last_hour{service="api"} 4',
      'ringwell_workers{service="api"} 2',
      'ringwell_worker_slots{service="api"} 40',
      'ringwell_database_up{service="api"} 1',
    ]);
    expect(readings).toBe(1);
    await registry.metrics();
    expect(readings).toBe(2);
  });

  it('report a read-only database as down', async () => {
    const registry = createMetrics('api');
    const readBacklog = async (): Promise<Backlog> => ({ ...backlog, isReadOnly: true });
    new BacklogGauges(registry, readBacklog, () => undefined);
    expect(await registry.metrics()).toContain('ringwell_database_up{service="api"} 0');
  });

  it('report only that the database is down while it is unavailable', async () => {
    const registry = createMetrics('api');
    const databaseError = new Error('the database is unavailable');
    let isUnavailable = false;
    const errors: unknown[] = [];
    new BacklogGauges(
      registry,
      async () => {
        if (isUnavailable) throw databaseError;
        return backlog;
      },
      (error) => errors.push(error),
    );
    await registry.metrics();
    isUnavailable = true;
    const text = await registry.metrics();
    expect(findSamples(text, 'ringwell_')).toEqual(['ringwell_database_up{service="api"} 0']);
    expect(text).toContain('process_resident_memory_bytes');
    expect(errors).toEqual([databaseError]);
  });
});

describe('ProcessGauges', () => {
  it('report connections and role at the time of the scrape', async () => {
    const registry = createMetrics('worker');
    let isLeader = false;
    new ProcessGauges(registry, {
      databasePool: () => ({ total: 8, idle: 5, waiting: 1 }),
      assertRedisWritable: () => Promise.reject(new Error('READONLY')),
      isLeader: () => isLeader,
    });
    expect(findSamples(await registry.metrics(), 'ringwell_')).toEqual([
      'ringwell_database_pool_connections{state="idle",service="worker"} 5',
      'ringwell_database_pool_connections{state="in_use",service="worker"} 3',
      'ringwell_database_pool_waiting{service="worker"} 1',
      'ringwell_redis_up{service="worker"} 0',
      'ringwell_leader{service="worker"} 0',
    ]);
    isLeader = true;
    expect(findSamples(await registry.metrics(), 'ringwell_leader')).toEqual(['ringwell_leader{service="worker"} 1']);
  });

  it('omit the role in a process that cannot lead', async () => {
    const registry = createMetrics('api');
    new ProcessGauges(registry, {
      databasePool: () => ({ total: 0, idle: 0, waiting: 0 }),
      assertRedisWritable: async () => undefined,
    });
    expect(await registry.metrics()).not.toContain('ringwell_leader');
  });
});

describe('MetricsServer', () => {
  it('serves only the metrics and a liveness check until stopped', async () => {
    const server = new MetricsServer(createMetrics('api'));
    const address = `http://127.0.0.1:${await server.start(0, '127.0.0.1')}`;
    const response = await fetch(`${address}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await response.text()).toContain('process_resident_memory_bytes{service="api"}');
    expect((await fetch(`${address}/live`)).status).toBe(200);
    expect((await fetch(`${address}/`)).status).toBe(404);
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(405);
    await server.stop();
    await expect(fetch(`${address}/metrics`)).rejects.toThrow();
  });

  it('rejects with the reason when it cannot start', async () => {
    const first = new MetricsServer(createMetrics('api'));
    const port = await first.start(0, '127.0.0.1');
    await expect(new MetricsServer(createMetrics('api')).start(port, '127.0.0.1')).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await first.stop();
  });
});
