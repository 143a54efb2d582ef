export type StereoKind = 'two_sides' | 'alike' | 'only_left' | 'only_right';

// A channel this far below the other (40 dB, as power) or below -66 dBFS is empty.
const SILENT_SHARE = 1e-4;
const SILENT_MEAN_POWER = (32_768 * 10 ** (-66 / 20)) ** 2;
// Copies correlate by 1; the rest is for lossy codecs and noise. The two sides of a call hardly correlate.
const ALIKE_CORRELATION = 0.95;
// Delayed or filtered copies do not correlate, but are equally loud at the same times.
const ALIKE_LOUDNESS_SHARE = 0.9;
const ALIKE_LOUDNESS_RATIO = 2;
// Samples per loudness value: half a second, much longer than the delay between copies.
const LOUDNESS_SAMPLES = 8_000;

/** Compares two channels during decoding, to distinguish real stereo from duplicated mono. */
export class ChannelComparison {
  private sampleCount = 0;
  private leftPower = 0;
  private rightPower = 0;
  private product = 0;
  private loudBlocks = 0;
  private equallyLoudBlocks = 0;

  push(left: Int16Array, right: Int16Array): void {
    for (let start = 0; start < left.length; start += LOUDNESS_SAMPLES) {
      this.pushBlock(left, right, start, Math.min(start + LOUDNESS_SAMPLES, left.length));
    }
    this.sampleCount += left.length;
  }

  private pushBlock(left: Int16Array, right: Int16Array, start: number, end: number): void {
    let leftPower = 0;
    let rightPower = 0;
    for (let i = start; i < end; i += 1) {
      const l = left[i]!;
      const r = right[i]!;
      leftPower += l * l;
      rightPower += r * r;
      this.product += l * r;
    }
    this.leftPower += leftPower;
    this.rightPower += rightPower;
    const louder = Math.max(leftPower, rightPower);
    if (louder < SILENT_MEAN_POWER * (end - start) * 100) return;
    this.loudBlocks += 1;
    if (louder <= ALIKE_LOUDNESS_RATIO * Math.min(leftPower, rightPower)) this.equallyLoudBlocks += 1;
  }

  result(): StereoKind {
    const floor = SILENT_MEAN_POWER * this.sampleCount;
    if (this.rightPower <= Math.max(floor, this.leftPower * SILENT_SHARE)) return 'only_left';
    if (this.leftPower <= Math.max(floor, this.rightPower * SILENT_SHARE)) return 'only_right';
    const correlation = Math.abs(this.product) / Math.sqrt(this.leftPower * this.rightPower);
    const equallyLoud = this.loudBlocks > 0 && this.equallyLoudBlocks / this.loudBlocks >= ALIKE_LOUDNESS_SHARE;
    return correlation >= ALIKE_CORRELATION || equallyLoud ? 'alike' : 'two_sides';
  }
}
