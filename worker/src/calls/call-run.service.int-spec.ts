import { randomUUID } from 'node:crypto';

import { Registry } from 'prom-client';

import { CallRunsRepository } from '@ringwell/database/calls/call-runs.repository';
import { Call } from '@ringwell/database/calls/call.entity';
import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { whileLocked } from '@ringwell/testing/while-locked';

import { WorkerIdentity } from '../worker-identity';
import type { CallPipeline } from './call-pipeline';
import { CallRunService } from './call-run.service';
import type { StorageMonitorService } from './storage-monitor.service';

const database = useTestDatabase();

it('releases a call without counting the attempt when the worker stops during the claim', async () => {
  const { dataSource } = database;
  const { account } = await makeAccount(dataSource);
  const { id } = await makeCall(dataSource, account.id);
  const [lease] = await new DispatchRepository(dataSource).releaseDueCalls({ calls: 1, further: 1 });
  let began = false;
  const reachable = { check: () => Promise.resolve(true) } as unknown as StorageMonitorService;
  const pipeline = {
    run: () => {
      began = true;
      throw new Error('The run went on.');
    },
  } as unknown as CallPipeline;
  const runCall = new CallRunService(
    new CallRunsRepository(dataSource.manager),
    pipeline,
    new WorkerIdentity(1, () => ({ transcription: 'test', analysis: 'test' })),
    reachable,
    new PipelineMetrics(new Registry()),
    createLogger({ service: 'test', level: 'fatal' }),
  );

  await whileLocked(dataSource, 'select from calls where id = $1 for update', [id], () => {
    const run = runCall.run(lease ?? { callId: id, leaseToken: randomUUID() });
    runCall.stopAll();
    expect(runCall.activeCount).toBe(1);
    return run;
  });

  expect(runCall.activeCount).toBe(0);
  expect(began).toBe(false);
  expect(await dataSource.manager.findOneByOrFail(Call, { id })).toMatchObject({
    state: 'queued',
    attempts: 0,
    leaseToken: null,
  });
});
