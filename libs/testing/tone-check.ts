import { execFileSync } from 'node:child_process';

const RATE = 8_000;
const CHANNELS = 2;
const TONE_HZ = 1_000;
// Wide enough for AMR, which reproduces a tone only approximately.
const TONE_WIDTH_HZ = 110;
const BLOCK = RATE / 10;
const FRAME = RATE / 50;

/** Measurements of recordings, decoded to 8 kHz by ffmpeg. Times are in milliseconds. */
export interface ToneCheck {
  /** Fraction of the power at 1 kHz, in the tenth of a second where it's lowest. */
  toneShare: (path: string, channel: 0 | 1, startMs: number, endMs: number) => number;
  /** Mean difference between two recordings, in 16-bit steps; 0 if all samples are equal. */
  loudness: (a: string, b: string, startMs: number, endMs: number) => number;
  /** Sound length. */
  seconds: (path: string) => number;
  /** 1: equally loud at the same times, within hundredths of a second. */
  correlation: (a: string, b: string, channel: 0 | 1, startMs: number, endMs: number) => number;
}

export function useToneCheck(): ToneCheck {
  const decoded = new Map<string, Int16Array>();
  afterEach(() => decoded.clear());

  function loadSound(path: string): Int16Array {
    let found = decoded.get(path);
    if (!found) decoded.set(path, (found = decodeSound(path)));
    return found;
  }

  function readSamples(path: string, channel: 0 | 1, startMs: number, endMs: number): Float64Array {
    const sound = loadSound(path);
    const from = Math.round((startMs * RATE) / 1_000);
    const samples = new Float64Array(Math.round((endMs * RATE) / 1_000) - from);
    for (let at = 0; at < samples.length; at += 1) samples[at] = sound[(from + at) * CHANNELS + channel] ?? 0;
    return samples;
  }

  return {
    toneShare: (path, channel, startMs, endMs) => {
      const samples = readSamples(path, channel, startMs, endMs);
      const shares: number[] = [];
      for (let at = 0; at + BLOCK <= samples.length; at += BLOCK)
        shares.push(computeToneShare(samples.subarray(at, at + BLOCK)));
      return Math.min(...shares);
    },
    loudness: (a, b, startMs, endMs) => {
      let difference = 0;
      for (const channel of [0, 1] as const) {
        const [before, after] = [readSamples(a, channel, startMs, endMs), readSamples(b, channel, startMs, endMs)];
        before.forEach((sample, at) => (difference += Math.abs(sample - after[at]!) / before.length));
      }
      return difference;
    },
    seconds: (path) => loadSound(path).length / CHANNELS / RATE,
    correlation: (a, b, channel, startMs, endMs) => {
      const [before, after] = [a, b].map((path) => computeLevels(readSamples(path, channel, startMs, endMs))) as [
        Float64Array,
        Float64Array,
      ];
      return dotProduct(before, after) / Math.sqrt(dotProduct(before, before) * dotProduct(after, after));
    },
  };
}

function decodeSound(path: string): Int16Array {
  const args = ['-v', 'error', '-i', path, '-ac', String(CHANNELS), '-ar', String(RATE), '-f', 's16le', '-'];
  const stereo = execFileSync('ffmpeg', args, { maxBuffer: 1e9 });
  return new Int16Array(stereo.buffer, stereo.byteOffset, stereo.length >> 1);
}

// Fraction for the strongest frequency near the tone, by the Goertzel algorithm.
function computeToneShare(samples: Float64Array): number {
  let power = 0;
  for (let hz = TONE_HZ - TONE_WIDTH_HZ; hz <= TONE_HZ + TONE_WIDTH_HZ; hz += 10) {
    const coefficient = 2 * Math.cos((2 * Math.PI * hz) / RATE);
    let [last, beforeLast] = [0, 0];
    for (const sample of samples) [last, beforeLast] = [sample + coefficient * last - beforeLast, last];
    const square = last * last + beforeLast * beforeLast - coefficient * last * beforeLast;
    power = Math.max(power, (2 * square) / samples.length);
  }
  return power === 0 ? 0 : power / dotProduct(samples, samples);
}

// Deviations from the mean.
function computeLevels(samples: Float64Array): Float64Array {
  const levels = Float64Array.from({ length: Math.floor(samples.length / FRAME) }, (_, at) => {
    const frame = samples.subarray(at * FRAME, (at + 1) * FRAME);
    return Math.sqrt(dotProduct(frame, frame) / FRAME);
  });
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return levels.map((level) => level - mean);
}

function dotProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
}
