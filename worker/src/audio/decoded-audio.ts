import type { Speaker } from '@ringwell/domain/transcript';

import type { SpeechRegion } from './speech-detector';

/** One channel of a call, decoded. */
export interface AudioChannel {
  speaker: Speaker;
  /** 16 kHz, mono, signed 16-bit little-endian samples without a header, in a private directory of this run. */
  pcmPath: string;
  /** Which channel of the recording this is, from 0. */
  sourceChannel: number;
  /** Where someone speaks, in order; empty for silence. */
  speech: SpeechRegion[];
}

/** A recording that was probed and decoded. */
export interface DecodedAudio {
  /** The recording as it came in, on local disk. */
  sourcePath: string;
  /** For example `audio/mpeg`; found from the bytes, never from what the client said. */
  mimeType: string;
  durationSeconds: number;
  /** One entry for a mono recording (or stereo whose channels are alike), two when each side has a channel. */
  channels: AudioChannel[];
  /** A directory of this run; whatever a transcriber puts here is deleted with it. */
  workDir: string;
}
