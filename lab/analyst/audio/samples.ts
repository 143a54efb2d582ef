import { spawnSync } from 'node:child_process';

/** One channel's samples, from -1 to 1. */
export type Samples = Float32Array;

/** Sample rate for speech synthesis and mixing. */
export const WIDE_RATE = 16_000;
export const PHONE_RATE = 8_000;

const FULL_SCALE = 32_767;
// Quieter blocks are treated as pauses.
const PAUSE_LEVEL = 0.01;
const BLOCK_SAMPLES = 320;
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/** Runs a program until it exits. @throws Error with the program's output if it fails */
export function runTool(command: string, args: readonly string[], input?: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync(command, args, { input, maxBuffer: MAX_OUTPUT_BYTES });
  if (error) throw new Error(`${command} failed to run: ${error.message}`);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr.toString().slice(-500)}`);
  return stdout;
}

export function rawArgs(rate: number): string[] {
  return ['-t', 'raw', '-r', String(rate), '-c', '1', '-e', 'signed', '-b', '16'];
}

export function toBytes(samples: Samples): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  samples.forEach((value, index) => {
    bytes.writeInt16LE(Math.round(Math.min(1, Math.max(-1, value)) * FULL_SCALE), index * 2);
  });
  return bytes;
}

export function fromBytes(bytes: Buffer): Samples {
  return Float32Array.from(
    { length: Math.floor(bytes.length / 2) },
    (_, index) => bytes.readInt16LE(index * 2) / FULL_SCALE,
  );
}

/** Root mean square of the blocks that aren't pauses; 0 for silence. */
export function speechLevel(samples: Samples): number {
  let power = 0;
  let count = 0;
  for (let start = 0; start < samples.length; start += BLOCK_SAMPLES) {
    const block = samples.subarray(start, start + BLOCK_SAMPLES);
    const blockPower = block.reduce((sum, value) => sum + value * value, 0);
    if (Math.sqrt(blockPower / block.length) < PAUSE_LEVEL) continue;
    power += blockPower;
    count += block.length;
  }
  return count === 0 ? 0 : Math.sqrt(power / count);
}

/** A 16-bit WAV file with these channels. */
export function wavFile(channels: readonly Samples[], rate: number): Buffer {
  const length = Math.max(...channels.map((channel) => channel.length));
  const interleaved = new Float32Array(length * channels.length);
  channels.forEach((channel, index) => {
    channel.forEach((value, i) => {
      interleaved[i * channels.length + index] = value;
    });
  });
  const data = toBytes(interleaved);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels.length, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * channels.length * 2, 28);
  header.writeUInt16LE(channels.length * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
