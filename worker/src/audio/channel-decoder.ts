import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { FrameTrack, SAMPLE_RATE } from './frame-track';
import { PcmFile } from './pcm-file';

const BYTES_PER_SAMPLE = 2;
// One second, which is a whole number of frames.
const BLOCK_SAMPLES = SAMPLE_RATE;

/** Splits interleaved 16 kHz samples into a file and a measurement track per channel. */
export class ChannelDecoder {
  readonly tracks: FrameTrack[];
  // Samples measured so far per channel.
  sampleCount = 0;
  private readonly channelSamples: Int16Array[];
  private readonly block: Uint8Array;
  private filledBytes = 0;

  private constructor(
    private readonly workDir: string,
    private readonly files: PcmFile[],
  ) {
    this.tracks = files.map(() => new FrameTrack());
    this.channelSamples = files.map(() => new Int16Array(BLOCK_SAMPLES));
    this.block = new Uint8Array(BLOCK_SAMPLES * files.length * BYTES_PER_SAMPLE);
  }

  static async create(workDir: string, channelCount: 1 | 2): Promise<ChannelDecoder> {
    const files: PcmFile[] = [];
    for (let index = 0; index < channelCount; index += 1) files.push(await PcmFile.create(pcmPath(workDir, index)));
    return new ChannelDecoder(workDir, files);
  }

  /** Samples per channel, including those not measured yet. */
  get decodedCount(): number {
    return this.sampleCount + Math.floor(this.filledBytes / (BYTES_PER_SAMPLE * this.files.length));
  }

  pcmPath(index: number): string {
    return pcmPath(this.workDir, index);
  }

  /** Consumes interleaved signed 16-bit little-endian samples that follow those of the previous streams. */
  async read(stream: Readable): Promise<void> {
    const { block } = this;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      for (let offset = 0; offset < chunk.length;) {
        const copiedBytes = Math.min(chunk.length - offset, block.length - this.filledBytes);
        block.set(chunk.subarray(offset, offset + copiedBytes), this.filledBytes);
        offset += copiedBytes;
        this.filledBytes += copiedBytes;
        if (this.filledBytes < block.length) continue;
        await this.processBlock(block);
        this.filledBytes = 0;
      }
    }
  }

  /** Measures the remaining samples. */
  async finish(): Promise<void> {
    await this.processBlock(this.block.subarray(0, this.filledBytes));
    this.filledBytes = 0;
  }

  async close(): Promise<void> {
    for (const file of this.files) await file.close();
  }

  private async processBlock(bytes: Uint8Array): Promise<void> {
    const channelCount = this.files.length;
    const length = Math.floor(bytes.length / (BYTES_PER_SAMPLE * channelCount));
    const interleaved = new Int16Array(bytes.buffer, bytes.byteOffset, length * channelCount);
    const channels = this.channelSamples.map((samples, channel) => {
      for (let i = 0; i < length; i += 1) samples[i] = interleaved[i * channelCount + channel]!;
      return samples.subarray(0, length);
    });
    for (const [index, samples] of channels.entries()) {
      this.tracks[index]!.push(samples);
      await this.files[index]!.append(samples);
    }
    this.sampleCount += length;
  }
}

function pcmPath(workDir: string, index: number): string {
  return join(workDir, `channel-${index}.pcm`);
}
