import { readFile, writeFile } from 'node:fs/promises';

// RFC 3533, section 6
const CAPTURE_PATTERN = Buffer.from('OggS');
const HEADER_BYTES = 27;
const CHECKSUM_OFFSET = 22;
const SEGMENT_COUNT_OFFSET = 26;

const CHECKSUM_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/**
 * Copies an OGG file without its damaged pages, which would make ffmpeg stop reading.
 * @returns whether the copy was written: false if no page is damaged, or none is intact
 */
export async function copyIntactPages(sourcePath: string, outputPath: string): Promise<boolean> {
  const bytes = await readFile(sourcePath);
  const pages: Buffer[] = [];
  let writtenBytes = 0;
  for (let offset = bytes.indexOf(CAPTURE_PATTERN); offset >= 0;) {
    const page = readPage(bytes, offset);
    if (page) {
      pages.push(page);
      writtenBytes += page.length;
    }
    offset = bytes.indexOf(CAPTURE_PATTERN, offset + (page?.length ?? CAPTURE_PATTERN.length));
  }
  if (writtenBytes === bytes.length || writtenBytes === 0) return false;
  await writeFile(outputPath, Buffer.concat(pages), { mode: 0o600 });
  return true;
}

function readPage(bytes: Buffer, offset: number): Buffer | undefined {
  const tableOffset = offset + HEADER_BYTES;
  const segmentCount = bytes[offset + SEGMENT_COUNT_OFFSET] ?? 0;
  const bodyLength = bytes.subarray(tableOffset, tableOffset + segmentCount).reduce((sum, length) => sum + length, 0);
  const end = tableOffset + segmentCount + bodyLength;
  if (end > bytes.length) return undefined;
  const page = bytes.subarray(offset, end);
  return pageChecksum(page) === page.readUInt32LE(CHECKSUM_OFFSET) ? page : undefined;
}

// The checksum is computed with zeros in its own field.
function pageChecksum(page: Buffer): number {
  let sum = 0;
  for (let index = 0; index < page.length; index += 1) {
    const byte = index >= CHECKSUM_OFFSET && index < CHECKSUM_OFFSET + 4 ? 0 : page[index]!;
    sum = ((sum << 8) ^ CHECKSUM_TABLE[((sum >>> 24) ^ byte) & 0xff]!) >>> 0;
  }
  return sum;
}
