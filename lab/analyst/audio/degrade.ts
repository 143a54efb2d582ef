import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fromBytes, PHONE_RATE, rawArgs, runTool, speechLevel, toBytes, WIDE_RATE, type Samples } from './samples';

/** The effects of a phone line on speech. */
export interface Line {
  codec: 'none' | 'mulaw' | 'gsm' | 'amr' | 'amr-low';
  /** Signal-to-noise ratio in decibels. */
  noiseDb?: number;
  /** Fraction of 20 ms packets lost, in bursts. */
  loss?: number;
  /** Attenuation of the crosstalk from the other side, in decibels. */
  crosstalkDb?: number;
  isMono?: boolean;
}

export const LINES: Readonly<Record<string, Line>> = {
  wide: { codec: 'none' },
  mulaw: { codec: 'mulaw' },
  gsm: { codec: 'gsm' },
  amr: { codec: 'amr' },
  'amr-low': { codec: 'amr-low' },
  'loss-5': { codec: 'mulaw', loss: 0.05 },
  'loss-10': { codec: 'mulaw', loss: 0.1 },
  'loss-20': { codec: 'mulaw', loss: 0.2 },
  'noise-20': { codec: 'mulaw', noiseDb: 20 },
  'noise-10': { codec: 'mulaw', noiseDb: 10 },
  'noise-5': { codec: 'mulaw', noiseDb: 5 },
  crosstalk: { codec: 'mulaw', crosstalkDb: 12 },
  'mono-wide': { codec: 'none', isMono: true },
  'mono-mulaw': { codec: 'mulaw', isMono: true },
  'mono-gsm': { codec: 'gsm', isMono: true },
  bad: { codec: 'gsm', noiseDb: 8, loss: 0.12 },
  ruined: { codec: 'gsm', noiseDb: 0, loss: 0.3 },
};

const PACKET_SECONDS = 0.02;
// Probability that the packet after a lost one is also lost.
const BURST_PROBABILITY = 0.4;

export interface DegradedSides {
  channels: Samples[];
  rate: number;
}

/** Simulates a phone line for both sides of a call. */
export function degrade(
  sides: readonly [Samples, Samples],
  line: Line,
  { folder, random }: { folder: string; random: () => number },
): DegradedSides {
  const [agent, customer] = addCrosstalk(sides, line.crosstalkDb);
  const channels = line.isMono ? [mix(agent, customer, 1)] : [agent, customer];
  const noisyChannels = channels.map((side) =>
    line.noiseDb === undefined ? side : addNoise(side, line.noiseDb, random),
  );
  const rate = line.codec === 'none' ? WIDE_RATE : PHONE_RATE;
  const encodedChannels = noisyChannels.map((side) => applyCodec(side, line.codec, folder));
  const { loss } = line;
  return {
    rate,
    channels:
      loss === undefined ? encodedChannels : encodedChannels.map((side) => dropPackets(side, loss, rate, random)),
  };
}

function addCrosstalk([agent, customer]: readonly [Samples, Samples], db?: number): [Samples, Samples] {
  if (db === undefined) return [agent, customer];
  const gain = 10 ** (-db / 20);
  return [mix(agent, customer, gain), mix(customer, agent, gain)];
}

function mix(a: Samples, b: Samples, gain: number): Samples {
  const length = Math.max(a.length, b.length);
  return Float32Array.from({ length }, (_, index) => (a[index] ?? 0) + gain * (b[index] ?? 0));
}

/** Adds street or machine noise: white noise, stronger at low frequencies. */
export function addNoise(samples: Samples, db: number, random: () => number): Samples {
  let lowFrequency = 0;
  const noise = Float32Array.from(samples, () => {
    const whiteNoise = random() * 2 - 1;
    lowFrequency += 0.08 * (whiteNoise - lowFrequency);
    return whiteNoise * 0.25 + lowFrequency;
  });
  const level = Math.sqrt(noise.reduce((sum, value) => sum + value * value, 0) / Math.max(1, noise.length));
  const gain = speechLevel(samples) / 10 ** (db / 20) / Math.max(level, Number.EPSILON);
  return samples.map((value, index) => value + gain * (noise[index] ?? 0));
}

/** Drops bursts of packets: the first is replaced by a fainter copy of the previous packet, and the rest by silence. */
export function dropPackets(samples: Samples, lossRate: number, rate: number, random: () => number): Samples {
  const size = Math.round(rate * PACKET_SECONDS);
  const result = Float32Array.from(samples);
  // Probability that a burst starts at a given packet, chosen so that the overall loss rate is `lossRate`.
  const burstStartProbability = (lossRate * (1 - BURST_PROBABILITY)) / (1 - lossRate);
  let wasLost = false;
  for (let start = 0; start < result.length; start += size) {
    const isLost: boolean = random() < (wasLost ? BURST_PROBABILITY : burstStartProbability);
    if (isLost)
      for (let index = start; index < Math.min(start + size, result.length); index += 1)
        result[index] = wasLost || start === 0 ? 0 : (samples[index - size] ?? 0) * 0.5;
    wasLost = isLost;
  }
  return result;
}

const AMR_MODES = { amr: '7', 'amr-low': '0' } as const; // 12.2 and 4.75 kbit/s

function applyCodec(samples: Samples, codec: Line['codec'], folder: string): Samples {
  if (codec === 'none') return samples;
  const encodedPath = join(folder, `coded.${codec === 'gsm' ? 'gsm' : codec === 'mulaw' ? 'ul' : 'amr-nb'}`);
  const target = codec === 'gsm' ? ['-t', 'gsm'] : codec === 'mulaw' ? ['-t', 'ul'] : ['-C', AMR_MODES[codec]];
  const bandFilter = ['rate', String(PHONE_RATE), 'highpass', '250'];
  runTool(
    'sox',
    ['-V1', '-D', ...rawArgs(WIDE_RATE), '-', ...target, '-r', String(PHONE_RATE), encodedPath, ...bandFilter],
    toBytes(samples),
  );
  const source = codec === 'mulaw' ? ['-t', 'ul', '-r', String(PHONE_RATE), '-c', '1'] : [];
  runTool('sox', ['-V1', '-D', ...source, encodedPath, ...rawArgs(PHONE_RATE), join(folder, 'decoded.raw')]);
  return fromBytes(readFileSync(join(folder, 'decoded.raw')));
}
