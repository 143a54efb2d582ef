import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';

import { NestFactory } from '@nestjs/core';
import { Registry } from 'prom-client';

import { explainFailure, WORKER_LISTENS } from '@ringwell/database/explain-failure';
import { loadWorkerConfig } from '@ringwell/platform/config/load-config';
import { publicUrlWarning } from '@ringwell/platform/config/public-url';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { NestLogger } from '@ringwell/platform/logging/nest-logger';
import { leashFor } from '@ringwell/platform/media/child-limits';
import { currentToolAccount, useToolAccount } from '@ringwell/platform/media/tool-account';
import { WorkDirectoriesService } from '@ringwell/platform/media/work-directories.service';
import { MetricsServer } from '@ringwell/platform/metrics/metrics-server';
import { PRODUCT_VERSION } from '@ringwell/platform/product-version';
import { assertRedisUsable } from '@ringwell/platform/redis/check-redis';
import { redisServer } from '@ringwell/platform/redis/redis-server';
import { startTracing } from '@ringwell/platform/tracing/start-tracing';

import { WorkerIdentity } from './worker-identity';
import { WorkerShutdownService } from './worker-shutdown.service';
import { WorkerModule } from './worker.module';

// Without Redis, BullMQ's workers never close. WorkerShutdownService has released the calls before.
const CLOSE_LIMIT_MS = 2_000;

async function main(): Promise<void> {
  const config = loadWorkerConfig();
  const logger = createLogger({ service: 'worker', level: config.LOG_LEVEL });
  const warning = publicUrlWarning(config);
  if (warning !== undefined) logger.warn(warning);
  if (!(await useToolAccount()))
    logger.warn('worker: media tools run as root, because this process may not change users');
  const leash = leashFor(currentToolAccount());
  if (!leash.limits || !leash.isolation)
    logger.warn({ ...leash }, 'worker: media tools run without limits or with a network');
  await assertRedisUsable(redisServer(config), config.QUEUE_PREFIX);
  const stopTracing = await startTracing('ringwell-worker', config, logger);
  await new WorkDirectoriesService(config).removeAbandoned();
  const app = await NestFactory.createApplicationContext(WorkerModule.with(config, logger), {
    logger: new NestLogger(logger.child({}, { level: config.LOG_LEVEL === 'debug' ? 'debug' : 'warn' })), // Nest logs each module at info level
    abortOnError: false,
  });
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
    logger.fatal({ err: error }, 'worker: unexpected error, giving calls back and exiting');
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
    await Promise.race([app.close(), app.get(WorkerShutdownService).done.then(() => sleep(CLOSE_LIMIT_MS))]);
    await stopTracing();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          logger.fatal({ err: error }, 'worker: cannot shut down cleanly');
          process.exit(1);
        },
      );
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error, WORKER_LISTENS)}\n`);
  process.exit(1);
});
