import { open, type FileHandle } from 'node:fs/promises';

// Field numbers in onnx.proto3.
const METADATA_PROPS = 14;
const KEY = 1;
const VALUE = 2;
// Protocol Buffers wire types.
const LENGTH_DELIMITED = 2;
const VARINT = 0;
// Fits the longest possible tag and length: two ten-byte varints.
const HEADER_BYTES = 20;
const MAX_PROPERTY_BYTES = 1024 * 1024;

/**
 * Reads the properties of an ONNX file, such as `model_type`, without reading its weights.
 * @returns an empty map if the file isn't a complete ONNX model
 */
export async function readOnnxMetadata(path: string): Promise<ReadonlyMap<string, string>> {
  const file = await open(path, 'r');
  try {
    return await readProperties(file);
  } finally {
    await file.close();
  }
}

async function readProperties(file: FileHandle): Promise<Map<string, string>> {
  const { size } = await file.stat();
  const properties = new Map<string, string>();
  for (let position = 0; position < size;) {
    const field = readField(await readBytes(file, position, Math.min(HEADER_BYTES, size - position)), 0);
    if (!field || position + field.end > size) return new Map();
    const byteCount = field.end - field.start;
    if (field.number === METADATA_PROPS && byteCount <= MAX_PROPERTY_BYTES) {
      const { key, value } = readProperty(await readBytes(file, position + field.start, byteCount));
      properties.set(key, value);
    }
    position += field.end;
  }
  return properties;
}

function readProperty(bytes: Buffer): { key: string; value: string } {
  const texts = new Map<number, string>();
  for (let offset = 0; offset < bytes.length;) {
    const field = readField(bytes, offset);
    if (!field) break;
    texts.set(field.number, bytes.toString('utf8', field.start, field.end));
    offset = field.end;
  }
  return { key: texts.get(KEY) ?? '', value: texts.get(VALUE) ?? '' };
}

// Returns the offsets of the field's contents, or undefined if its header is cut off or its type isn't used in these
// messages.
function readField(bytes: Buffer, offset: number): { number: number; start: number; end: number } | undefined {
  const tag = readVarint(bytes, offset);
  const value = tag && readVarint(bytes, tag.end);
  if (!tag || !value) return undefined;
  const number = Math.floor(tag.value / 8);
  const wireType = tag.value % 8;
  if (wireType === VARINT) return { number, start: tag.end, end: value.end };
  if (wireType === LENGTH_DELIMITED) return { number, start: value.end, end: value.end + value.value };
  return undefined;
}

function readVarint(bytes: Buffer, offset: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let index = offset; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    value += (byte % 128) * 128 ** (index - offset);
    if (byte < 128) return { value, end: index + 1 };
  }
  return undefined;
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}
