import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

import { fromBuffer } from 'yauzl';

import { readZip } from '@ringwell/testing/read-zip';

import { createZipArchive, type ZipFile } from './zip-archive';
import { centralRecord, endOfDirectory } from './zip-records';

const MODIFIED_AT = new Date('2026-03-31T14:05:00Z');
const makeFile = (
  name: string,
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  method: ZipFile['method'],
): ZipFile => ({
  name,
  modifiedAt: MODIFIED_AT,
  method,
  content: Readable.from(content, { objectMode: false }),
});
async function* toAsync(files: Iterable<ZipFile>): AsyncGenerator<ZipFile> {
  yield* files;
}

describe('createZipArchive', () => {
  it('contains stored, deflated and empty files that another library can read', async () => {
    const audio = randomBytes(300_000);
    const text = Buffer.from('agent,customer\r\n'.repeat(50_000));
    const archive = await buffer(
      createZipArchive(
        toAsync([
          makeFile('README.txt', [Buffer.from('Zoë')], 'deflated'),
          makeFile('calls.csv', [text.subarray(0, 1_000), text.subarray(1_000)], 'deflated'),
          makeFile('recordings/2026-03/größe.mp3', [audio], 'stored'),
          makeFile('empty.jsonl', [], 'deflated'),
          makeFile('empty.wav', [], 'stored'),
        ]),
      ),
    );
    expect(archive.length).toBeLessThan(audio.length + text.length / 10);
    expect([...(await readZip(archive))]).toEqual([
      ['README.txt', Buffer.from('Zoë')],
      ['calls.csv', text],
      ['recordings/2026-03/größe.mp3', audio],
      ['empty.jsonl', Buffer.alloc(0)],
      ['empty.wav', Buffer.alloc(0)],
    ]);
  });

  it('can hold more than 65,535 files', async () => {
    const count = 70_000;
    const archive = await buffer(
      createZipArchive(
        toAsync(Array.from({ length: count }, (_, index) => makeFile(`${index}.txt`, [Buffer.from('x')], 'stored'))),
      ),
    );
    const zip = await promisify<Buffer, { lazyEntries: boolean }, { entryCount: number }>(fromBuffer)(archive, {
      lazyEntries: true,
    });
    expect(zip.entryCount).toBe(count);
  });

  it('writes sizes and offsets beyond 4 GiB in 8 bytes', () => {
    const largeEntry = { name: 'a', modifiedAt: MODIFIED_AT, crc: 1, method: 'deflated' as const };
    const record = centralRecord({ ...largeEntry, bytes: 2 ** 33, storedBytes: 2 ** 32, offset: 2 ** 34 });
    expect(record.readUInt32LE(24)).toBe(0xffff_ffff);
    const extra = record.subarray(47);
    expect([extra.readUInt16LE(0), extra.readUInt16LE(2)]).toEqual([1, 24]);
    expect([0, 1, 2].map((index) => Number(extra.readBigUInt64LE(4 + index * 8)))).toEqual([2 ** 33, 2 ** 32, 2 ** 34]);
    const end = endOfDirectory({ files: 3, bytes: 500, offset: 2 ** 34 });
    expect(Number(end.readBigUInt64LE(48))).toBe(2 ** 34);
    expect(Number(end.readBigUInt64LE(56 + 8))).toBe(2 ** 34 + 500);
  });

  it('requests each file only after reading the previous one, and closes unread files', async () => {
    const requestedChunks: string[] = [];
    const endlessFile = makeFile('a', endlessChunks(), 'stored');
    async function* files(): AsyncGenerator<ZipFile> {
      requestedChunks.push('a');
      yield endlessFile;
      requestedChunks.push('b');
    }
    const archive = Readable.from(createZipArchive(files()), { objectMode: false });
    for await (const _ of archive) if (archive.readableFlowing !== null) break;
    archive.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    expect(requestedChunks).toEqual(['a']);
    expect(endlessFile.content.destroyed).toBe(true);
  });

  it.each(['stored', 'deflated'] as const)("fails with a file's error when the file is %s", async (method) => {
    const diskError = new Error('The disk is gone.');
    async function* content(): AsyncGenerator<Buffer> {
      yield Buffer.from('x');
      throw diskError;
    }
    await expect(buffer(createZipArchive(toAsync([makeFile('a', content(), method)])))).rejects.toBe(diskError);
  });
});

function* endlessChunks(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(65_536);
}
