import type { Speaker } from '@ringwell/domain/calls/transcript';
import type { TimeRange } from '@ringwell/domain/redaction/time-range';

import type { SpeechRegion } from './speech-detector';

export interface AudioChannel {
  speaker: Speaker;
  /** 16 kHz, mono, signed 16-bit little-endian samples without a header, in the run's private folder. */
  pcmPath: string;
  /** Zero-based index in the file that recognizers get. */
  sourceChannel: number;
  /** In order; empty for silence. */
  speech: SpeechRegion[];
}

export interface DecodedAudio {
  sourcePath: string;
  /** Detected from the bytes, not from the client's declaration. */
  mimeType: string;
  durationSeconds: number;
  /** One channel for mono and duplicated mono, two if each side has its own. */
  channels: AudioChannel[];
  /** Whether the two channels might not be the two sides of the call. */
  areSidesUnclear?: boolean;
  /** Ranges where both sides hear the same sound, such as an announcement. */
  shared?: readonly TimeRange[];
  /** The run's private folder, which is deleted with everything a transcriber puts there. */
  workDir: string;
}
