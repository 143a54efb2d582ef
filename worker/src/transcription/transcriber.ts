import type { Speaker, Transcript } from '@ringwell/domain/transcript';
import type { SpeechRegion } from '../audio/speech-detector';

/** One channel of a call, decoded. */
export interface AudioChannel {
  speaker: Speaker;
  /** 16 kHz, mono, signed 16-bit little-endian samples without a header, in a private directory of this run. */
  pcmPath: string;
  /** Which channel of the recording this is, from 0. */
  sourceChannel: number;
  /** Where somebody speaks, in order; empty when nobody does. */
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

export interface TranscribeOptions {
  /** Aborted at the call's deadline or when the lease is lost: stop at once, kill children, reject. */
  signal: AbortSignal;
  /** Names and words that are likely to be said. */
  hints?: string[];
}

/** Turns a decoded recording into words. */
export abstract class Transcriber {
  /** As stored with a transcript and shown to people, for example `pocketsphinx`. */
  abstract readonly engine: string;

  /**
   * @throws AppError of kind `provider`, retryable when the same recording may succeed later (429 with `retryAfterMs`,
   * 5xx, a broken connection), not retryable otherwise (credentials refused, recording refused).
   */
  abstract transcribe(audio: DecodedAudio, options: TranscribeOptions): Promise<Transcript>;
}
