import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { FakeS3Server, type S3Failure } from '@ringwell/testing/fake-s3-server';

import { S3Storage } from './s3.storage';

const MEBIBYTE = 1_048_576;
let s3: FakeS3Server;
let storage: S3Storage;

const createStorage = (options: { maxAttempts?: number; idleTimeoutMs?: number } = {}): S3Storage =>
  new S3Storage({
    bucket: s3.bucket,
    region: 'us-east-1',
    endpoint: s3.origin,
    forcePathStyle: true,
    ...options,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });

beforeEach(async () => {
  s3 = new FakeS3Server();
  await s3.start();
  storage = createStorage({ maxAttempts: 1 });
});
afterEach(async () => {
  void storage.close();
  await s3.stop();
});

describe('S3Storage', () => {
  it('only buffers a few parts while the store is slow', async () => {
    let release = (): void => undefined;
    const releasePromise = new Promise<void>((resolve) => {
      release = resolve;
    });
    let pendingParts = 0;
    s3.intercept = async ({ operation }) => {
      if (operation !== 'UploadPart') return undefined;
      pendingParts += 1;
      await releasePromise;
      return undefined;
    };
    const chunk = Buffer.alloc(65_536, 1);
    let producedBytes = 0;
    const upload = storage.put(
      'a',
      Readable.from(
        (function* () {
          for (; producedBytes < 50 * MEBIBYTE; producedBytes += chunk.length) yield chunk;
        })(),
      ),
    );

    for (let previous = -1; pendingParts < 2 || previous !== producedBytes; await nextTurn()) previous = producedBytes;
    for (let turn = 0; turn < 1_000; turn += 1) await nextTurn();
    expect(producedBytes).toBeLessThan(25 * MEBIBYTE);

    release();
    await expect(upload).resolves.toEqual({ bytes: 50 * MEBIBYTE });
    await expect(storage.stat('a')).resolves.toEqual({ bytes: 50 * MEBIBYTE });
  });

  it.each<[S3Failure, string]>([
    [{ status: 500, code: 'InternalError' }, 'STORAGE_UNAVAILABLE'],
    [{ status: 403, code: 'AccessDenied' }, 'STORAGE_UNAVAILABLE'],
    [{ status: 507, code: 'XMinioStorageFull' }, 'STORAGE_FULL'],
  ])('reports %j as retryable', async (failure, code) => {
    s3.intercept = async () => failure;
    const expected = { kind: 'unavailable', code, retryable: true };
    await expect(storage.put('a', Readable.from([Buffer.from('x')]))).rejects.toMatchObject(expected);
    await expect(storage.openRead('a')).rejects.toMatchObject(expected);
    await expect(storage.delete('a')).rejects.toMatchObject(expected);
    await expect(storage.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(expected);
    await expect(storage.check()).rejects.toMatchObject(expected);
  });

  it('treats a missing recording as deleted, but rejects if the bucket is missing', async () => {
    s3.intercept = async () => ({ status: 404, code: 'NoSuchKey' });
    await expect(storage.delete('a')).resolves.toBeUndefined();
    s3.intercept = async () => ({ status: 404, code: 'NoSuchBucket' });
    await expect(storage.delete('a')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', retryable: true });
  });

  it('reports a missing upload, such as after a lost response, as retryable', async () => {
    s3.intercept = async ({ operation }) =>
      operation === 'CompleteMultipartUpload' ? { status: 404, code: 'NoSuchUpload' } : undefined;
    await expect(storage.put('a', Readable.from([Buffer.alloc(20 * MEBIBYTE)]))).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      retryable: true,
    });
  });

  it('uses parts that are large enough for the expected size', async () => {
    const createBody = (): Readable => Readable.from([Buffer.alloc(20 * MEBIBYTE)]);
    const countParts = (key: string): number =>
      s3.requests.filter((request) => request.key === key && request.operation === 'UploadPart').length;
    await storage.put('a', createBody());
    await storage.put('b', createBody(), { expectedBytes: 10 ** 9 });
    await storage.put('c', createBody(), { expectedBytes: 8_000 * 12 * MEBIBYTE });
    expect([countParts('a'), countParts('b'), countParts('c')]).toEqual([3, 3, 2]);
  });

  it('aborts the multipart upload when a part fails', async () => {
    s3.intercept = async ({ operation, query }) =>
      operation === 'UploadPart' && query.get('partNumber') === '3'
        ? { status: 500, code: 'InternalError' }
        : undefined;
    await expect(storage.put('a', Readable.from([Buffer.alloc(30 * MEBIBYTE)]))).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
    });
    expect(s3.openUploads.size).toBe(0);
    expect(s3.objects.size).toBe(0);
  });

  it('retries a transient failure', async () => {
    let failures = 1;
    s3.intercept = async () => (failures-- > 0 ? { status: 503, code: 'SlowDown' } : undefined);
    const retryingStorage = createStorage();
    await expect(retryingStorage.put('a', Readable.from([Buffer.from('x')]))).resolves.toEqual({ bytes: 1 });
    await retryingStorage.close();
  });

  it('stops waiting for the store when aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('deadline exceeded');
    s3.intercept = async ({ operation }) => {
      if (operation === 'UploadPart') {
        controller.abort(reason);
        await new Promise(() => undefined);
      }
      return undefined;
    };
    await expect(
      storage.put('a', Readable.from([Buffer.alloc(30 * MEBIBYTE)]), { signal: controller.signal }),
    ).rejects.toBe(reason);
    expect(s3.openUploads.size).toBe(0);
  });

  it('stops reading when aborted', async () => {
    await storage.put('a', Readable.from([Buffer.alloc(20 * MEBIBYTE)]));
    const controller = new AbortController();
    const stream = await storage.openRead('a', undefined, { signal: controller.signal });
    controller.abort();
    await expect(buffer(stream)).rejects.toMatchObject({ name: 'AbortError' });
  });

  describe('with an idle limit', () => {
    const IDLE_MS = 500;
    let singleAttemptStorage: S3Storage;
    let retryingStorage: S3Storage; // opens a recording even on a busy machine
    beforeEach(() => {
      singleAttemptStorage = createStorage({ maxAttempts: 1, idleTimeoutMs: IDLE_MS });
      retryingStorage = createStorage({ maxAttempts: 20, idleTimeoutMs: IDLE_MS });
    });
    afterEach(() => Promise.all([singleAttemptStorage.close(), retryingStorage.close()]));

    it('continues when the reader pauses for longer than the limit', async () => {
      await storage.put('a', Readable.from([Buffer.alloc(20 * MEBIBYTE)]));
      const stream = await retryingStorage.openRead('a');
      await once(stream, 'readable');
      await sleep(2 * IDLE_MS);
      expect((await buffer(stream)).length).toBe(20 * MEBIBYTE);
    });

    it('fails when the store goes silent during a recording', async () => {
      await storage.put('a', Readable.from([Buffer.alloc(MEBIBYTE)]));
      s3.stallAfterBytes = 1_000;
      const stream = await singleAttemptStorage.openRead('a');
      await expect(buffer(stream)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', retryable: true });
    });

    it('fails when the store never responds', async () => {
      s3.intercept = () => new Promise(() => undefined);
      const unavailable = { code: 'STORAGE_UNAVAILABLE', retryable: true };
      await expect(singleAttemptStorage.openRead('a')).rejects.toMatchObject(unavailable);
      await expect(singleAttemptStorage.stat('a')).rejects.toMatchObject(unavailable);
    });

    it('closes the connection when the reader stops early', async () => {
      await storage.put('a', Readable.from([Buffer.alloc(20 * MEBIBYTE)]));
      const connectionsBefore = await s3.countConnections();
      const stream = await retryingStorage.openRead('a');
      await once(stream, 'readable');
      expect(await s3.countConnections()).toBe(connectionsBefore + 1);
      stream.destroy();
      while ((await s3.countConnections()) > connectionsBefore) await sleep(10);
    });
  });

  it('lists recordings across several pages', async () => {
    s3.pageSize = 2;
    for (const key of ['a', 'b', 'c', 'd', 'e']) await storage.put(key, Readable.from([Buffer.from('x')]));
    const keys: string[] = [];
    for await (const { key } of storage.list()) keys.push(key);
    expect(keys).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('reports a missing bucket as unavailable storage, not as a missing recording', async () => {
    const otherStorage = new S3Storage({
      bucket: 'other',
      region: 'us-east-1',
      endpoint: s3.origin,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    const unavailable = { code: 'STORAGE_UNAVAILABLE', retryable: true };
    await expect(otherStorage.openRead('a')).rejects.toMatchObject(unavailable);
    await expect(otherStorage.stat('a')).rejects.toMatchObject(unavailable);
    await expect(otherStorage.check()).rejects.toMatchObject(unavailable);
    await otherStorage.close();
  });

  it('is unavailable while it is empty although calls have recordings, because it may be the wrong bucket', async () => {
    const hasRecordings = (): Promise<boolean> => Promise.resolve(true);
    await expect(storage.setUp(hasRecordings)).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      cause: { message: expect.stringContaining('check S3_BUCKET') as string },
    });
    await storage.put('recordings/a', Readable.from([Buffer.from('x')]));
    await expect(storage.setUp(hasRecordings)).resolves.toBeUndefined();
    await storage.delete('recordings/a');
    await expect(storage.setUp(hasRecordings)).resolves.toBeUndefined();
  });

  it('can be used without permission to list it', async () => {
    s3.intercept = async ({ operation }) =>
      operation.startsWith('List') ? { status: 403, code: 'AccessDenied' } : undefined;
    await expect(storage.setUp(() => Promise.resolve(true))).resolves.toBeUndefined();
  });

  it('is unavailable as long as it cannot tell whether it has recordings', async () => {
    s3.intercept = async () => ({ status: 503, code: 'SlowDown' });
    await expect(storage.setUp(() => Promise.resolve(true))).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  });

  it('is unavailable when nothing is listening', async () => {
    await s3.stop();
    await expect(storage.stat('a')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', retryable: true });
    await s3.start();
  });
});
