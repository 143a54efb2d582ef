import { execFileSync } from 'node:child_process';

const SAMPLE_RATE = 8_000;
const CHANNELS = 2;
const TONE_HZ = 1_000;
// Wide enough for AMR, which reproduces a tone only approximately.
const TONE_WIDTH_HZ = 110;
const BLOCK_SAMPLES = SAMPLE_RATE / 10;
const FRAME_SAMPLES = SAMPLE_RATE / 50;

/** Measurements of recordings, decoded to 8 kHz by ffmpeg. Times are in milliseconds. */
export interface ToneCheck {
  /** Fraction of the power at 1 kHz, in the tenth of a second where it's lowest. */
  measureToneFraction: (path: string, channel: 0 | 1, startMs: number, endMs: number) => number;
  /** Mean difference between two recordings, in 16-bit steps; 0 if all samples are equal. */
  measureDifference: (a: string, b: string, startMs: number, endMs: number) => number;
  /** The length of the sound, in seconds. */
  measureSeconds: (path: string) => number;
  /** How similar the loudness is over time; 1 if equally loud at the same times, within hundredths of a second. */
  measureCorrelation: (a: string, b: string, channel: 0 | 1, startMs: number, endMs: number) => number;
}

export function useToneCheck(): ToneCheck {
  const decodedSounds = new Map<string, Int16Array>();
  afterEach(() => decodedSounds.clear());

  function loadSound(path: string): Int16Array {
    let sound = decodedSounds.get(path);
    if (!sound) decodedSounds.set(path, (sound = decodeSound(path)));
    return sound;
  }

  function readSamples(path: string, channel: 0 | 1, startMs: number, endMs: number): Float64Array {
    const sound = loadSound(path);
    const from = Math.round((startMs * SAMPLE_RATE) / 1_000);
    const samples = new Float64Array(Math.round((endMs * SAMPLE_RATE) / 1_000) - from);
    for (let index = 0; index < samples.length; index += 1)
      samples[index] = sound[(from + index) * CHANNELS + channel] ?? 0;
    return samples;
  }

  return {
    measureToneFraction: (path, channel, startMs, endMs) => {
      const samples = readSamples(path, channel, startMs, endMs);
      const fractions: number[] = [];
      for (let index = 0; index + BLOCK_SAMPLES <= samples.length; index += BLOCK_SAMPLES)
        fractions.push(computeToneFraction(samples.subarray(index, index + BLOCK_SAMPLES)));
      return Math.min(...fractions);
    },
    measureDifference: (a, b, startMs, endMs) => {
      let difference = 0;
      for (const channel of [0, 1] as const) {
        const [samplesA, samplesB] = [readSamples(a, channel, startMs, endMs), readSamples(b, channel, startMs, endMs)];
        samplesA.forEach((sample, index) => (difference += Math.abs(sample - samplesB[index]!) / samplesA.length));
      }
      return difference;
    },
    measureSeconds: (path) => loadSound(path).length / CHANNELS / SAMPLE_RATE,
    measureCorrelation: (a, b, channel, startMs, endMs) => {
      const [levelsA, levelsB] = [a, b].map((path) => computeLevels(readSamples(path, channel, startMs, endMs))) as [
        Float64Array,
        Float64Array,
      ];
      return dotProduct(levelsA, levelsB) / Math.sqrt(dotProduct(levelsA, levelsA) * dotProduct(levelsB, levelsB));
    },
  };
}

function decodeSound(path: string): Int16Array {
  const args = ['-v', 'error', '-i', path, '-ac', String(CHANNELS), '-ar', String(SAMPLE_RATE), '-f', 's16le', '-'];
  const stereo = execFileSync('ffmpeg', args, { maxBuffer: 1e9 });
  return new Int16Array(stereo.buffer, stereo.byteOffset, stereo.length >> 1);
}

// Returns the fraction for the strongest frequency near the tone, by the Goertzel algorithm.
function computeToneFraction(samples: Float64Array): number {
  let power = 0;
  for (let hz = TONE_HZ - TONE_WIDTH_HZ; hz <= TONE_HZ + TONE_WIDTH_HZ; hz += 10) {
    const coefficient = 2 * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);
    let [previous, secondPrevious] = [0, 0];
    for (const sample of samples)
      [previous, secondPrevious] = [sample + coefficient * previous - secondPrevious, previous];
    const magnitudeSquared =
      previous * previous + secondPrevious * secondPrevious - coefficient * previous * secondPrevious;
    power = Math.max(power, (2 * magnitudeSquared) / samples.length);
  }
  return power === 0 ? 0 : power / dotProduct(samples, samples);
}

// Returns the loudness of each frame, as deviations from the mean.
function computeLevels(samples: Float64Array): Float64Array {
  const levels = Float64Array.from({ length: Math.floor(samples.length / FRAME_SAMPLES) }, (_, index) => {
    const frame = samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES);
    return Math.sqrt(dotProduct(frame, frame) / FRAME_SAMPLES);
  });
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return levels.map((level) => level - mean);
}

function dotProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}
