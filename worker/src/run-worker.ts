import { Registry } from 'prom-client';

import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { detectRestrictions } from '@ringwell/platform/media/child-limits';
import { getCurrentToolAccount, enableToolAccount } from '@ringwell/platform/media/tool-account';
import { WorkDirectoriesService } from '@ringwell/platform/media/work-directories.service';
import { MetricsServer } from '@ringwell/platform/metrics/metrics-server';
import { PRODUCT_VERSION } from '@ringwell/platform/product-version';
import { assertRedisUsable } from '@ringwell/platform/redis/check-redis';
import { readRedisServer } from '@ringwell/platform/redis/redis-server';
import { startTracing } from '@ringwell/platform/tracing/start-tracing';

import { closeWorker, createWorker } from './create-worker';
import { WorkerIdentity } from './worker-identity';
import { WorkerShutdownService } from './worker-shutdown.service';

/**
 * Starts a worker that exits on SIGTERM and SIGINT.
 * @throws if Redis is unusable, the metrics can't be served, or `createWorker` throws
 */
export async function runWorker(config: WorkerConfig): Promise<void> {
  const logger = createLogger({ service: 'worker', level: config.LOG_LEVEL });
  if (!(await enableToolAccount()))
    logger.warn('worker: media tools run as root because this process cannot change users');
  const restrictions = detectRestrictions(getCurrentToolAccount());
  if (!restrictions.limits || !restrictions.isolation)
    logger.warn({ ...restrictions }, 'worker: media tools run without limits or with network access');
  await assertRedisUsable(readRedisServer(config), config.QUEUE_PREFIX);
  const stopTracing = await startTracing('ringwell-worker', config, logger);
  await new WorkDirectoriesService(config).removeAbandoned();
  const app = await createWorker(config, logger);
  const metrics = new MetricsServer(app.get(Registry));
  if (config.WORKER_METRICS_PORT > 0) await metrics.start(config.WORKER_METRICS_PORT, config.METRICS_HOST);
  const { host, slots, engines } = app.get(WorkerIdentity);
  logger.info(
    {
      version: PRODUCT_VERSION,
      host,
      slots,
      transcriptionEngine: engines.transcription,
      analysisEngine: engines.analysis,
    },
    'worker: started',
  );

  let hasCrashed = false;
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'worker: unexpected error, releasing calls and exiting');
    if (hasCrashed) return;
    hasCrashed = true;
    void app
      .get(WorkerShutdownService)
      .abandon()
      .finally(() => process.exit(1));
  });

  const stop = async (signal: string): Promise<void> => {
    logger.info({ signal }, 'worker: stopping');
    if (config.WORKER_METRICS_PORT > 0) await metrics.stop();
    await closeWorker(app);
    await stopTracing();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          logger.fatal({ err: error }, 'worker: failed to shut down cleanly');
          process.exit(1);
        },
      );
    });
  }
}
