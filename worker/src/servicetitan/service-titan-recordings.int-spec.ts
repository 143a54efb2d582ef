import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

import type { Redis } from 'ioredis';

import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { loadConfig } from '@ringwell/platform/config/load-config';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { createRedis } from '@ringwell/platform/redis/create-redis';
import type { ProviderReply } from '@ringwell/testing/fake-http-provider';
import { FakeServiceTitanServer } from '@ringwell/testing/fake-service-titan-server';
import { samplePath } from '@ringwell/testing/make-audio';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';
import { TEST_KEY, TEST_SESSION_KEY } from '@ringwell/testing/test-keys';
import { testSettings } from '@ringwell/testing/test-settings';

import { createServiceTitanClient } from './create-service-titan-client';
import { ServiceTitanHttp } from './service-titan-http';
import { ServiceTitanRateLimiter } from './service-titan-rate-limiter';
import { RecordingPending, ServiceTitanRecordingsService } from './service-titan-recordings.service';

describe('ServiceTitanRecordingsService', () => {
  const logger = createLogger({ service: 'test', level: 'fatal' });
  const secretBox = new SecretBox(TEST_KEY);
  const [vendor, otherServer] = [new FakeServiceTitanServer(), new FakeServiceTitanServer()];
  const http = new ServiceTitanHttp();
  const tenant = vendor.addTenant('77');
  const { signal } = new AbortController();
  let redis: Redis;
  let database: TestDatabase;
  let recordings: ServiceTitanRecordingsService;
  let call: { accountId: string; externalId: string };

  beforeAll(async () => {
    await Promise.all([vendor.start(), otherServer.start()]);
    database = await createTestDatabase();
    redis = createRedis({ url: testSettings().redisUrl, purpose: 'worker', logger });
    recordings = createService({});
    const { account } = await database.makeAccount({
      account: { serviceTitanTenant: tenant.id },
      settings: { serviceTitanClientId: tenant.clientId },
      secrets: { serviceTitanClientSecret: tenant.clientSecret },
    });
    call = { accountId: account.id, externalId: '500' };
  });
  afterEach(() => {
    vendor.fault = () => undefined;
  });
  afterAll(async () => {
    redis.disconnect();
    await http.close();
    await database.drop();
    await Promise.all([vendor.stop(), otherServer.stop()]);
  });

  function createService(settings: Partial<WorkerConfig>): ServiceTitanRecordingsService {
    const config: WorkerConfig = {
      ...loadConfig({
        DATABASE_URL: database.url,
        REDIS_URL: testSettings().redisUrl,
        SECRETS_KEY: TEST_KEY,
        SESSION_KEY: TEST_SESSION_KEY,
        ...vendor.settings,
      }),
      ...settings,
    };
    const client = createServiceTitanClient(config, http, new ServiceTitanRateLimiter(redis, 'test', logger));
    return new ServiceTitanRecordingsService(client, database.repositories.accounts, secretBox, config);
  }
  const respondWith = (reply: ProviderReply): void => {
    vendor.fault = ({ path }) => (path === 'calls/500/recording' ? reply : undefined);
  };

  it.each(['neutral.mp3', 'positive.wav', 'negative.m4a'] as const)('streams %s byte for byte', async (name) => {
    const file = await readFile(samplePath(name));
    tenant.recordings.set(500, file);
    expect(file.equals(await buffer(await recordings.open(call, signal)))).toBe(true);
  });

  it('streams an MP3 that starts in the middle of a frame', async () => {
    tenant.recordings.set(500, (await readFile(samplePath('neutral.mp3'))).subarray(1_000));
    expect((await buffer(await recordings.open(call, signal))).length).toBeGreaterThan(10_000);
  });

  it('streams an AIFF file, which would be rejected as an upload', async () => {
    const file = Buffer.concat([Buffer.from('FORM\0\0\x4e\x20AIFFCOMM'), Buffer.alloc(20_000, 7)]);
    tenant.recordings.set(500, file);
    expect(file.equals(await buffer(await recordings.open(call, signal)))).toBe(true);
  });

  it.each<[string, ProviderReply]>([
    ['is unknown', { status: 404, body: {} }],
    ['has no bytes', { body: '' }],
    ['comes with status 204', { status: 204, body: '' }],
    ['is an HTML page', { body: '<html>Please wait</html>' }],
    ['is JSON', { body: { title: 'Being prepared.' } }],
    ['has an unknown format', { body: Buffer.alloc(20_000, 7) }],
  ])('reports a recording that %s as pending', async (_case, reply) => {
    respondWith(reply);
    await expect(recordings.open(call, signal)).rejects.toThrow(RecordingPending);
  });

  it('rejects a recording over 50 MB', async () => {
    respondWith({ body: Buffer.concat([await readFile(samplePath('positive.wav')), Buffer.alloc(51 * 1_048_576)]) });
    await expect(buffer(await recordings.open(call, signal))).rejects.toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
      retryable: false,
    });
  });

  it.each<[ProviderReply, string, boolean]>([
    [{ status: 403, body: {} }, 'SERVICETITAN_FORBIDDEN', false],
    [{ status: 429, body: {} }, 'SERVICETITAN_RATE_LIMITED', true],
    [{ status: 500, body: {} }, 'SERVICETITAN_UNAVAILABLE', true],
    ['break', 'SERVICETITAN_UNREACHABLE', true],
  ])('maps the response %j to %s', async (reply, code, retryable) => {
    respondWith(reply);
    await expect(recordings.open(call, signal)).rejects.toMatchObject({ code, retryable });
  });

  it('does not follow a redirect, which would send the token to another host', async () => {
    respondWith({ status: 302, body: '', headers: { location: `${otherServer.origin}/recording.mp3` } });
    await expect(recordings.open(call, signal)).rejects.toMatchObject({
      code: 'SERVICETITAN_REDIRECT',
      retryable: false,
    });
    expect(otherServer.requests).toEqual([]);
  });

  it('aborts the download along with the run', async () => {
    respondWith('hang');
    const run = new AbortController();
    vendor.requests.length = 0;
    const opening = recordings.open(call, run.signal);
    const isRequested = (): boolean => vendor.requestsTo('GET calls/500/recording').length > 0;
    while (!isRequested()) await new Promise(setImmediate);
    run.abort(new Error('The run was stopped.'));
    await expect(opening).rejects.toThrow('The run was stopped.');
  });

  it('fails with a retryable error without an app key', async () => {
    await expect(createService({ SERVICETITAN_APP_KEY: undefined }).open(call, signal)).rejects.toMatchObject({
      code: 'SERVICETITAN_UNAVAILABLE',
      retryable: true,
    });
  });
});
