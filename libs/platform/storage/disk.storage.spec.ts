import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { DiskStorage } from './disk.storage';

const DAY_SECONDS = 86_400;
let root: string;
let storage: DiskStorage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ringwell-disk-'));
  storage = new DiskStorage(root);
});
afterEach(() => rm(root, { recursive: true }));

describe('DiskStorage', () => {
  it('reads no further ahead than it has written', async () => {
    const temporary = join(root, '.temporary');
    const chunk = Buffer.alloc(65_536, 1);
    let produced = 0;
    let furthestAhead = 0;
    const source = Readable.from((function* () {
      for (; produced < 50 * 1_048_576; produced += chunk.length) {
        const [file] = readdirSync(temporary);
        const written = file ? statSync(join(temporary, file)).size : 0;
        furthestAhead = Math.max(furthestAhead, produced - written);
        yield chunk;
      }
    })());
    await expect(storage.put('a', source)).resolves.toEqual({ bytes: 50 * 1_048_576 });
    expect(furthestAhead).toBeLessThan(2 * 1_048_576);
  });

  it('shows nothing of a recording before it is whole', async () => {
    const seen: unknown[] = [];
    await storage.put('a', Readable.from((async function* () {
      yield Buffer.from('half');
      seen.push(await storage.stat('a'));
      yield Buffer.from('whole');
    })()));
    expect(seen).toEqual([undefined]);
  });

  it('removes temporary files that are older than a day, and only those', async () => {
    await storage.check();
    const temporary = join(root, '.temporary');
    await writeFile(join(temporary, 'left-behind'), 'x');
    await writeFile(join(temporary, 'in-use'), 'x');
    const twoDaysAgo = Date.now() / 1_000 - 2 * DAY_SECONDS;
    await utimes(join(temporary, 'left-behind'), twoDaysAgo, twoDaysAgo);
    await expect(storage.removeStaleTemporaryFiles()).resolves.toBe(1);
    await expect(readdir(temporary)).resolves.toEqual(['in-use']);
  });

  it('is not ready on a folder that cannot be used', async () => {
    await writeFile(join(root, 'file'), 'x');
    await expect(new DiskStorage(join(root, 'file')).check()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', retryable: true });
    await expect(storage.check()).resolves.toBeUndefined();
  });
});
