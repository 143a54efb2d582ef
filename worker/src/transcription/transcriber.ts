import type { Transcript } from '@ringwell/domain/transcript';

import type { DecodedAudio } from '../audio/decoded-audio';

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
