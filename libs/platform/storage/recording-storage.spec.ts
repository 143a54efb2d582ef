import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { FakeS3Server } from '@ringwell/testing/fake-s3-server';

import { DiskStorage } from './disk.storage';
import type { RecordingStorage } from './recording-storage';
import { S3Storage } from './s3.storage';

const MEBIBYTE = 1_048_576;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const listKeys = async (storage: RecordingStorage, prefix?: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.sort();
};

let directory: string;
let s3: FakeS3Server;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ringwell-storage-'));
  s3 = new FakeS3Server();
  await s3.start();
});

afterEach(async () => {
  await s3.stop();
  await rm(directory, { recursive: true });
});

const stores: Record<string, () => RecordingStorage> = {
  DiskStorage: () => new DiskStorage(join(directory, 'recordings')),
  S3Storage: () =>
    new S3Storage({
      bucket: s3.bucket,
      region: 'us-east-1',
      endpoint: s3.origin,
      forcePathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    }),
};

describe.each(Object.keys(stores))('RecordingStorage: %s', (name) => {
  let storage: RecordingStorage;
  beforeEach(async () => {
    storage = stores[name]!();
    await storage.setUp(() => Promise.resolve(false));
  });
  const put = (key: string, bytes: Buffer | string): Promise<{ bytes: number }> =>
    storage.put(key, Readable.from([Buffer.from(bytes)]));

  it.each([0, 1, 70_000, 20 * MEBIBYTE])('returns %d bytes unchanged', async (size) => {
    const bytes = randomBytes(size);
    await expect(put('calls/a.mp3', bytes)).resolves.toEqual({ bytes: size });
    await expect(storage.stat('calls/a.mp3')).resolves.toEqual({ bytes: size });
    expect(sha256(await buffer(await storage.openRead('calls/a.mp3')))).toBe(sha256(bytes));
  });

  it('replaces a recording with the same key', async () => {
    await put('a', 'first');
    await put('a', 'second');
    expect(String(await buffer(await storage.openRead('a')))).toBe('second');
  });

  it.each([
    [{ start: 2, end: 4 }, '234'],
    [{ start: 7 }, '789'],
    [{ start: 9, end: 9 }, '9'],
    [{ start: 5, end: 500 }, '56789'],
  ])('reads the range %j', async (range, expected) => {
    await put('a', '0123456789');
    expect(String(await buffer(await storage.openRead('a', range)))).toBe(expected);
  });

  it('rejects a range past the end', async () => {
    await put('a', '0123456789');
    await expect(storage.openRead('a', { start: 10 })).rejects.toMatchObject({
      code: 'RANGE_NOT_SATISFIABLE',
      retryable: false,
    });
  });

  it('reports a missing recording as not retryable', async () => {
    const message = 'The recording is no longer available. Restore it, or send it again as a new call.';
    const missingError = { kind: 'not_found', code: 'RECORDING_MISSING', retryable: false, message };
    await expect(storage.openRead('no/such')).rejects.toMatchObject(missingError);
    await expect(storage.copyToFile('no/such', join(directory, 'copy'))).rejects.toMatchObject(missingError);
    await expect(storage.stat('no/such')).resolves.toBeUndefined();
  });

  it('deletes recordings, and succeeds if there are none', async () => {
    await put('a', 'x');
    await storage.delete('a');
    await storage.delete('a');
    await expect(storage.stat('a')).resolves.toBeUndefined();
  });

  it('copies to a file, and leaves no file behind when aborted', async () => {
    const bytes = randomBytes(MEBIBYTE);
    await put('a', bytes);
    const copy = join(directory, 'copy');
    await storage.copyToFile('a', copy);
    expect(sha256(await readFile(copy))).toBe(sha256(bytes));

    const reason = new Error('deadline exceeded');
    await expect(storage.copyToFile('a', join(directory, 'other'), { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    expect(existsSync(join(directory, 'other'))).toBe(false);
  });

  (existsSync('/dev/full') ? it : it.skip)('reports that there is no space for a copy', async () => {
    await put('a', 'x');
    await symlink('/dev/full', join(directory, 'full'));
    await expect(storage.copyToFile('a', join(directory, 'full'))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'STORAGE_FULL',
      retryable: true,
    });
  });

  it('lists by prefix, with storage timestamps', async () => {
    for (const key of ['a/1', 'a/2', 'b/1']) await put(key, 'x');
    await storage.check();
    await expect(listKeys(storage)).resolves.toEqual(['a/1', 'a/2', 'b/1']);
    await expect(listKeys(storage, 'a/')).resolves.toEqual(['a/1', 'a/2']);
    for await (const { modifiedAt } of storage.list())
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
  });

  it('returns an empty list before the first recording', async () => {
    await expect(listKeys(storage)).resolves.toEqual([]);
  });

  it.each(['', '../a', 'a/../../b', '/etc/passwd', 'a//b', '.check', 'a/.b', 'a\\b', 'a\0b', 'ä', 'a'.repeat(513)])(
    'rejects the key %j',
    async (key) => {
      const invalidKey = { code: 'STORAGE_KEY_INVALID' };
      await expect(put(key, 'x')).rejects.toMatchObject(invalidKey);
      await expect(storage.openRead(key)).rejects.toMatchObject(invalidKey);
      await expect(storage.stat(key)).rejects.toMatchObject(invalidKey);
      await expect(storage.delete(key)).rejects.toMatchObject(invalidKey);
    },
  );

  describe.each([
    ['small', 10],
    ['large', 20 * MEBIBYTE],
  ])('an interrupted upload of a %s recording', (_size, bytesSent) => {
    const expectNoFiles = async (): Promise<void> => {
      await expect(storage.stat('a')).resolves.toBeUndefined();
      await expect(listKeys(storage)).resolves.toEqual([]);
      expect(s3.openUploads.size).toBe(0);
      if (name === 'DiskStorage') expect(await readdir(join(directory, 'recordings', '.temporary'))).toEqual([]);
    };

    it("rejects with the source's error and stores nothing when the source fails", async () => {
      const clientError = new Error('the client went away');
      const source = Readable.from(
        (function* () {
          yield randomBytes(bytesSent);
          throw clientError;
        })(),
      );
      await expect(storage.put('a', source)).rejects.toBe(clientError);
      await expectNoFiles();
    });

    it('stores nothing and closes the source when aborted', async () => {
      const source = new PassThrough();
      const controller = new AbortController();
      const reason = new Error('deadline exceeded');
      const putPromise = storage.put('a', source, { signal: controller.signal });
      if (!source.write(randomBytes(bytesSent))) await once(source, 'drain');
      controller.abort(reason);
      await expect(putPromise).rejects.toBe(reason);
      expect(source.destroyed).toBe(true);
      await expectNoFiles();
    });
  });

  it('rejects when the source failed before it was read', async () => {
    const source = new PassThrough();
    const clientError = new Error('the client went away');
    source.destroy(clientError);
    await expect(storage.put('a', source)).rejects.toBe(clientError);
    await expect(storage.stat('a')).resolves.toBeUndefined();
  });
});
