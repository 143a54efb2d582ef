import { Registry } from 'prom-client';

import { ReaperRepository } from '@ringwell/database/calls/reaper.repository';
import type { JobQueues } from '@ringwell/jobs/job-queues';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { fakeLeader } from '../leader/testing/fake-leader';
import { ReaperLoop } from './reaper.loop';

const database = useTestDatabase();

it('counts the calls that it ends in place of their workers', async () => {
  const { account } = await database.makeAccount();
  const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
  const running = { state: 'running', leaseUntil: past, deadlineAt: future } as const;
  await database.makeCall(account.id, { ...running, attempts: 1 });
  await database.makeCall(account.id, { ...running, attempts: 5 });
  await database.makeCall(account.id, { ...running, attempts: 1, leaseUntil: future, deadlineAt: past });
  const registry = new Registry();
  const queues = { calls: { findPending: () => Promise.reject(new Error('Redis is down.')) } } as unknown as JobQueues;
  const loop = new ReaperLoop(
    fakeLeader(),
    new ReaperRepository(database.manager),
    queues,
    new PipelineMetrics(registry),
  );
  await expect(loop.pass()).rejects.toThrow('Redis is down.');
  const text = await registry.metrics();
  for (const sample of [
    'ringwell_calls_total{state="completed"} 0',
    'ringwell_calls_total{state="failed"} 1',
    'ringwell_calls_total{state="timed_out"} 1',
    'ringwell_run_failures_total{code="WORKER_LOST"} 2',
  ])
    expect(text).toContain(sample);
});
