import type { Speaker } from '@ringwell/domain/transcript';

import type { SpeechRegion } from './speech-detector';

/** One decoded channel of a call. */
export interface AudioChannel {
  speaker: Speaker;
  /** 16 kHz, mono, signed 16-bit little-endian samples without a header, in the run's private folder. */
  pcmPath: string;
  /** Index of the channel in the recording, from 0. */
  sourceChannel: number;
  /** Regions with speech, in order; empty for silence. */
  speech: SpeechRegion[];
}

/** A probed and decoded recording. */
export interface DecodedAudio {
  /** The original recording on the local disk. */
  sourcePath: string;
  /** For example `audio/mpeg`; detected from the bytes, not from the client's declaration. */
  mimeType: string;
  durationSeconds: number;
  /** One channel for mono and duplicated mono, two when each side has its own. */
  channels: AudioChannel[];
  /** The run's private folder; files that a transcriber puts here are deleted with it. */
  workDir: string;
}
