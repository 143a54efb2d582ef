import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { FakeS3Server } from '@ringwell/testing/fake-s3-server';
import { TEST_KEY, TEST_SESSION_KEY } from '@ringwell/testing/test-keys';

import { loadConfig } from '../config/load-config';
import { createStorage } from './create-storage';

const requiredSettings = {
  DATABASE_URL: 'postgres://localhost/db',
  REDIS_URL: 'redis://localhost',
  SECRETS_KEY: TEST_KEY,
  SESSION_KEY: TEST_SESSION_KEY,
};

describe('createStorage', () => {
  it('stores recordings in the configured folder', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ringwell-storage-'));
    const storage = createStorage(loadConfig({ ...requiredSettings, STORAGE_DIR: directory }));
    await storage.setUp(() => Promise.resolve(false));
    await storage.put('calls/a', Readable.from([Buffer.from('sound')]));
    await expect(readFile(join(directory, 'calls/a'), 'utf8')).resolves.toBe('sound');
    await rm(directory, { recursive: true });
  });

  it('stores recordings in the configured bucket, if any', async () => {
    const s3 = new FakeS3Server();
    await s3.start();
    const storage = createStorage(
      loadConfig({
        ...requiredSettings,
        S3_BUCKET: s3.bucket,
        S3_ENDPOINT: s3.origin,
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
        S3_FORCE_PATH_STYLE: 'true',
      }),
    );
    await storage.put('calls/a', Readable.from([Buffer.from('sound')]));
    expect(s3.objects.get('calls/a')?.body.toString()).toBe('sound');
    await s3.stop();
  });
});
