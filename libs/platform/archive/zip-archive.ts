import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';

import { centralRecord, dataDescriptor, endOfDirectory, localHeader, type WrittenFile } from './zip-records';

export interface ZipFile {
  /** Path in the archive with `/` between folders. */
  name: string;
  modifiedAt: Date;
  /** Destroyed if the archive isn't read to the end. */
  content: Readable;
  /**
   * `stored`: unchanged, for contents that are already compressed; up to 4 GiB. `deflated`: compressed, of any size.
   */
  method: 'stored' | 'deflated';
}

const RECORDS_PER_BUFFER = 1_000;
const MAX_STORED_BYTES = 0xffff_ffff;

/**
 * Creates a ZIP archive (APPNOTE.TXT 6.3.10, with ZIP64) as a stream. Keeps only each file's directory record, about
 * 150 bytes, in memory, and requests each file after the previous one has been read.
 * @throws errors from the contents, and RangeError for a stored file that is too large
 */
export async function* createZipArchive(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const directory = new Directory();
  let offset = 0;
  for await (const { name, modifiedAt, content, method } of files) {
    const file: WrittenFile = { name, modifiedAt, method, offset, crc: 0, bytes: 0, storedBytes: 0 };
    const header = localHeader(file);
    offset += header.length;
    yield header;
    for await (const chunk of compress(content, file)) {
      file.storedBytes += chunk.length;
      yield chunk;
    }
    if (method === 'stored' && file.bytes > MAX_STORED_BYTES)
      throw new RangeError(`A stored file in the archive has ${file.bytes} bytes, more than the limit of 4 GiB.`);
    const descriptor = dataDescriptor(file);
    offset += file.storedBytes + descriptor.length;
    yield descriptor;
    directory.add(file);
  }
  yield* directory.records();
  yield endOfDirectory({ files: directory.files, bytes: directory.bytes, offset });
}

function compress(content: Readable, file: WrittenFile): AsyncIterable<Buffer> {
  const countedContent = countBytes(content, file);
  if (file.method === 'stored') return countedContent;
  const deflate = createDeflateRaw({ level: constants.Z_DEFAULT_COMPRESSION });
  // Errors reach the stream's consumer.
  pipeline(countedContent, deflate, () => undefined);
  return deflate as AsyncIterable<Buffer>;
}

async function* countBytes(content: Readable, file: WrittenFile): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    file.crc = crc32(chunk, file.crc);
    file.bytes += chunk.length;
    yield chunk;
  }
}

class Directory {
  files = 0;
  bytes = 0;
  private readonly fullBuffers: Buffer[] = [];
  private latestRecords: Buffer[] = [];

  add(file: WrittenFile): void {
    const record = centralRecord(file);
    this.files += 1;
    this.bytes += record.length;
    if (this.latestRecords.push(record) < RECORDS_PER_BUFFER) return;
    this.fullBuffers.push(Buffer.concat(this.latestRecords));
    this.latestRecords = [];
  }

  *records(): Generator<Buffer> {
    yield* this.fullBuffers;
    yield Buffer.concat(this.latestRecords);
  }
}
