import { setTimeout as sleep } from 'node:timers/promises';

import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { publicUrlWarning } from '@ringwell/platform/config/public-url';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { NestLogger } from '@ringwell/platform/logging/nest-logger';

import { WorkerShutdownService } from './worker-shutdown.service';
import { WorkerModule } from './worker.module';

// Without Redis, BullMQ workers never close. WorkerShutdownService has already released the calls.
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * Creates and starts a worker.
 * @throws if a required store is unavailable or doesn't match the settings
 */
export function createWorker(config: WorkerConfig, logger: Logger): Promise<INestApplicationContext> {
  const warning = publicUrlWarning(config);
  if (warning !== undefined) logger.warn(warning);
  return NestFactory.createApplicationContext(WorkerModule.with(config, logger), {
    logger: new NestLogger(logger.child({}, { level: config.LOG_LEVEL === 'debug' ? 'debug' : 'warn' })), // Nest logs each module at info level
    abortOnError: false,
  });
}

/** Finishes or releases the worker's tasks within a time limit, then closes it. */
export async function closeWorker(app: INestApplicationContext): Promise<void> {
  const controller = new AbortController();
  const { done } = app.get(WorkerShutdownService);
  const limit = done.then(() => sleep(CLOSE_TIMEOUT_MS, undefined, controller));
  await Promise.race([app.close(), limit]).finally(() => controller.abort());
}
