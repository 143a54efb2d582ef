// http://mpgedit.org/mpgedit/mpeg_format/mpeghdr.htm
const KBIT_RATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBIT_RATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const MIN_FRAMES = 3;

/**
 * Whether the bytes contain an MP3 stream at any offset: a stream cut from a longer recording starts in the middle of a
 * frame, and some recorders write zeros first. Requires several consecutive frames, because arbitrary bytes can look
 * like a frame header.
 */
export function hasMp3Frames(bytes: Uint8Array): boolean {
  return bytes.some((_byte, start) => countConsecutiveFrames(bytes, start) >= MIN_FRAMES);
}

function countConsecutiveFrames(bytes: Uint8Array, start: number): number {
  let count = 0;
  for (let offset = start; ; count += 1) {
    const length = frameLength(bytes, offset);
    if (length === undefined || count === MIN_FRAMES) return count;
    offset += length;
  }
}

// Returns the length in bytes of the layer III frame starting here; `undefined` if there isn't one.
function frameLength(bytes: Uint8Array, offset: number): number | undefined {
  const [first = 0, second = 0, third = 0] = bytes.subarray(offset, offset + 3);
  const isLayer3 = first === 0xff && (second & 0xe6) === 0xe2;
  const version = (second >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const kbitRate = (version === 3 ? KBIT_RATES_V1 : KBIT_RATES_V2)[third >> 4];
  const sampleRate = SAMPLE_RATES[(third >> 2) & 3];
  if (!isLayer3 || version === 1 || !kbitRate || !sampleRate) return undefined;
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4;
  const coefficient = version === 3 ? 144 : 72;
  return Math.floor((coefficient * kbitRate * 1_000 * divisor) / sampleRate) + ((third >> 1) & 1);
}
