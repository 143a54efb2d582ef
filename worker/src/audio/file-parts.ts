import { open, type FileHandle } from 'node:fs/promises';

import type { RecordingProbe } from './probe-recording';

/** One of the files joined into this one, or the file itself. */
export interface FilePart {
  /** Byte offset from the start of the file. */
  start: number;
  end: number;
  /** How many samples the WAV header declares, as a multiple of the actual number. */
  declaredRatio?: number;
  /** Whether the file has more samples than the header declares. */
  isLongerThanDeclared: boolean;
  /** Whether it uses the large-file WAV format, which few players support. */
  isRf64?: boolean;
}

interface Chunk {
  id: string;
  size: number;
}

const HEADER_BYTES = 8;
const RIFF_BYTES = 12;
const BOX_BYTES = 16;
// A recorder that hasn't finished, or that writes to a pipe, leaves 0 or a size like this.
const UNKNOWN_SIZE = 0x7fff_0000;
// Named chunks follow the samples, up to the end of the file or the next joined file.
const CHUNK_NAME = /^[\x20-\x7e]{4}$/;
// Files with more chunks than this aren't read header by header.
const MAX_CHUNKS = 200;
const MAX_PARTS = 20;

const PART_READERS: Partial<Record<string, (file: FileHandle, start: number, size: number) => Promise<FilePart>>> = {
  wav: readWav,
  'mov,mp4,m4a,3gp,3g2,mj2': readMp4,
};

/**
 * Finds the files that a recorder joined into this one, such as when a call was transferred. Empty if ordinary readers
 * continue past the first file.
 */
export async function findParts(path: string, { format }: Pick<RecordingProbe, 'format'>): Promise<FilePart[]> {
  const readPart = PART_READERS[format.container];
  if (!readPart) return [];
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const parts: FilePart[] = [];
    for (let start = 0; start + RIFF_BYTES < size;) {
      const isLast = parts.length === MAX_PARTS - 1;
      const part = isLast ? remainingPart(start, size, true) : await readPart(file, start, size);
      parts.push(part);
      start = part.end;
    }
    return parts;
  } finally {
    await file.close();
  }
}

/** Whether the first header covers all samples. */
export function isSingleFile(parts: readonly FilePart[]): boolean {
  return parts.length < 2 && parts.every(({ isLongerThanDeclared }) => !isLongerThanDeclared);
}

function remainingPart(start: number, size: number, isLongerThanDeclared = false): FilePart {
  return { start, end: size, declaredRatio: 1, isLongerThanDeclared };
}

async function readWav(file: FileHandle, start: number, size: number): Promise<FilePart> {
  let offset = start + RIFF_BYTES;
  let chunk = await readChunk(file, offset, size);
  for (let count = 0; chunk && chunk.id !== 'data' && count < MAX_CHUNKS; count += 1) {
    offset += HEADER_BYTES + chunk.size + (chunk.size % 2);
    chunk = await readChunk(file, offset, size);
  }
  const { id } = (await readChunk(file, start, size)) ?? {};
  const fullPart = { ...remainingPart(start, size), isRf64: id === 'RF64' };
  if (chunk?.id !== 'data') return fullPart;
  offset += HEADER_BYTES;
  if (chunk.size === 0 || chunk.size >= UNKNOWN_SIZE) return { ...fullPart, isLongerThanDeclared: chunk.size === 0 };
  const samplesEnd = offset + chunk.size;
  if (samplesEnd >= size) return { ...fullPart, declaredRatio: chunk.size / Math.max(size - offset, 1) };
  // The padding byte after an odd size is often missing.
  for (const chunksStart of new Set([samplesEnd + (chunk.size % 2), samplesEnd])) {
    const end = await findChunksEnd(file, chunksStart, size);
    if (end !== undefined) return { ...fullPart, end };
  }
  return { ...fullPart, isLongerThanDeclared: true };
}

// Reads boxes up to the start of another file. ISO 14496-12, 4.2
async function readMp4(file: FileHandle, start: number, size: number): Promise<FilePart> {
  let hasIndex = false;
  let offset = start;
  for (let count = 0; count < MAX_CHUNKS && offset + BOX_BYTES <= size; count += 1) {
    const bytes = Buffer.alloc(BOX_BYTES);
    await file.read(bytes, 0, BOX_BYTES, offset);
    const type = bytes.toString('latin1', 4, 8);
    if (type === 'ftyp' && hasIndex) return { start, end: offset, isLongerThanDeclared: false };
    hasIndex ||= type === 'moov';
    const declared = bytes.readUInt32BE(0);
    const length = declared === 1 ? Number(bytes.readBigUInt64BE(8)) : declared;
    if (length < HEADER_BYTES) break; // a box of size 0 extends to the end of the file
    offset += length;
  }
  return { start, end: size, isLongerThanDeclared: false };
}

// Returns undefined if the samples are followed by more samples instead of chunks, or by too many chunks.
async function findChunksEnd(file: FileHandle, chunksStart: number, size: number): Promise<number | undefined> {
  let offset = chunksStart;
  for (let count = 0; offset + HEADER_BYTES <= size; count += 1) {
    if (count === MAX_CHUNKS) return undefined;
    if (await isWav(file, offset)) return offset;
    const chunk = await readChunk(file, offset, size);
    if (!chunk || !CHUNK_NAME.test(chunk.id) || offset + HEADER_BYTES + chunk.size > size) return undefined;
    offset += HEADER_BYTES + chunk.size + (chunk.size % 2);
  }
  return size;
}

async function isWav(file: FileHandle, offset: number): Promise<boolean> {
  const bytes = Buffer.alloc(RIFF_BYTES);
  await file.read(bytes, 0, RIFF_BYTES, offset);
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8) === 'WAVE';
}

async function readChunk(file: FileHandle, offset: number, size: number): Promise<Chunk | undefined> {
  if (offset + HEADER_BYTES > size) return undefined;
  const bytes = Buffer.alloc(HEADER_BYTES);
  await file.read(bytes, 0, HEADER_BYTES, offset);
  return { id: bytes.toString('latin1', 0, 4), size: bytes.readUInt32LE(4) };
}
