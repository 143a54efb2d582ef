import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';

import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

/**
 * Reads an archive's files, in order, with a different library than the one that wrote it. Checks sizes and checksums.
 */
export async function readZip(archive: Buffer): Promise<Map<string, Buffer>> {
  const openZip = promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer);
  const zip = await openZip(archive, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for (let entry = await readNextEntry(zip); entry; entry = await readNextEntry(zip)) {
    const stream = await promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))(entry);
    const content = await buffer(stream);
    if (crc32(content) !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} is wrong.`);
    files.set(entry.fileName, content);
  }
  return files;
}

function readNextEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (entry?: Entry): void => {
      zip.removeAllListeners();
      resolve(entry);
    };
    zip.once('entry', settle);
    zip.once('end', () => settle());
    zip.once('error', reject);
    zip.readEntry();
  });
}
