import { open, type FileHandle } from 'node:fs/promises';

/** A WAV file inside a file: one of several that were joined, or the only one. */
export interface WavPart {
  /** In bytes from the start of the file. */
  start: number;
  end: number;
  /** The samples that its header promises, as a multiple of those that are there. */
  promised: number;
  /** Whether samples follow after those that its header counts. */
  isLonger: boolean;
}

interface Chunk {
  id: string;
  size: number;
}

const HEADER_BYTES = 8;
const RIFF_BYTES = 12;
// A recorder that has not finished, or that writes to a pipe, leaves 0 or a size like this.
const UNKNOWN_SIZE = 0x7fff_0000;
// What follows the samples: chunks with names, until the end or the next file.
const CHUNK_NAME = /^[\x20-\x7e]{4}$/;
// A file with more of them is not read header by header.
const MAX_CHUNKS = 200;
const MAX_PARTS = 20;

/** The WAV files that were joined to this one. Recorders do so when a call is transferred. */
export async function findWavParts(path: string): Promise<WavPart[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const parts: WavPart[] = [];
    for (let start = 0; start + RIFF_BYTES < size;) {
      const part =
        parts.length < MAX_PARTS - 1 ? await readPart(file, start, size) : { ...rest(start, size), isLonger: true };
      parts.push(part);
      start = part.end;
    }
    return parts;
  } finally {
    await file.close();
  }
}

/** Whether the first header tells of all samples. Without parts, the file is no WAV file. */
export function isPlainWav(parts: readonly WavPart[]): boolean {
  return parts.length < 2 && parts.every(({ isLonger }) => !isLonger);
}

function rest(start: number, size: number): WavPart {
  return { start, end: size, promised: 1, isLonger: false };
}

async function readPart(file: FileHandle, start: number, size: number): Promise<WavPart> {
  let at = start + RIFF_BYTES;
  let chunk = await readChunk(file, at, size);
  for (let count = 0; chunk && chunk.id !== 'data' && count < MAX_CHUNKS; count += 1) {
    at += HEADER_BYTES + chunk.size + (chunk.size % 2);
    chunk = await readChunk(file, at, size);
  }
  const whole = rest(start, size);
  if (chunk?.id !== 'data') return whole;
  at += HEADER_BYTES;
  if (chunk.size === 0 || chunk.size >= UNKNOWN_SIZE) return { ...whole, isLonger: chunk.size === 0 };
  const samplesEnd = at + chunk.size;
  if (samplesEnd >= size) return { ...whole, promised: chunk.size / Math.max(size - at, 1) };
  // The byte that makes a size even is often left out.
  for (const from of new Set([samplesEnd + (chunk.size % 2), samplesEnd])) {
    const end = await endOfChunks(file, from, size);
    if (end !== undefined) return { ...whole, end };
  }
  return { ...whole, isLonger: true };
}

// Undefined where samples follow instead of chunks.
async function endOfChunks(file: FileHandle, from: number, size: number): Promise<number | undefined> {
  let at = from;
  for (let count = 0; at + HEADER_BYTES <= size; count += 1) {
    if (count === MAX_CHUNKS) return undefined;
    if (await isWav(file, at)) return at;
    const chunk = await readChunk(file, at, size);
    if (!chunk || !CHUNK_NAME.test(chunk.id) || at + HEADER_BYTES + chunk.size > size) return undefined;
    at += HEADER_BYTES + chunk.size + (chunk.size % 2);
  }
  return size;
}

async function isWav(file: FileHandle, at: number): Promise<boolean> {
  const bytes = Buffer.alloc(RIFF_BYTES);
  await file.read(bytes, 0, RIFF_BYTES, at);
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8) === 'WAVE';
}

async function readChunk(file: FileHandle, at: number, size: number): Promise<Chunk | undefined> {
  if (at + HEADER_BYTES > size) return undefined;
  const bytes = Buffer.alloc(HEADER_BYTES);
  await file.read(bytes, 0, HEADER_BYTES, at);
  return { id: bytes.toString('latin1', 0, 4), size: bytes.readUInt32LE(4) };
}
