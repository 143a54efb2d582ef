import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { DiskStorage, STORAGE_MARKER } from './disk.storage';

const DAY_SECONDS = 86_400;
const hasNoRecordings = (): Promise<boolean> => Promise.resolve(false);
const hasRecordings = (): Promise<boolean> => Promise.resolve(true);
const UNAVAILABLE = { kind: 'unavailable', code: 'STORAGE_UNAVAILABLE', retryable: true };
let root: string;
let storage: DiskStorage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ringwell-disk-'));
  storage = new DiskStorage(root);
  await storage.setUp(hasNoRecordings);
});
afterEach(() => rm(root, { recursive: true }));

describe('DiskStorage', () => {
  it('limits how far it reads ahead of its writes', async () => {
    const temporary = join(root, '.temporary');
    const chunk = Buffer.alloc(65_536, 1);
    let producedBytes = 0;
    let maxBufferedBytes = 0;
    const source = Readable.from(
      (function* () {
        for (; producedBytes < 50 * 1_048_576; producedBytes += chunk.length) {
          const [file] = readdirSync(temporary);
          const writtenBytes = file ? statSync(join(temporary, file)).size : 0;
          maxBufferedBytes = Math.max(maxBufferedBytes, producedBytes - writtenBytes);
          yield chunk;
        }
      })(),
    );
    await expect(storage.put('a', source)).resolves.toEqual({ bytes: 50 * 1_048_576 });
    expect(maxBufferedBytes).toBeLessThan(2 * 1_048_576);
  });

  it('makes a recording visible only once it is complete', async () => {
    const statResults: unknown[] = [];
    await storage.put(
      'a',
      Readable.from(
        (async function* () {
          yield Buffer.from('half');
          statResults.push(await storage.stat('a'));
          yield Buffer.from('whole');
        })(),
      ),
    );
    expect(statResults).toEqual([undefined]);
  });

  it('removes only temporary files older than a day', async () => {
    await storage.check();
    const temporary = join(root, '.temporary');
    await writeFile(join(temporary, 'left-behind'), 'x');
    await writeFile(join(temporary, 'in-use'), 'x');
    const twoDaysAgo = Date.now() / 1_000 - 2 * DAY_SECONDS;
    await utimes(join(temporary, 'left-behind'), twoDaysAgo, twoDaysAgo);
    await expect(storage.removeStaleTemporaryFiles()).resolves.toBe(1);
    await expect(readdir(temporary)).resolves.toEqual(['in-use']);
  });

  it('removes only the leftovers of a killed upload with the same name', async () => {
    await storage.check();
    const temporary = join(root, '.temporary');
    for (const name of ['exports.1.left-behind', 'exports.10.in-use', 'in-use'])
      await writeFile(join(temporary, name), 'x');
    await storage.put('exports/1.token', Readable.from([Buffer.from('x')]), { name: 'exports/1' });
    expect((await readdir(temporary)).sort()).toEqual(['exports.10.in-use', 'in-use']);
  });

  it('rejects an upload that would leave no space for recordings, before reading it', async () => {
    const source = Readable.from([Buffer.from('x')]);
    await expect(storage.put('a', source, { expectedBytes: 2 ** 60 })).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(source.destroyed).toBe(true);
    await expect(storage.stat('a')).resolves.toBeUndefined();
    await expect(storage.put('a', Readable.from([Buffer.from('x')]), { expectedBytes: 1 })).resolves.toEqual({
      bytes: 1,
    });
  });

  it('is not ready when the folder is unusable', async () => {
    await writeFile(join(root, 'file'), 'x');
    await expect(new DiskStorage(join(root, 'file')).check()).rejects.toMatchObject(UNAVAILABLE);
    await expect(storage.check()).resolves.toBeUndefined();
  });

  describe('when its volume is not mounted', () => {
    let mountPoint: string;
    let unmountedStorage: DiskStorage;
    const makeRecording = (): Readable => Readable.from([Buffer.from('sound')]);
    const mount = async (): Promise<void> => {
      await rm(mountPoint, { recursive: true, force: true });
      await symlink(root, mountPoint);
    };
    beforeEach(async () => {
      await storage.put('recordings/a', makeRecording());
      mountPoint = `${root}-mount-point`;
      await mkdir(mountPoint);
      unmountedStorage = new DiskStorage(mountPoint);
    });
    afterEach(() => rm(mountPoint, { recursive: true, force: true }));

    it.each([
      ['an empty', false],
      ['no', true],
    ])('fails as unavailable and writes nothing when there is %s folder in its place', async (_case, isMissing) => {
      if (isMissing) await rm(mountPoint, { recursive: true });
      await expect(unmountedStorage.setUp(hasRecordings)).rejects.toMatchObject(UNAVAILABLE);
      await expect(unmountedStorage.check()).rejects.toMatchObject(UNAVAILABLE);
      await expect(unmountedStorage.openRead('recordings/a')).rejects.toMatchObject(UNAVAILABLE);
      await expect(unmountedStorage.copyToFile('recordings/a', join(root, 'copy'))).rejects.toMatchObject(UNAVAILABLE);
      await expect(unmountedStorage.stat('recordings/a')).rejects.toMatchObject(UNAVAILABLE);
      await expect(unmountedStorage.delete('recordings/a')).rejects.toMatchObject(UNAVAILABLE);
      await expect(unmountedStorage.put('recordings/b', makeRecording())).rejects.toMatchObject(UNAVAILABLE);
      await expect(unmountedStorage.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(UNAVAILABLE);
      expect(existsSync(mountPoint)).toBe(!isMissing);
      if (!isMissing) expect(await readdir(mountPoint)).toEqual([]);
    });

    it('works again as soon as it is mounted', async () => {
      await expect(unmountedStorage.stat('recordings/a')).rejects.toMatchObject(UNAVAILABLE);
      await mount();
      await expect(unmountedStorage.stat('recordings/a')).resolves.toEqual({ bytes: 5 });
      await expect(unmountedStorage.stat('recordings/b')).resolves.toBeUndefined();
    });
  });

  describe('setUp', () => {
    it.each([
      ['is empty and no recordings are known', 0, hasNoRecordings],
      ['contains recordings from an earlier version', 1, hasRecordings],
    ])('marks a folder when it %s', async (_case, recordings, hasRecordings) => {
      if (recordings > 0) await storage.put('recordings/a', Readable.from([Buffer.from('x')]));
      await rm(join(root, STORAGE_MARKER));
      await storage.setUp(hasRecordings);
      await expect(storage.check()).resolves.toBeUndefined();
    });

    it('accepts an empty folder that was marked manually', async () => {
      await rm(join(root, STORAGE_MARKER));
      await expect(storage.setUp(hasRecordings)).rejects.toMatchObject(UNAVAILABLE);
      await writeFile(join(root, STORAGE_MARKER), '');
      await storage.setUp(hasRecordings);
      await expect(storage.check()).resolves.toBeUndefined();
    });
  });

  it('fails as unavailable, not as missing, when the target folder does not exist', async () => {
    await storage.put('a', Readable.from([Buffer.from('x')]));
    await expect(storage.copyToFile('a', join(root, 'no', 'such', 'folder'))).rejects.toMatchObject(UNAVAILABLE);
  });
});
