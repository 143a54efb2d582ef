import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { INestApplication } from '@nestjs/common';

import { loadConfig } from '@ringwell/platform/config/load-config';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { STORAGE_MARKER } from '@ringwell/platform/storage/disk.storage';

import { createApp } from '../../api/src/create-app';
import { shutDown } from '../../api/src/shutdown';
import './quick-password-hashing';
import { createTestDatabase, type TestDatabase } from './test-database';
import { TEST_KEY, TEST_SESSION_KEY } from './test-keys';
import { NO_CONFIRMATION, NO_RATE_LIMITS, testSettings } from './test-settings';

export interface TestApi {
  url: string;
  app: INestApplication;
  server: Server;
  storageDir: string;
  /** Unique, so that no other API of the tests counts its requests or gets its notifications. */
  queuePrefix: string;
  log: string[];
  storedFiles(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts the API on a free port with its own storage folder. Only one per test file may run at a time, because
 * passport, and with it the lookup of tokens, is shared by the process.
 * @param settings environment variables that differ from the test defaults
 */
export async function startApi(databaseUrl: string, settings: Record<string, string> = {}): Promise<TestApi> {
  const storageDir = await mkdtemp(join(tmpdir(), 'ringwell-api-'));
  await writeFile(join(storageDir, STORAGE_MARKER), ''); // its database may know recordings that were never stored
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'debug',
    DATABASE_URL: databaseUrl,
    REDIS_URL: testSettings().redisUrl,
    QUEUE_PREFIX: `test-${randomUUID()}`,
    STORAGE_DIR: storageDir,
    SECRETS_KEY: TEST_KEY,
    SESSION_KEY: TEST_SESSION_KEY,
    WEB_DIR: join(storageDir, 'no-web-app'),
    DATABASE_POOL_SIZE: '4',
    ...NO_RATE_LIMITS,
    ...NO_CONFIRMATION,
    ...settings,
  });
  const log: string[] = [];
  const logger = createLogger({
    service: 'api',
    level: config.LOG_LEVEL,
    output: {
      write: (line) => {
        log.push(line);
      },
    },
  });
  const app = await createApp(config, logger);
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    app,
    server,
    storageDir,
    queuePrefix: config.QUEUE_PREFIX,
    log,
    storedFiles: async () => {
      const entries = await readdir(config.STORAGE_DIR, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && entry.name !== STORAGE_MARKER)
        .map((entry) => join(entry.parentPath, entry.name));
    },
    stop: async () => {
      await shutDown(app, 1_000);
      await rm(storageDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts an API with its own database before the tests of the surrounding suite and removes both afterwards. The
 * objects are filled by then, so they can be destructured at the top of the suite.
 * @param settings same as for `startApi`; a function if they are known only later
 */
export function useTestApi(settings: Record<string, string> | (() => Record<string, string>) = {}): {
  api: TestApi;
  database: TestDatabase;
} {
  const api = {} as TestApi;
  const database = {} as TestDatabase;
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase());
    Object.assign(api, await startApi(database.url, typeof settings === 'function' ? settings() : settings));
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });
  return { api, database };
}
