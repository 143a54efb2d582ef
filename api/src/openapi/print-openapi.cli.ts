import 'reflect-metadata';
import { randomBytes } from 'node:crypto';

import { NestFactory } from '@nestjs/core';

import { explainFailure } from '@ringwell/database/explain-failure';
import { loadConfig } from '@ringwell/platform/config/load-config';
import { createLogger } from '@ringwell/platform/logging/create-logger';

import { AppModule } from '../app.module';
import { OpenApiDocumentService } from './openapi-document.service';

const createKey = (): string => randomBytes(32).toString('base64');

// Prints the OpenAPI document. In preview mode, Nest doesn't instantiate providers, so nothing connects to a store.
async function main(): Promise<void> {
  const config = loadConfig({
    DATABASE_URL: 'postgres://localhost/unused',
    REDIS_URL: 'redis://localhost',
    SECRETS_KEY: createKey(),
    SESSION_KEY: createKey(),
  });
  const logger = createLogger({ service: 'api', level: 'error' });
  const app = await NestFactory.create(AppModule.forRoot(config, logger), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  const document = new OpenApiDocumentService(config);
  document.setApp(app);
  process.stdout.write(JSON.stringify(document.json));
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
});
