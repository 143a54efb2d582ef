import { readFile } from 'node:fs/promises';

import type { RecordingProbe } from './probe-recording';

interface FrameFormat {
  /** Returns the length of the frame with this header, or undefined for other data. */
  lengthAt: (bytes: Buffer, offset: number) => number | undefined;
}

const HEADER_BYTES = 4;
// Layer III bit rates in kbit/s, for MPEG 1 and for MPEG 2 and 2.5. ISO 11172-3, 2.4.2.3
const MPEG_1_KBIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG_2_KBIT_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

const MP3: FrameFormat = {
  lengthAt: (bytes, offset) => {
    const [sync = 0, version = 0, rates = 0] = [bytes[offset], bytes[offset + 1], bytes[offset + 2]];
    // Only layer III is supported.
    if (sync !== 0xff || (version & 0xe6) !== 0xe2) return undefined;
    const generation = (version >> 3) & 3;
    const rate = (generation === 3 ? MPEG_1_KBIT_RATES : MPEG_2_KBIT_RATES)[rates >> 4];
    const sampleRate = SAMPLE_RATES[(rates >> 2) & 3];
    if (generation === 1 || !rate || sampleRate === undefined) return undefined;
    const divisor = [4, 0, 2, 1][generation]!;
    const padding = (rates >> 1) & 1;
    return Math.floor(((generation === 3 ? 144_000 : 72_000) * rate) / (sampleRate / divisor)) + padding;
  },
};

// ADTS. ISO 13818-7, 6.2
const AAC: FrameFormat = {
  lengthAt: (bytes, offset) => {
    if (bytes[offset] !== 0xff || ((bytes[offset + 1] ?? 0) & 0xf6) !== 0xf0) return undefined;
    const length =
      (((bytes[offset + 3] ?? 0) & 3) << 11) | ((bytes[offset + 4] ?? 0) << 3) | ((bytes[offset + 5] ?? 0) >> 5);
    return length > HEADER_BYTES ? length : undefined;
  },
};

const FRAME_FORMATS: Partial<Record<string, FrameFormat>> = { mp3: MP3, aac: AAC };

/**
 * How much longer a file of frames without a table of contents would be if all of its bytes were frames, as a factor:
 * 1.5 if a third is damaged. Ignores bytes before the first frame. 1 for other files.
 */
export async function computeLengthFactor(path: string, { format }: Pick<RecordingProbe, 'format'>): Promise<number> {
  const frameFormat = FRAME_FORMATS[format.container];
  if (!frameFormat) return 1;
  const bytes = await readFile(path);
  let coveredBytes = 0;
  let firstOffset: number | undefined;
  for (let offset = 0; offset + HEADER_BYTES < bytes.length;) {
    const length = frameFormat.lengthAt(bytes, offset);
    // A header that isn't followed by another may be a coincidence.
    if (
      length === undefined ||
      (offset + length < bytes.length && frameFormat.lengthAt(bytes, offset + length) === undefined)
    ) {
      offset += 1;
      continue;
    }
    firstOffset ??= offset;
    coveredBytes += length;
    offset += length;
  }
  return firstOffset === undefined || coveredBytes === 0 ? 1 : Math.max((bytes.length - firstOffset) / coveredBytes, 1);
}
