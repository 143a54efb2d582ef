import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { INestApplication } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Redis } from 'ioredis';
import passport from 'passport';
import { DataSource } from 'typeorm';

import { SessionsRepository } from '@ringwell/database/accounts/sign-in/sessions.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { loadConfig } from '@ringwell/platform/config/load-config';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { STORAGE_MARKER } from '@ringwell/platform/storage/disk.storage';

import { BearerStrategy } from '../../api/src/auth/bearer/bearer.strategy';
import { SESSION_STRATEGY, SessionStrategy } from '../../api/src/auth/session/session.strategy';
import { createApp } from '../../api/src/create-app';
import { SecurityRecorder } from '../../api/src/http/security/security-recorder.service';
import { shutDown } from '../../api/src/shutdown';
import { ApiCallCounterService } from '../../api/src/usage/api-call-counter.service';
import { onTestsEnd } from './end-of-tests';
import './quick-password-hashing';
import { SessionClient } from './session-client';
import { borrowTestDatabase, ReusableDatabase, TestDatabase } from './test-database';
import { TEST_KEY, TEST_SESSION_KEY } from './test-keys';
import { NO_CONFIRMATION, NO_RATE_LIMITS, testSettings } from './test-settings';

export interface TestApi {
  url: string;
  app: INestApplication;
  server: Server;
  storageDir: string;
  /** Unique, so that no other test API counts its requests or receives its notifications. */
  queuePrefix: string;
  log: string[];
  /** Returns a browser in which the user is signed in. */
  signIn(user: Pick<User, 'id'>): Promise<SessionClient>;
  listStoredFiles(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts the API on a free port with its own storage folder. Only one per test file can run at a time, because APIs in
 * a process share passport and therefore token lookups.
 * @param settings environment variables that differ from the test defaults
 */
export async function startApi(databaseUrl: string, settings: Record<string, string> = {}): Promise<TestApi> {
  const storageDir = await mkdtemp(join(tmpdir(), 'ringwell-api-'));
  await writeFile(join(storageDir, STORAGE_MARKER), ''); // its database may list recordings that were never stored
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
    output: { write: (line) => log.push(line) },
  });
  const app = await createApp(config, logger);
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    app,
    server,
    storageDir,
    queuePrefix: config.QUEUE_PREFIX,
    log,
    signIn: async ({ id }) => {
      const sid = randomBytes(32).toString('base64url');
      await new SessionsRepository(app.get(DataSource).manager).create(id, sid, { signedInWith: 'password' });
      const token = await app.get(JwtService, { strict: false }).signAsync({ sid });
      return new SessionClient(url, `ringwell_session=${token}`);
    },
    listStoredFiles: async () => {
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
 * An API and its database, shared by a process's test files that don't pass settings and emptied after each file.
 */
interface SharedApi {
  api: TestApi;
  reusableDatabase: ReusableDatabase;
}

let sharedApi: Promise<SharedApi> | undefined;

async function startSharedApi(): Promise<SharedApi> {
  const reusableDatabase = await ReusableDatabase.create();
  const api = await startApi(reusableDatabase.database.url);
  onTestsEnd(() => api.stop().then(() => reusableDatabase.drop()));
  return { api, reusableDatabase };
}

/** Removes what a file's tests left behind, for the next file. */
async function cleanUp({ api, reusableDatabase }: SharedApi): Promise<void> {
  jest.restoreAllMocks();
  await Promise.all([api.app.get(SecurityRecorder).flush(true), api.app.get(ApiCallCounterService).flush()]);
  if (!(await reusableDatabase.empty(['test', 'ringwell-api']))) {
    sharedApi = undefined;
    await api.stop();
    await reusableDatabase.drop();
    return;
  }
  await Promise.all((await api.listStoredFiles()).map((file) => rm(file)));
  await deleteKeys(`*${api.queuePrefix}*`);
  api.log.length = 0;
}

async function deleteKeys(pattern: string): Promise<void> {
  const redis = new Redis(testSettings().redisUrl);
  const keys = (await redis.keys(pattern)).filter((key) => !key.endsWith(':meta'));
  if (keys.length > 0) await redis.unlink(keys);
  redis.disconnect();
}

/**
 * Provides the API for the enclosing suite's tests, with its database. All of a process's files that don't pass
 * settings use the same API, whose database is emptied after each file; `{}` starts an API that a file can stop or
 * break. The objects are filled before the tests, so they can be destructured at the top of the suite.
 * @param settings same as for `startApi`; a function if they're only known later
 */
export function useTestApi(settings?: Record<string, string> | (() => Record<string, string>)): {
  api: TestApi;
  database: TestDatabase;
} {
  const api = {} as TestApi;
  const database = TestDatabase.createEmpty();
  beforeAll(async () => {
    if (settings) {
      Object.assign(database, await borrowTestDatabase());
      Object.assign(api, await startApi(database.url, typeof settings === 'function' ? settings() : settings));
      return;
    }
    const { api: running, reusableDatabase } = await (sharedApi ??= startSharedApi()).catch((error: unknown) => {
      sharedApi = undefined; // the next file tries again
      throw error;
    });
    passport.use('bearer', running.app.get(BearerStrategy, { strict: false })); // an API started later may have replaced them
    passport.use(SESSION_STRATEGY, running.app.get(SessionStrategy, { strict: false }));
    Object.assign(database, reusableDatabase.database);
    Object.assign(api, running);
  });
  afterAll(async () => {
    if (!settings && sharedApi) return cleanUp(await sharedApi);
    await api.stop();
    await database.drop();
  });
  return { api, database };
}
