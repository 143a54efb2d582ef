import type { Speaker } from '@ringwell/domain/calls/transcript';
import type { TimeRange } from '@ringwell/domain/redaction/time-range';

import type { SpeechRegion } from './speech-detector';

export interface AudioChannel {
  speaker: Speaker;
  /** 16 kHz, mono, signed 16-bit little-endian samples without a header, in the run's private folder. */
  pcmPath: string;
  /** Index in the recording, from 0. */
  sourceChannel: number;
  /** In order; empty for silence. */
  speech: SpeechRegion[];
}

export interface DecodedAudio {
  sourcePath: string;
  /** Detected from the bytes, not from the client's declaration. */
  mimeType: string;
  durationSeconds: number;
  /** One channel for mono and duplicated mono, two when each side has its own. */
  channels: AudioChannel[];
  /** Whether the two channels may not be the sides of the call. */
  sidesUnsure?: boolean;
  /** Ranges where both sides have the same sound, such as an announcement. */
  shared?: readonly TimeRange[];
  /** The run's private folder, which is deleted with all files that a transcriber puts there. */
  workDir: string;
}
