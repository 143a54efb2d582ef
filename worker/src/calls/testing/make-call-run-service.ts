import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';

import { CallRunsRepository } from '@ringwell/database/calls/call-runs.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';

import type { CallPipeline } from '../call-pipeline';
import { CallRunService } from '../call-run.service';
import { SkipStep } from '../skip.step';
import type { StorageMonitorService } from '../storage-monitor.service';
import { makeWorkerIdentity } from './make-worker-identity';

/** Creates the service of a worker that can reach the recordings. */
export function makeCallRunService(
  dataSource: DataSource,
  pipeline: Pick<CallPipeline, 'run'>,
  {
    customers = new CustomersRepository(dataSource.manager),
    identity = makeWorkerIdentity(),
    registry = new Registry(),
  } = {},
): CallRunService {
  const runs = new CallRunsRepository(dataSource.manager);
  return new CallRunService(
    runs,
    pipeline as CallPipeline,
    new SkipStep(runs, customers, new UnitOfWork(dataSource)),
    identity,
    { check: () => Promise.resolve(true) } as unknown as StorageMonitorService,
    new PipelineMetrics(registry),
    createLogger({ service: 'test', level: 'fatal' }),
  );
}
