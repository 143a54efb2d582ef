import { powerSpectrum, SPECTRUM_SAMPLES } from './spectrum';

export const SAMPLE_RATE = 16_000;
export const FRAME_SAMPLES = 320;
export const FRAME_MS = 20;
export const PCM_BYTES_PER_MS = (SAMPLE_RATE * 2) / 1_000;

const BIN_HZ = SAMPLE_RATE / SPECTRUM_SAMPLES;
// The telephone band, excluding power-line hum and its first harmonics.
const FIRST_BIN = Math.ceil(230 / BIN_HZ);
const LAST_BIN = Math.floor(3_700 / BIN_HZ);
// Bins that a Hann-windowed tone spreads to on either side.
const TONE_SPREAD = 2;

// Frames that peak below this (-62 dBFS) are treated as silence and not analyzed.
const SILENT_PEAK = 26;
// Level 0 is -96 dBFS, the smallest step of 16 bits; one unit is half a decibel.
const LEVELS_PER_DB = 2;
const LOWEST_DB = -96;
// Scales the windowed spectrum of a full-scale sine to 0 dBFS.
const FULL_SCALE_POWER = 3 * ((32_768 * SPECTRUM_SAMPLES) / 4) ** 2;

/** Converts dBFS to the unit used by `FrameTrack.levels`. */
export function dbToLevel(db: number): number {
  return Math.min(Math.max(Math.round((db - LOWEST_DB) * LEVELS_PER_DB), 0), 255);
}

/**
 * A channel's measurements, one byte each per 20 ms: enough to detect speech and draw a waveform without the samples
 * (less than 4 MB for four hours).
 */
export class FrameTrack {
  frameCount = 0;
  /** Peak, 0 to 255. */
  peaks = new Uint8Array(4_096);
  /** Loudness within the telephone band; see `dbToLevel`. */
  levels = new Uint8Array(4_096);
  /** Fraction of the band's power in its two strongest tones, 0 to 255. */
  toneFractions = new Uint8Array(4_096);
  /** Spectral flatness of the band, 0 (a tone) to 255 (flat); white noise has about 140. */
  flatness = new Uint8Array(4_096);
  strongestBins = new Uint8Array(4_096);

  private readonly window = new Int16Array(SPECTRUM_SAMPLES);
  private readonly power = new Float64Array(SPECTRUM_SAMPLES / 2);

  /** Measures samples. Every call except the last must pass whole frames. */
  push(samples: Int16Array): void {
    for (let start = 0; start < samples.length; start += FRAME_SAMPLES) {
      this.pushFrame(samples.subarray(start, start + FRAME_SAMPLES));
    }
  }

  private pushFrame(frame: Int16Array): void {
    const index = this.frameCount;
    this.frameCount += 1;
    if (index === this.peaks.length) this.grow();

    this.window.copyWithin(0, FRAME_SAMPLES);
    this.window.fill(0, SPECTRUM_SAMPLES - FRAME_SAMPLES);
    this.window.set(frame, SPECTRUM_SAMPLES - FRAME_SAMPLES);
    let peak = 0;
    for (let i = 0; i < frame.length; i += 1) {
      const magnitude = frame[i]! < 0 ? -frame[i]! : frame[i]!;
      if (magnitude > peak) peak = magnitude;
    }
    this.peaks[index] = Math.min(peak >> 7, 255);
    if (peak >= SILENT_PEAK) this.measureSpectrum(index);
  }

  private measureSpectrum(index: number): void {
    const { power } = this;
    powerSpectrum(this.window, power);
    let sum = 0;
    let logSum = 0;
    for (let bin = FIRST_BIN; bin <= LAST_BIN; bin += 1) {
      sum += power[bin]!;
      logSum += Math.log(power[bin]! + 1);
    }
    if (sum === 0) return;
    const bins = LAST_BIN - FIRST_BIN + 1;
    const strongest = this.extractStrongestTone();
    const second = this.extractStrongestTone();
    this.levels[index] = dbToLevel(10 * Math.log10(sum / FULL_SCALE_POWER));
    this.flatness[index] = Math.min(Math.round((255 * Math.exp(logSum / bins)) / (sum / bins)), 255);
    this.toneFractions[index] = Math.round((255 * (strongest.power + second.power)) / sum);
    this.strongestBins[index] = strongest.bin;
  }

  // Returns the power of the strongest frequency including its spread, and removes both from the spectrum.
  private extractStrongestTone(): { bin: number; power: number } {
    const { power } = this;
    let bin = FIRST_BIN;
    for (let i = FIRST_BIN + 1; i <= LAST_BIN; i += 1) if (power[i]! > power[bin]!) bin = i;
    let total = 0;
    for (let i = Math.max(bin - TONE_SPREAD, FIRST_BIN); i <= Math.min(bin + TONE_SPREAD, LAST_BIN); i += 1) {
      total += power[i]!;
      power[i] = 0;
    }
    return { bin, power: total };
  }

  private grow(): void {
    for (const name of ['peaks', 'levels', 'toneFractions', 'flatness', 'strongestBins'] as const) {
      const larger = new Uint8Array(this[name].length * 2);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}
