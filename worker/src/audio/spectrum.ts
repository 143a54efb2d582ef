/** 32 ms at 16 kHz. */
export const SPECTRUM_SAMPLES = 512;
const BINS = SPECTRUM_SAMPLES / 2;

// A Hann window, which confines a pure tone to four neighboring bins.
const WINDOW = Float64Array.from(
  { length: SPECTRUM_SAMPLES },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SPECTRUM_SAMPLES),
);
const COSINES = Float64Array.from({ length: BINS }, (_, i) => Math.cos((2 * Math.PI * i) / SPECTRUM_SAMPLES));
const SINES = Float64Array.from({ length: BINS }, (_, i) => -Math.sin((2 * Math.PI * i) / SPECTRUM_SAMPLES));
const REVERSED_INDEX = Uint16Array.from({ length: SPECTRUM_SAMPLES }, (_, i) => {
  let reversed = 0;
  for (let bit = 1; bit < SPECTRUM_SAMPLES; bit <<= 1) reversed = (reversed << 1) | (i & bit ? 1 : 0);
  return reversed;
});

const re = new Float64Array(SPECTRUM_SAMPLES);
const im = new Float64Array(SPECTRUM_SAMPLES);

/**
 * Power of the windowed samples per frequency bin (31.25 Hz wide at 16 kHz), computed with a radix-2 FFT.
 * @param samples at least SPECTRUM_SAMPLES
 * @param power receives SPECTRUM_SAMPLES / 2 values
 */
export function powerSpectrum(samples: Int16Array, power: Float64Array): void {
  for (let i = 0; i < SPECTRUM_SAMPLES; i += 1) {
    const source = REVERSED_INDEX[i]!;
    re[i] = samples[source]! * WINDOW[source]!;
    im[i] = 0;
  }
  for (let size = 2; size <= SPECTRUM_SAMPLES; size <<= 1) {
    const half = size >> 1;
    const step = SPECTRUM_SAMPLES / size;
    for (let start = 0; start < SPECTRUM_SAMPLES; start += size) {
      for (let k = 0; k < half; k += 1) {
        const cos = COSINES[k * step]!;
        const sin = SINES[k * step]!;
        const even = start + k;
        const odd = even + half;
        const oddRe = re[odd]! * cos - im[odd]! * sin;
        const oddIm = re[odd]! * sin + im[odd]! * cos;
        re[odd] = re[even]! - oddRe;
        im[odd] = im[even]! - oddIm;
        re[even] = re[even]! + oddRe;
        im[even] = im[even]! + oddIm;
      }
    }
  }
  for (let bin = 0; bin < BINS; bin += 1) power[bin] = re[bin]! ** 2 + im[bin]! ** 2;
}
