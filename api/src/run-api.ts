import { isIPv6 } from 'node:net';

import type { NestExpressApplication } from '@nestjs/platform-express';

import type { Config } from '@ringwell/platform/config/environment-settings';
import { createLogger, type Logger } from '@ringwell/platform/logging/create-logger';
import { enableToolAccount } from '@ringwell/platform/media/tool-account';
import { PRODUCT_VERSION } from '@ringwell/platform/product-version';
import { assertRedisUsable } from '@ringwell/platform/redis/check-redis';
import { readRedisServer } from '@ringwell/platform/redis/redis-server';
import { startTracing } from '@ringwell/platform/tracing/start-tracing';

import { createApp } from './create-app';
import { ReadinessService } from './health/readiness.service';
import { stopOnSignal } from './shutdown';

/** Starts the API and stops it on SIGTERM or SIGINT. @throws if the port is unavailable or `createApp` fails */
export async function runApi(config: Config): Promise<void> {
  const logger = createLogger({ service: 'api', level: config.LOG_LEVEL });
  await enableToolAccount();
  await assertRedisUsable(readRedisServer(config), config.QUEUE_PREFIX);
  const stopTracing = await startTracing('ringwell-api', config, logger);
  const app = await createApp(config, logger);
  await (config.HOST ? app.listen(config.PORT, config.HOST) : app.listen(config.PORT));
  stopOnSignal(app, logger, stopTracing);
  await logStartup(app, config, logger);
}

async function logStartup(app: NestExpressApplication, config: Config, logger: Logger): Promise<void> {
  const { port } = app.getHttpServer().address() as { port: number };
  const host = config.HOST ?? 'localhost';
  const { workers, engines } = await app.get(ReadinessService).check();
  logger.info(
    {
      version: PRODUCT_VERSION,
      address: `http://${isIPv6(host) ? `[${host}]` : host}:${port}`,
      transcriptionEngine: { configured: config.TRANSCRIPTION_ENGINE, active: engines.transcription },
      analysisEngine: { configured: config.ANALYSIS_ENGINE, active: engines.analysis },
      workers: workers.count,
    },
    'api: listening',
  );
}
