import type { TimeRange } from '@ringwell/domain/redaction/time-range';

interface AmrKind {
  magic: Buffer;
  /** Frame size in bytes after the header, by frame type. RFC 4867, section 5.3 */
  sizes: readonly number[];
  /** A frame that sounds like a tone when repeated. */
  tone: Buffer;
}

const FRAME_MS = 20;

// Found by experiment: the steadiest sound near 1 kHz at each band's highest rate.
const KINDS: readonly AmrKind[] = [
  {
    magic: Buffer.from('#!AMR-WB\n', 'latin1'),
    sizes: [17, 23, 32, 36, 40, 46, 50, 58, 60, 5, 0, 0, 0, 0, 0, 0],
    tone: Buffer.from(
      '4407f3d8dde535d72b82c907b63ddd8166558be0c05f386f47bbaa6bedb9b6145733f87f8e4b27c1280fe0174af1e1696dd507ce930364ab201f0810f5',
      'hex',
    ),
  },
  {
    magic: Buffer.from('#!AMR\n', 'latin1'),
    sizes: [12, 13, 15, 17, 19, 20, 26, 31, 5, 6, 5, 5, 0, 0, 0, 0],
    tone: Buffer.from('3cb415eb9c0f4980a731a43832f3d43614b0d0323975582c2dd75c695d5c21fd', 'hex'),
  },
];

function findKind(bytes: Buffer): AmrKind | undefined {
  return KINDS.find(({ magic }) => bytes.subarray(0, magic.length).equals(magic));
}

/** Whether this is a single-channel AMR file. */
export function isAmr(bytes: Buffer): boolean {
  return findKind(bytes) !== undefined;
}

/** Replaces the frames in the ranges and leaves all others unchanged. */
export function addTonesToAmr(bytes: Buffer, ranges: readonly TimeRange[]): Buffer {
  const kind = findKind(bytes);
  if (!kind) throw new Error('This is not a single-channel AMR file.');
  const buffers: Buffer[] = [kind.magic];
  let rangeIndex = 0;
  for (let offset = kind.magic.length, ms = 0; offset < bytes.length; ms += FRAME_MS) {
    const end = offset + 1 + kind.sizes[(bytes[offset]! >> 3) & 15]!;
    while (rangeIndex < ranges.length && ranges[rangeIndex]!.endMs <= ms) rangeIndex += 1;
    const needsTone = rangeIndex < ranges.length && ranges[rangeIndex]!.startMs < ms + FRAME_MS;
    buffers.push(needsTone ? kind.tone : bytes.subarray(offset, end));
    offset = end;
  }
  return Buffer.concat(buffers);
}
