import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';

import { loadConfig } from '@ringwell/platform/config/load-config';
import { createLogger } from '@ringwell/platform/logging/create-logger';

import { instantWorkerModule } from './instant-engines';

async function main(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger({ service: 'worker', level: config.LOG_LEVEL });
  const app = await NestFactory.createApplicationContext(instantWorkerModule(config, logger), {
    logger: false,
    abortOnError: false,
  });
  logger.info('instant worker: started');
  process.once('SIGTERM', () => {
    void app.close().finally(() => process.exit(0));
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
