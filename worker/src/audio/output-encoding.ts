import type { RecordingProbe } from './probe-recording';

/** ffmpeg arguments for writing audio in the stored encoding. */
export interface OutputEncoding {
  muxer: string;
  args: string[];
}

interface Container {
  /** Encoders by codec. PCM encoders are named after their codecs. */
  encoders: Record<string, string>;
  supportsPcm?: boolean;
  /** Encoder for codecs that our ffmpeg can't write. */
  fallbackEncoder: string;
}

const CONTAINERS: Record<string, Container> = {
  mp3: { encoders: {}, fallbackEncoder: 'libmp3lame' },
  wav: {
    encoders: { adpcm_ms: 'adpcm_ms', adpcm_ima_wav: 'adpcm_ima_wav', gsm_ms: 'libgsm_ms', mp3: 'libmp3lame' },
    supportsPcm: true,
    fallbackEncoder: 'pcm_s16le',
  },
  'mov,mp4,m4a,3gp,3g2,mj2': {
    encoders: { alac: 'alac', mp3: 'libmp3lame', flac: 'flac', opus: 'libopus' },
    fallbackEncoder: 'aac',
  },
  ogg: {
    encoders: { vorbis: 'libvorbis', speex: 'libspeex', flac: 'flac' },
    fallbackEncoder: 'libopus',
  },
  flac: { encoders: {}, fallbackEncoder: 'flac' },
  aac: { encoders: {}, fallbackEncoder: 'aac' },
  'matroska,webm': {
    encoders: { vorbis: 'libvorbis', aac: 'aac', mp3: 'libmp3lame', flac: 'flac' },
    supportsPcm: true,
    fallbackEncoder: 'libopus',
  },
  asf: { encoders: { wmav1: 'wmav1' }, fallbackEncoder: 'wmav2' },
};

const LOSSLESS_ENCODERS: ReadonlySet<string> = new Set(['flac', 'alac']);
const WEBM_ENCODERS: ReadonlySet<string> = new Set(['libopus', 'libvorbis']);
// Encoders with an automatic or fixed bit rate.
const ENCODERS_WITHOUT_BIT_RATE = /^(pcm_|adpcm_|libgsm|libspeex|libvorbis)/;
// The encoder rejects bit rates that are unusual for the sample rate.
const VORBIS_QUALITY = ['-q:a', '5'];
// Minimum per channel for re-encoded speech.
const MIN_BIT_RATE = 24_000;

/** Preserves the container, codec and sample rate where possible, at the same or a higher bit rate. */
export function outputEncoding({ channelCount, format }: RecordingProbe): OutputEncoding {
  const { container, codec, sampleFormat, sampleRate, bitRate } = format;
  const { encoders, supportsPcm, fallbackEncoder } = CONTAINERS[container] ?? CONTAINERS['wav']!;
  const encoder = encoders[codec] ?? (supportsPcm && codec.startsWith('pcm_') ? codec : fallbackEncoder);
  const isLossless = LOSSLESS_ENCODERS.has(encoder);
  return {
    muxer: chooseMuxer(format, encoder),
    args: [
      ...['-c:a', encoder, '-ar', String(sampleRate)],
      // Preserves the bit depth of lossless samples.
      ...(isLossless && /^s(16|32)p?$/.test(sampleFormat) ? ['-sample_fmt', sampleFormat] : []),
      ...(encoder === 'libvorbis' ? VORBIS_QUALITY : []),
      ...(isLossless || ENCODERS_WITHOUT_BIT_RATE.test(encoder)
        ? []
        : ['-b:a', String(Math.max(bitRate ?? 0, MIN_BIT_RATE * channelCount))]),
    ],
  };
}

function chooseMuxer({ container, brand = '' }: RecordingProbe['format'], encoder: string): string {
  if (container === 'aac') return 'adts';
  if (container === 'matroska,webm') return WEBM_ENCODERS.has(encoder) ? 'webm' : 'matroska';
  if (!container.startsWith('mov,')) return container in CONTAINERS ? container : 'wav';
  if (brand.startsWith('qt')) return 'mov';
  return brand.startsWith('M4A') ? 'ipod' : 'mp4';
}
