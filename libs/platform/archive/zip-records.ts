/** A file's directory entry, known once the file has been written. */
export interface WrittenFile {
  name: string;
  modifiedAt: Date;
  method: 'stored' | 'deflated';
  /** Offset of the local header in the archive. */
  offset: number;
  crc: number;
  bytes: number;
  storedBytes: number;
}

// Section numbers are those of APPNOTE.TXT, https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
const VERSION_MADE_BY = (3 << 8) | 45;
const ZIP64_VERSION = 45;
const DESCRIPTOR_VERSION = 20;
// 4.4.4: sizes follow the file, and names are UTF-8.
const GENERAL_PURPOSE_FLAGS = 0x0808;
const COMPRESSION_METHODS = { stored: 0, deflated: 8 } as const;
const FILE_MODE = 0o100644;
const ZIP64_MARKER = 0xffff_ffff;
const ZIP64_COUNT_MARKER = 0xffff;

/** 4.3.7. A deflated file may grow beyond 4 GiB, so its sizes are written in 8 bytes. */
export function localHeader(file: WrittenFile): Buffer {
  const name = Buffer.from(file.name);
  const isLarge = file.method === 'deflated';
  const extra = Buffer.concat([...(isLarge ? [zip64Extra([0, 0])] : []), timeExtra(file.modifiedAt)]);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLarge ? ZIP64_VERSION : DESCRIPTOR_VERSION, 4);
  header.writeUInt16LE(GENERAL_PURPOSE_FLAGS, 6);
  header.writeUInt16LE(COMPRESSION_METHODS[file.method], 8);
  header.writeUInt32LE(dosTime(file.modifiedAt), 10);
  header.writeUInt32LE(isLarge ? ZIP64_MARKER : 0, 18);
  header.writeUInt32LE(isLarge ? ZIP64_MARKER : 0, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** 4.3.9 */
export function dataDescriptor({ method, crc, bytes, storedBytes }: WrittenFile): Buffer {
  const isLarge = method === 'deflated';
  const descriptor = Buffer.alloc(isLarge ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (isLarge) {
    descriptor.writeBigUInt64LE(BigInt(storedBytes), 8);
    descriptor.writeBigUInt64LE(BigInt(bytes), 16);
  } else {
    descriptor.writeUInt32LE(storedBytes, 8);
    descriptor.writeUInt32LE(bytes, 12);
  }
  return descriptor;
}

/** 4.3.12 */
export function centralRecord(file: WrittenFile): Buffer {
  const name = Buffer.from(file.name);
  // 4.5.3: only the values that don't fit, in this order.
  const large = [file.bytes, file.storedBytes, file.offset].filter((value) => value >= ZIP64_MARKER);
  const needsZip64 = large.length > 0 || file.method === 'deflated';
  const extra = Buffer.concat([...(large.length > 0 ? [zip64Extra(large)] : []), timeExtra(file.modifiedAt)]);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(VERSION_MADE_BY, 4);
  record.writeUInt16LE(needsZip64 ? ZIP64_VERSION : DESCRIPTOR_VERSION, 6);
  record.writeUInt16LE(GENERAL_PURPOSE_FLAGS, 8);
  record.writeUInt16LE(COMPRESSION_METHODS[file.method], 10);
  record.writeUInt32LE(dosTime(file.modifiedAt), 12);
  record.writeUInt32LE(file.crc, 16);
  record.writeUInt32LE(Math.min(file.storedBytes, ZIP64_MARKER), 20);
  record.writeUInt32LE(Math.min(file.bytes, ZIP64_MARKER), 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(FILE_MODE * 0x1_0000, 38);
  record.writeUInt32LE(Math.min(file.offset, ZIP64_MARKER), 42);
  return Buffer.concat([record, name, extra]);
}

/** 4.3.14 to 4.3.16. Writes the ZIP64 records only when needed, because some programs can't read them. */
export function endOfDirectory({ files, bytes, offset }: { files: number; bytes: number; offset: number }): Buffer {
  const needsZip64 = files >= ZIP64_COUNT_MARKER || bytes >= ZIP64_MARKER || offset >= ZIP64_MARKER;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(files, ZIP64_COUNT_MARKER), 8);
  end.writeUInt16LE(Math.min(files, ZIP64_COUNT_MARKER), 10);
  end.writeUInt32LE(Math.min(bytes, ZIP64_MARKER), 12);
  end.writeUInt32LE(Math.min(offset, ZIP64_MARKER), 16);
  if (!needsZip64) return end;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(VERSION_MADE_BY, 12);
  record.writeUInt16LE(ZIP64_VERSION, 14);
  record.writeBigUInt64LE(BigInt(files), 24);
  record.writeBigUInt64LE(BigInt(files), 32);
  record.writeBigUInt64LE(BigInt(bytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

// 4.5.3
function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + index * 8));
  return extra;
}

// Info-ZIP's extended timestamp, because MS-DOS timestamps have no time zone.
function timeExtra(modifiedAt: Date): Buffer {
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  extra.writeInt32LE(Math.floor(modifiedAt.getTime() / 1_000) | 0, 5);
  return extra;
}

// 4.4.6: in UTC, with the time in the lower 16 bits.
function dosTime(modifiedAt: Date): number {
  const year = Math.min(Math.max(modifiedAt.getUTCFullYear(), 1980), 2107);
  const date = ((year - 1980) << 9) | ((modifiedAt.getUTCMonth() + 1) << 5) | modifiedAt.getUTCDate();
  const time = (modifiedAt.getUTCHours() << 11) | (modifiedAt.getUTCMinutes() << 5) | (modifiedAt.getUTCSeconds() >> 1);
  return date * 0x1_0000 + time;
}
